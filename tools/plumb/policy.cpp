// SPDX-License-Identifier: Apache-2.0
#include "checker/report/entry.h"
#include "checker/report/explain_html.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/policy_result.h"
#include "checker/report/text_report.h"
#include "frontend/ir/same_term.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/declared_neighbourhoods.h"
#include "frontend/sema/propositions.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declarations.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/within_limits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <ostream>

namespace plumb::tool {

namespace {

/// What is asked with `--about` or `--record`, read once for all files. Its messages are those of a file of
/// that name.
struct Asked {
  BatchFile *file;
  syntax::ExpressionPtr formula;
  /// Whose neighbours are listed.
  bool isRecord = false;
  /// It is about some record.
  bool fits = false;
  /// Why it is about none.
  std::vector<Diagnostic> mistakes = {};
};

/// \param files gets one for each.
std::vector<Asked> readPropositions(Batch &batch, std::vector<BatchFile> &files, const Options &options) {
  std::vector<Asked> all;
  files.resize(options.about.size() + options.records.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool isRecord = i >= options.about.size();
    files[i].path = isRecord ? "--record" : "--about";
    files[i].source = std::make_unique<SourceFile>(
        files[i].path, isRecord ? options.records[i - options.about.size()] : options.about[i]);
    DiagnosticSink sink;
    all.push_back({&files[i], parseProposition(*files[i].source, sink), isRecord});
    for (const Diagnostic &diagnostic : sink.diagnostics())
      batch.report(files[i], diagnostic, ExitCode::NotAProgram);
  }
  return all;
}

/// A relation, and what is asked of it.
struct Question {
  const ir::RecordAdjacency *relation;
  /// That states it; null if a policy or a record does.
  const ir::Mechanism *mechanism;
  std::vector<ir::Proposition> propositions = {};
  /// With their texts.
  std::vector<std::pair<std::string, ir::Proposition>> records = {};
  std::vector<report::LeftOut> leftOut = {};
  std::optional<report::PolicyResult> result = {};
  /// The picture of its neighbours, for a page.
  std::string graph = {};
};

std::string textOf(const Asked &one) {
  return report::onOneLine(std::string(one.file->source->text()));
}

/// Those of \p asked that are about the record of \p question.
void addPropositions(Question &question, const ir::Program &program, std::vector<Asked> &asked) {
  for (Asked &one : asked) {
    if (!one.formula)
      continue;
    DiagnosticSink sink;
    if (auto found =
            analyzeProposition(*one.formula, *one.file->source, program, *question.relation->record, sink)) {
      one.fits = true;
      if (one.isRecord)
        question.records.emplace_back(textOf(one), std::move(*found));
      else
        question.propositions.push_back(std::move(*found));
      continue;
    }
    question.leftOut.push_back({textOf(one), sink.diagnostics().front().message()});
    // A record that has the names knows best what is wrong.
    const auto lacksName = [](const std::vector<Diagnostic> &mistakes) {
      return mistakes.front().kind == DiagnosticKind::UnknownName;
    };
    if (one.mistakes.empty() || (lacksName(one.mistakes) && !lacksName(sink.diagnostics())))
      one.mistakes = sink.diagnostics();
  }
}

/// What is asked of one file.
struct Questions {
  std::vector<ir::RecordAdjacency> declared;
  std::vector<Question> all;
};

Questions questionsOf(const BatchFile &file, std::vector<Asked> &asked) {
  const ir::Program &program = file.program;
  Questions questions;
  questions.declared = declaredRelations(program);
  // A record has no policy either where the one it has was not understood.
  const bool isWhole = isUnderstood(file);
  const auto isStated = [&](const ir::RecordAdjacency &relation) {
    return !relation.policy &&
           std::any_of(program.mechanisms.begin(), program.mechanisms.end(), [&](const auto &mechanism) {
             const auto &own = mechanism->recordAdjacency;
             return own && own->record == relation.record;
           });
  };
  for (const ir::RecordAdjacency &relation : questions.declared)
    if (!isStated(relation) && (relation.policy || isWhole))
      questions.all.push_back({&relation, nullptr});
  for (const auto &mechanism : program.mechanisms)
    if (const auto &own = mechanism->recordAdjacency;
        own && std::none_of(questions.all.begin(), questions.all.end(), [&](const Question &known) {
          return ir::isSameAdjacency(*known.relation, *own);
        }))
      questions.all.push_back({&*own, mechanism.get()});
  for (Question &question : questions.all)
    addPropositions(question, program, asked);
  return questions;
}

/// "n=2" for each; why not, or nothing.
std::optional<std::string> readSizes(const std::vector<std::string> &words, interpreter::Inputs &sizes) {
  constexpr std::size_t mostDigits = 4;
  for (const std::string &word : words) {
    const std::size_t equals = word.find('=');
    const std::string digits = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (equals == 0 || digits.empty() || digits.size() > mostDigits ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return "--let: `" + word + "` gives no size a value; write n=2";
    if (!sizes.emplace(word.substr(0, equals), interpreter::Numbers{std::stol(digits)}).second)
      return "--let: `" + word.substr(0, equals) + "` has two values";
  }
  return std::nullopt;
}

/// A value for a name that no size has is a slip of the pen. Nothing is said where a file was not understood.
std::optional<std::string> strangeSize(const Batch &batch, const interpreter::Inputs &sizes) {
  const auto isDeclared = [](const BatchFile &file, const std::string &name) {
    return llvm::any_of(file.program.sizes, [&](const auto &size) { return size->name == name; });
  };
  if (!llvm::all_of(batch.files, isUnderstood))
    return std::nullopt;
  for (const auto &[name, value] : sizes)
    if (llvm::none_of(batch.files, [&](const BatchFile &file) { return isDeclared(file, name); }))
      return "--let: no record has a size `" + name + "`";
  return std::nullopt;
}

/// Lists what is to be listed. \pre there is a result.
void list(Question &question, const ir::Program &program, const interpreter::Inputs &sizes, bool draws) {
  report::PolicyResult &result = *question.result;
  if (!result.exposure.notAsked.empty() || !result.exposure.hasValues)
    return;
  for (const auto &[text, proposition] : question.records)
    result.listed.push_back(
        {text, report::neighbourhoodsOf(program, *question.relation, &proposition, sizes)});
  if (std::any_of(result.listed.begin(), result.listed.end(),
                  [](const report::Listed &one) { return !one.found.problem.empty(); }))
    result.verdict = report::Verdict::NotProved;
  if (draws)
    question.graph =
        report::neighbourGraph(report::neighbourhoodsOf(program, *question.relation, nullptr, sizes));
}

/// What is told as text, for a page.
std::string pageOf(const report::PolicyResult &result, const std::string &path) {
  return "<h2>" + report::escapedHtml(result.exposure.relation) + "</h2>\n<pre><code>" +
         report::escapedHtml(report::textReport(result, path)) + "</code></pre>\n";
}

} // namespace

/// The first thing that is declared; nothing of a text without declarations.
static SourceRange firstName(const ir::Program &program) {
  std::vector<SourceRange> all;
  for (const auto &size : program.sizes)
    all.push_back(size->range);
  for (const auto &mechanism : program.mechanisms)
    all.push_back(mechanism->nameRange);
  for (const auto &channel : program.channels)
    all.push_back(channel->nameRange);
  const auto first = std::min_element(
      all.begin(), all.end(), [](const SourceRange &a, const SourceRange &b) { return a.begin < b.begin; });
  return first == all.end() ? SourceRange{0, 0} : *first;
}

ExitCode runPolicy(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  std::vector<BatchFile> words;
  interpreter::Inputs sizes;
  auto problem = readSizes(options.bounds.values, sizes);
  if (!problem)
    problem = strangeSize(batch, sizes);
  if (problem) {
    err << "plumb: " << *problem << "\n";
    return ExitCode::Environment;
  }
  std::vector<Asked> asked = readPropositions(batch, words, options);
  std::vector<Questions> questions;
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t i = 0; i < batch.files.size(); ++i) {
    BatchFile &file = batch.files[i];
    questions.push_back(questionsOf(file, asked));
    for (std::size_t j = 0; j < questions.back().all.size(); ++j)
      all.emplace_back(i, j);
    if (questions.back().all.empty() && isUnderstood(file))
      batch.report(file,
                   {DiagnosticKind::NoRecords,
                    firstName(file.program),
                    {},
                    {},
                    "declare one, as in `record Person { ill: bool }`"},
                   ExitCode::NotAProgram);
  }
  bool isAnswerable = true;
  for (Asked &one : asked) {
    isAnswerable &= one.fits || (one.formula && all.empty());
    if (!one.fits)
      for (const Diagnostic &mistake : one.mistakes)
        batch.report(*one.file, mistake, ExitCode::NotAProgram);
  }
  const proof::EngineMaker makeEngine = engines(options);
  if (isAnswerable)
    forEachInParallel(all.size(), options.jobs, [&](std::size_t number) {
      const TimeAllowed allowed(timeForOne(options));
      const auto [file, relation] = all[number];
      Question &of = questions[file].all[relation];
      of.result.emplace(report::policyResultOf(batch.files[file].program, *of.relation, of.mechanism,
                                               of.propositions, makeEngine));
      of.result->leftOut = std::move(of.leftOut);
      list(of, batch.files[file].program, sizes, options.format == Format::Html);
    });
  std::string body;
  for (const auto &[file, relation] : all) {
    Question &of = questions[file].all[relation];
    if (!of.result)
      continue;
    if (options.format == Format::Html)
      body += pageOf(*of.result, batch.files[file].path) + of.graph;
    batch.add(batch.files[file], std::move(*of.result), options);
  }
  for (BatchFile &word : words)
    batch.files.push_back(std::move(word));
  if (options.format == Format::Html) {
    tellDiagnostics(batch, err);
    out << report::htmlPage("What policies protect", body);
  } else {
    tell(batch, options, out, err);
  }
  return batch.exit;
}

} // namespace plumb::tool
