// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/expressions.h"
#include "frontend/sema/record_adjacency.h"

namespace plumb::sema {

using namespace ir;
using Written = syntax::Expression;

static bool isQuantified(const Written &expression) {
  return expression.kind == Written::Kind::Forall || expression.kind == Written::Kind::ForallRecord;
}

bool isPremise(const Written &requirement) {
  const Written *each = &requirement;
  while (each->kind == Written::Kind::Forall)
    each = each->operands.back().get();
  return each->kind == Written::Kind::ForallRecord;
}

static RecordPremise::Index openIndex(Elaboration &elaboration, const Written &written) {
  ExpressionAnalysis analysis(elaboration, Place::Premise);
  RecordPremise::Index index{nullptr, nullptr, nullptr};
  index.low = analysis.value(Sort::Int, *written.operands[0], "the start of a range");
  index.high = analysis.value(Sort::Int, *written.operands[1], "the end of a range");
  checkFresh(elaboration, written.text, written.wordRange);
  index.variable = &elaboration.scope.open(Variable::Role::Bound, written.text, written.wordRange);
  return index;
}

/// The record of the data, or null after a report or if the adjacency has a mistake.
static const Record *dataRecord(Elaboration &elaboration, const Written &overData) {
  if (elaboration.hasRecordAdjacency)
    return elaboration.neighbourhood.recordAdjacency->record;
  if (elaboration.hasClauseForRecords)
    return nullptr;
  elaboration.report(DiagnosticKind::NoRecords, overData.wordRange, {},
                     "state an adjacency of records, as in `adjacency replace R`");
  return nullptr;
}

void analyzePremise(Elaboration &elaboration, const Written &requirement) {
  RecordPremise premise;
  premise.range = requirement.range;
  const Written *body = &requirement;
  for (; isQuantified(*body); body = body->operands.back().get()) {
    if (body->kind == Written::Kind::Forall) {
      premise.indices.push_back(openIndex(elaboration, *body));
      continue;
    }
    if (premise.record) {
      elaboration.report(DiagnosticKind::PremiseAboutPairs, body->wordRange, {},
                         "it may compare the record with parameters");
      break;
    }
    const Record *record = dataRecord(elaboration, *body);
    if (!record)
      break;
    checkFresh(elaboration, body->text, body->wordRange);
    premise.record = std::make_unique<RecordVariable>(RecordVariable{body->text, record, body->wordRange});
    elaboration.records.push_back(premise.record.get());
  }
  if (!isQuantified(*body))
    premise.formula = ExpressionAnalysis(elaboration, Place::Premise).value(Sort::Bool, *body, "a premise");
  // A denied `exists` is a `forall` as well.
  while (auto *forall = llvm::dyn_cast_or_null<Forall>(premise.formula.get())) {
    premise.indices.push_back({&forall->variable, std::move(forall->low), std::move(forall->high)});
    premise.formula = ExpressionPtr(std::move(forall->body));
  }
  elaboration.scope.reopen({});
  elaboration.records.clear();
  elaboration.neighbourhood.premises.push_back(std::move(premise));
}

} // namespace plumb::sema
