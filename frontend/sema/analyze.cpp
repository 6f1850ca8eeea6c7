// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/analyze.h"

#include "frontend/parse/announcement.h"
#include "frontend/sema/channels.h"
#include "frontend/sema/clauses.h"
#include "frontend/sema/collection.h"
#include "frontend/sema/compositions.h"
#include "frontend/sema/declarations.h"
#include "frontend/sema/file_variables.h"
#include "frontend/sema/likely_misspelt.h"
#include "frontend/sema/named_scales.h"
#include "frontend/sema/record_adjacency.h"
#include "frontend/sema/statements.h"
#include "frontend/sema/tag_called_like_function.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>

namespace plumb {

using namespace sema;

static bool publishesSomething(const syntax::Block &block) {
  return std::any_of(block.begin(), block.end(), [](const std::unique_ptr<syntax::Statement> &statement) {
    bool isReturn = statement->kind == syntax::Statement::Kind::Return;
    const bool isOutput = statement->kind == syntax::Statement::Kind::Output;
    return (isOutput && !syntax::isAnnouncement(*statement)) || (isReturn && statement->value) ||
           publishesSomething(statement->thenBlock) || publishesSomething(statement->elseBlock);
  });
}

/// Names of the file and of the head stay in front; the others follow in the order of the text.
static void sortVariables(ir::Mechanism &mechanism) {
  auto isInHead = [](const std::unique_ptr<ir::Variable> &variable) {
    return variable->role == ir::Variable::Role::Parameter || variable->role == ir::Variable::Role::Query;
  };
  auto isEarlier = [](const std::unique_ptr<ir::Variable> &a, const std::unique_ptr<ir::Variable> &b) {
    return a->range.begin < b->range.begin;
  };
  auto rest = std::stable_partition(mechanism.variables.begin(), mechanism.variables.end(), isInHead);
  std::stable_sort(rest, mechanism.variables.end(), isEarlier);
}

static void addPredefinedTags(Elaboration &elaboration, ir::Mechanism &mechanism) {
  for (const char *name : {"none", "unreached"}) {
    mechanism.tags.push_back(std::make_unique<ir::Tag>(ir::Tag{name, {}, mechanism.nameRange}));
    elaboration.tags[name] = mechanism.tags.back().get();
  }
}

/// The closing brace.
static SourceRange endOf(SourceRange range) {
  return {range.end > range.begin ? range.end - 1 : range.end, range.end};
}

static void reportLocalsWithoutSort(Elaboration &elaboration) {
  for (const std::unique_ptr<ir::Variable> &variable : elaboration.neighbourhood.variables) {
    const NameFacts *facts = elaboration.scope.global(variable->name);
    bool isThis = facts && facts->variable == variable.get();
    if (isThis && !facts->hasSort)
      elaboration.report(DiagnosticKind::UnknownSort, variable->range, {variable->name},
                         "let it start from a number, a query or noise");
  }
}

static std::unique_ptr<ir::Mechanism> analyzeMechanism(const syntax::Mechanism &written,
                                                       const FileNames &names, const SourceFile &file,
                                                       DiagnosticSink &sink) {
  auto mechanism = std::make_unique<ir::Mechanism>();
  mechanism->name = written.name.text;
  mechanism->nameRange = written.name.range;
  mechanism->clauses = written.clauses;
  mechanism->range = written.range;

  Elaboration elaboration(file, sink, *mechanism);
  elaboration.names = &names;
  elaboration.introduced = introducedBy(written);
  elaboration.misnamed = names.misnamed;
  elaboration.hasRecordAdjacency = !written.recordAdjacency.empty();
  elaboration.hasClauseForRecords =
      std::any_of(written.adjacency.begin(), written.adjacency.end(),
                  [&](const auto &clause) { return names.queries.count(clause.query.text) != 0; });
  addPredefinedTags(elaboration, *mechanism);
  declareFileVariables(elaboration, written);
  analyzeParameters(elaboration, written);
  analyzeRecordAdjacency(elaboration, written);
  analyzeRequirements(elaboration, written);
  mechanism->guarantee = analyzeGuarantee(elaboration, written);
  elaboration.publishesNothing = !publishesSomething(written.body);
  collectNames(elaboration, written.body);
  analyzeAdjacency(elaboration, written);
  mechanism->body = StatementAnalysis(elaboration, *mechanism).body(written.body, endOf(written.range));
  for (const std::function<void()> &later : elaboration.deferred)
    later();
  mechanism->claims = analyzeClaims(elaboration, written);
  // An unknown name may be the query.
  if (elaboration.lacksQuery && !elaboration.mayLackName)
    elaboration.report(DiagnosticKind::NoQuery, written.name.range, {written.name.text},
                       elaboration.hasRecordAdjacency
                           ? "ask something of the records, as in `query f = count x: R where ...`"
                           : "declare the data among the parameters, as in `f: query[n]`");
  if (elaboration.publishesNothing)
    elaboration.report(DiagnosticKind::NothingPublished, written.name.range, {written.name.text},
                       "publish with `output` or `return`");
  if (!elaboration.failed)
    reportLocalsWithoutSort(elaboration);
  if (elaboration.failed)
    return nullptr;
  warnOfLikelyMisspelt(sink, written, *mechanism);
  warnOfTagsCalledLikeFunctions(sink, elaboration);
  replaceNamedScales(*mechanism);
  dropUnusedFileVariables(elaboration, written);
  sortVariables(*mechanism);
  return mechanism;
}

/// \p all in the order of the text. One mistake that shows at many places of a declaration is told at the
/// first, and not again in mechanisms if what the file declares beside them has it.
static void tellOnce(std::vector<Diagnostic> &all, const syntax::Program &program) {
  std::vector<SourceRange> declarations;
  for (const syntax::Mechanism &mechanism : program.mechanisms)
    declarations.push_back(mechanism.range);
  for (const syntax::Channel &channel : program.channels)
    declarations.push_back(channel.range);
  for (const syntax::Composition &composition : program.compositions)
    declarations.push_back(composition.head.range);
  const SourceRange besideThem{0, 0};
  const auto around = [&](const Diagnostic &told) {
    if (told.kind == DiagnosticKind::UnknownRecord || told.kind == DiagnosticKind::UnknownPolicy)
      return besideThem; // Records and policies belong to the file, and so does one that is missing.
    const auto found = std::find_if(declarations.begin(), declarations.end(), [&](SourceRange range) {
      return range.begin <= told.range.begin && told.range.begin < range.end;
    });
    return found == declarations.end() ? besideThem : *found;
  };
  using Mistake = std::tuple<std::uint32_t, DiagnosticKind, std::string>;
  std::map<Mistake, Diagnostic *> first;
  for (Diagnostic &told : all)
    if (!told.about.empty())
      first.try_emplace({around(told).end, told.kind, told.about}, &told);
  const auto isAgain = [&](const Diagnostic &told) {
    const auto here = first.find({around(told).end, told.kind, told.about});
    const auto beside = first.find({besideThem.end, told.kind, told.about});
    return here != first.end() && (here->second != &told || (beside != first.end() && beside != here));
  };
  // What takes the place of a name takes it wherever the name stands.
  for (const Diagnostic &told : all)
    if (isAgain(told) && told.help.repair.size() == 1 && !told.help.repair.front().range) {
      const auto beside = first.find({besideThem.end, told.kind, told.about});
      Diagnostic &kept =
          *(beside != first.end() ? beside : first.find({around(told).end, told.kind, told.about}))->second;
      if (kept.help.text == told.help.text && !kept.help.repair.empty())
        kept.help.repair.push_back({told.range, told.help.repair.front().text});
    }
  std::vector<Diagnostic> once;
  std::copy_if(all.begin(), all.end(), std::back_inserter(once), std::not_fn(isAgain));
  all = std::move(once);
}

ir::Program analyze(const syntax::Program &program, const SourceFile &file, DiagnosticSink &sink) {
  // Alignments and claims are analysed last, but mistakes are told in the order of the text.
  // The limit only bounds the work on a text that is no program at all.
  DiagnosticSink found(200);
  ir::Program result;
  FileNames names = Declarations(program, file, found, result).analyze();
  std::map<std::string, SourceRange> seen;
  for (const syntax::Mechanism &written : program.mechanisms) {
    auto [first, isFirst] = seen.emplace(written.name.text, written.name.range);
    if (!isFirst)
      found.report({DiagnosticKind::DuplicateName,
                    written.name.range,
                    {written.name.text, "a mechanism of this file"},
                    {{"the first one", first->second}},
                    "choose another name"});
    std::unique_ptr<ir::Mechanism> mechanism = analyzeMechanism(written, names, file, found);
    if (mechanism && isFirst)
      result.mechanisms.push_back(std::move(mechanism));
  }
  for (const syntax::Channel &written : program.channels) {
    auto [first, isFirst] = seen.emplace(written.name.text, written.name.range);
    if (!isFirst)
      found.report({DiagnosticKind::DuplicateName,
                    written.name.range,
                    {written.name.text, "a mechanism or channel of this file"},
                    {{"the first one", first->second}},
                    "choose another name"});
    std::unique_ptr<ir::Channel> channel = analyzeChannel(written, found);
    if (channel && isFirst)
      result.channels.push_back(std::move(channel));
  }
  analyzeCompositions(program, names, file, found, result);
  std::vector<Diagnostic> diagnostics = found.diagnostics();
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic &a, const Diagnostic &b) { return a.range.begin < b.range.begin; });
  tellOnce(diagnostics, program);
  for (Diagnostic &diagnostic : diagnostics)
    sink.report(std::move(diagnostic));
  return result;
}

} // namespace plumb
