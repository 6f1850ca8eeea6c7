// SPDX-License-Identifier: Apache-2.0
#include "checker/report/entry.h"
#include "checker/report/policy_result.h"
#include "frontend/ir/same_term.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/declared_neighbourhoods.h"
#include "frontend/sema/propositions.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declarations.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <optional>

namespace plumb::tool {

namespace {

/// What is asked with `--about`, read once for all files. Its messages are those of a file of that name.
struct Asked {
  BatchFile *file;
  syntax::ExpressionPtr formula;
  /// It is about some record.
  bool fits = false;
  /// Why it is about none.
  std::vector<Diagnostic> mistakes = {};
};

/// \param files gets one for each.
std::vector<Asked> readPropositions(Batch &batch, std::vector<BatchFile> &files,
                                    const std::vector<std::string> &words) {
  std::vector<Asked> all;
  files.resize(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    files[i].path = "--about";
    files[i].source = std::make_unique<SourceFile>("--about", words[i]);
    DiagnosticSink sink;
    all.push_back({&files[i], parseProposition(*files[i].source, sink)});
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
  std::vector<report::LeftOut> leftOut = {};
  std::optional<report::PolicyResult> result = {};
};

/// Those of \p asked that are about the record of \p question.
void addPropositions(Question &question, const ir::Program &program, std::vector<Asked> &asked) {
  for (Asked &one : asked) {
    if (!one.formula)
      continue;
    DiagnosticSink sink;
    if (auto found =
            analyzeProposition(*one.formula, *one.file->source, program, *question.relation->record, sink)) {
      one.fits = true;
      question.propositions.push_back(std::move(*found));
      continue;
    }
    question.leftOut.push_back(
        {report::onOneLine(std::string(one.file->source->text())), sink.diagnostics().front().message()});
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

Questions questionsOf(const ir::Program &program, std::vector<Asked> &asked) {
  Questions questions;
  questions.declared = declaredRelations(program);
  const auto isStated = [&](const ir::RecordAdjacency &relation) {
    return !relation.policy &&
           std::any_of(program.mechanisms.begin(), program.mechanisms.end(), [&](const auto &mechanism) {
             const auto &own = mechanism->recordAdjacency;
             return own && own->record == relation.record;
           });
  };
  for (const ir::RecordAdjacency &relation : questions.declared)
    if (!isStated(relation))
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

} // namespace

ExitCode runPolicy(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  std::vector<BatchFile> words;
  std::vector<Asked> asked = readPropositions(batch, words, options.about);
  std::vector<Questions> questions;
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t i = 0; i < batch.files.size(); ++i) {
    BatchFile &file = batch.files[i];
    questions.push_back(questionsOf(file.program, asked));
    for (std::size_t j = 0; j < questions.back().all.size(); ++j)
      all.emplace_back(i, j);
    if (questions.back().all.empty() && file.diagnostics.empty())
      batch.report(
          file,
          {DiagnosticKind::NoRecords, {0, 0}, {}, {}, "declare one, as in `record Person { ill: bool }`"},
          ExitCode::NotAProgram);
  }
  bool isUnderstood = true;
  for (Asked &one : asked) {
    isUnderstood &= one.fits || (one.formula && all.empty());
    if (!one.fits)
      for (const Diagnostic &mistake : one.mistakes)
        batch.report(*one.file, mistake, ExitCode::NotAProgram);
  }
  const proof::EngineMaker makeEngine = engines(options);
  if (isUnderstood)
    forEachInParallel(all.size(), options.jobs, [&](std::size_t number) {
      const auto [file, relation] = all[number];
      Question &of = questions[file].all[relation];
      of.result.emplace(report::policyResultOf(batch.files[file].program, *of.relation, of.mechanism,
                                               of.propositions, makeEngine));
      of.result->leftOut = std::move(of.leftOut);
    });
  for (const auto &[file, relation] : all)
    if (auto &result = questions[file].all[relation].result)
      batch.add(batch.files[file], std::move(*result), options);
  for (BatchFile &word : words)
    batch.files.push_back(std::move(word));
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
