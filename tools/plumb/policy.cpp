// SPDX-License-Identifier: Apache-2.0
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
  /// Why it is not about the first.
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

std::vector<ir::Proposition> propositionsAbout(const ir::Record &record, const ir::Program &program,
                                               std::vector<Asked> &asked) {
  std::vector<ir::Proposition> all;
  for (Asked &one : asked) {
    if (!one.formula)
      continue;
    DiagnosticSink sink;
    if (auto found = analyzeProposition(*one.formula, *one.file->source, program, record, sink)) {
      one.fits = true;
      all.push_back(std::move(*found));
    } else if (one.mistakes.empty())
      one.mistakes = sink.diagnostics();
  }
  return all;
}

/// What is asked of one file.
struct Questions {
  std::vector<ir::RecordAdjacency> declared;
  std::vector<const ir::RecordAdjacency *> relations;
  /// For each of them.
  std::vector<std::vector<ir::Proposition>> propositions;
  std::vector<std::optional<report::PolicyResult>> results;
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
      questions.relations.push_back(&relation);
  for (const auto &mechanism : program.mechanisms)
    if (const auto &own = mechanism->recordAdjacency;
        own && std::none_of(questions.relations.begin(), questions.relations.end(),
                            [&](const auto *known) { return ir::isSameAdjacency(*known, *own); }))
      questions.relations.push_back(&*own);
  for (const ir::RecordAdjacency *relation : questions.relations)
    questions.propositions.push_back(propositionsAbout(*relation->record, program, asked));
  questions.results.resize(questions.relations.size());
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
    questions.push_back(questionsOf(batch.files[i].program, asked));
    for (std::size_t j = 0; j < questions.back().relations.size(); ++j)
      all.emplace_back(i, j);
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
      Questions &of = questions[file];
      of.results[relation].emplace(report::policyResultOf(batch.files[file].program, *of.relations[relation],
                                                          of.propositions[relation], makeEngine));
    });
  for (const auto &[file, relation] : all)
    if (auto &result = questions[file].results[relation])
      batch.add(batch.files[file], std::move(*result), options);
  for (BatchFile &word : words)
    batch.files.push_back(std::move(word));
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
