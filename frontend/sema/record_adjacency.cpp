// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/record_adjacency.h"

#include "frontend/sema/declarations.h"
#include "frontend/sema/expressions.h"
#include "frontend/support/similar_word.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

namespace plumb::sema {

using namespace ir;
using Kind = RecordAdjacency::Kind;

static Kind kindNamed(const std::string &words) {
  return llvm::StringSwitch<Kind>(words)
      .Case("add", Kind::Add)
      .Case("remove", Kind::Remove)
      .Case("add or remove", Kind::AddOrRemove)
      .Default(Kind::Replace);
}

static const Policy *policyNamed(Elaboration &elaboration, const syntax::Word &name, const Record *record) {
  auto found = elaboration.names->policies.find(name.text);
  if (found == elaboration.names->policies.end()) {
    const std::string declaration =
        record ? "declare it, as in `policy " + name.text + " on " + record->name + " { sensitive ... }`"
               : "";
    elaboration.reportAbout(
        name.text, DiagnosticKind::UnknownPolicy, name.range, {name.text},
        helpForWord(name.text, llvm::make_first_range(elaboration.names->policies), declaration));
    return nullptr;
  }
  const Policy *policy = found->second.checked;
  elaboration.failed = elaboration.failed || !policy;
  if (!policy || !record || policy->record == record)
    return policy;
  elaboration.report({DiagnosticKind::PolicyOfOtherRecord,
                      name.range,
                      {name.text, policy->record->name, record->name},
                      {{"declared here", policy->range}},
                      ""});
  return nullptr;
}

static void analyzeDetail(Elaboration &elaboration, const syntax::RecordAdjacency &written,
                          RecordAdjacency &result) {
  if (written.detail.text.empty())
    return;
  if (result.kind != Kind::Replace)
    elaboration.report(DiagnosticKind::MisplacedDetail, written.detail.range,
                       {written.detail.text, written.kind.text}, "drop it, or write `replace`");
  if (written.detail.text == "under") {
    result.policy = policyNamed(elaboration, written.policy, result.record);
    return;
  }
  if (!result.record)
    return;
  bool isEdge = written.detail.text == "along";
  checkFresh(elaboration, "r", written.detail.range);
  elaboration.records = {result.pair.get()};
  ExpressionAnalysis analysis(elaboration, isEdge ? Place::RecordPair : Place::SensitiveRecord);
  std::string what = "what follows `" + written.detail.text + "`";
  (isEdge ? result.along : result.when) = analysis.value(Sort::Bool, *written.formula, what.c_str());
  elaboration.records.clear();
}

static void checkQueries(Elaboration &elaboration, const Record *record) {
  for (const auto &[name, query] : elaboration.names->queries) {
    auto mention = elaboration.mentions.find(name);
    const SchemaQuery *definition = query.checked;
    if (mention == elaboration.mentions.end() || !definition || !record ||
        definition->record->record == record)
      continue;
    elaboration.report({DiagnosticKind::QueryOfOtherRecord,
                        mention->second,
                        {name, definition->record->record->name, record->name},
                        {{"defined here", definition->range}},
                        "all queries of one mechanism are about the records of its adjacency"});
  }
}

/// A query of the file is called so, which was told.
static bool isTakenByQuery(Elaboration &elaboration, const syntax::Word &parameter) {
  const NameFacts *facts = elaboration.scope.global(parameter.text);
  return facts && facts->variable->definition && elaboration.failed;
}

static void checkAlone(Elaboration &elaboration, const syntax::Mechanism &written) {
  for (const syntax::AdjacencyClause &clause : written.adjacency)
    elaboration.report(DiagnosticKind::MixedAdjacency, clause.range, {},
                       "drop this clause: how answers differ follows from how records do");
  for (const syntax::Parameter &parameter : written.parameters)
    if (parameter.type.text == "query" && !isTakenByQuery(elaboration, parameter.name))
      elaboration.report(DiagnosticKind::MixedAdjacency, parameter.range, {},
                         "ask it of the records, as in `query " + parameter.name.text +
                             " = count x: " + written.recordAdjacency.front().record.text + " where ...`");
  for (const syntax::RecordAdjacency &adjacency : written.recordAdjacency)
    if (&adjacency != &written.recordAdjacency.front())
      elaboration.report({DiagnosticKind::SecondRecordAdjacency,
                          adjacency.range,
                          {},
                          {{"the first one", written.recordAdjacency.front().range}},
                          "keep one of them"});
}

void analyzeRecordAdjacency(Elaboration &elaboration, const syntax::Mechanism &written) {
  if (written.recordAdjacency.empty())
    return;
  checkAlone(elaboration, written);
  const syntax::RecordAdjacency &clause = written.recordAdjacency.front();
  RecordAdjacency result;
  result.kind = kindNamed(clause.kind.text);
  result.range = clause.range;
  result.record = recordNamed(elaboration, *elaboration.names, clause.record);
  result.policy = nullptr;
  result.pair = std::make_unique<RecordVariable>(RecordVariable{"r", result.record, clause.record.range});
  analyzeDetail(elaboration, clause, result);
  checkQueries(elaboration, result.record);
  elaboration.neighbourhood.recordAdjacency = std::move(result);
}

} // namespace plumb::sema
