// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/declaration_site.h"
#include "frontend/support/similar_word.h"

#include <array>

namespace plumb::sema {

using namespace ir;
using Aggregate = SchemaQuery::Aggregate;

void Declarations::query(const syntax::QueryDefinition &declared) {
  auto [entry, isNew] = names.queries.try_emplace(declared.name.text, &declared, nullptr);
  if (!isNew)
    reportTaken(declared.name, "a query of this file", entry->second.written->name.range);
  Site site(*this);
  checkFresh(site.elaboration, declared.name.text, declared.name.range);
  if (isReserved(declared.name.text))
    names.misnamed.insert(declared.name.text);
  auto result = std::make_unique<SchemaQuery>();
  result->name = declared.name.text;
  result->range = declared.name.range;
  std::optional<Aggregate> kind = aggregate(site, declared);
  queryIndices(site, declared, *result);
  const Record *record = recordNamed(site.elaboration, names, declared.sources.front().record);
  if (!kind || !record)
    return;
  result->aggregate = *kind;
  const syntax::Word &variable = declared.sources.front().variable;
  result->record = std::make_unique<RecordVariable>(RecordVariable{variable.text, record, variable.range});
  queryFormulas(site, declared, *result);
  result->bound = std::move(site.scratch.variables);
  if (site.elaboration.failed || !isNew)
    return;
  program.queries.push_back(std::move(result));
  entry->second.checked = program.queries.back().get();
}

static bool isZero(const syntax::ExpressionPtr &expression) {
  return expression->kind == syntax::Expression::Kind::Number && expression->text == "0";
}

void Declarations::queryIndices(Site &site, const syntax::QueryDefinition &declared, SchemaQuery &result) {
  for (const syntax::Binder &index : declared.indices) {
    if (!index.low || !isZero(index.low))
      site.elaboration.report(DiagnosticKind::NoIndexRange, index.range, {index.variable.text},
                              "write `" + index.variable.text + " in 0 .. n`");
    if (!index.low)
      continue;
    result.extents.push_back(site.at(Place::Extent).value(Sort::Int, *index.high, "the end of a range"));
    checkFresh(site.elaboration, index.variable.text, index.variable.range);
    result.indices.push_back(
        &site.elaboration.scope.open(Variable::Role::Bound, index.variable.text, index.variable.range));
  }
}

void Declarations::queryFormulas(Site &site, const syntax::QueryDefinition &declared, SchemaQuery &result) {
  checkFresh(site.elaboration, result.record->name, result.record->range);
  site.elaboration.records.push_back(result.record.get());
  bool isSum = result.aggregate == Aggregate::Sum;
  if (isSum && !declared.term)
    site.elaboration.report(DiagnosticKind::MissingTerm, declared.aggregate.front().range, {result.name},
                            "write `sum " + result.record->name + ": " + result.record->record->name +
                                " of " + result.record->name + ".amount`");
  if (!isSum && declared.term)
    site.elaboration.report(DiagnosticKind::SurplusTerm, declared.of.range, {result.name},
                            "write `where` for a condition, or `sum` for a sum");
  if (declared.term)
    result.term = summed(site, *declared.term);
  if (declared.where)
    result.where = site.at(Place::Definition).value(Sort::Bool, *declared.where, "what follows `where`");
}

ExpressionPtr Declarations::summed(Site &site, const syntax::Expression &term) {
  ExpressionAnalysis at = site.at(Place::Definition);
  ExpressionPtr value = at.value(term);
  const Sort sort = value && value->sort() == Sort::Real ? Sort::Real : Sort::Int;
  return at.convert(std::move(value), sort, "what is summed");
}

std::optional<Aggregate> Declarations::aggregate(Site &site, const syntax::QueryDefinition &declared) {
  const std::vector<syntax::Word> &words = declared.aggregate;
  SourceRange range = cover(words.front().range, words.back().range);
  std::string asked = "`" + site.elaboration.textOf(range) + "`";
  if (declared.sources.size() > 1) {
    range = cover(declared.sources[1].variable.range, declared.sources.back().record.range);
    asked = "a join of several records";
  } else if (words.size() == 1 && words.front().text == "count") {
    return Aggregate::Count;
  } else if (words.size() == 1 && words.front().text == "sum") {
    return Aggregate::Sum;
  }
  site.elaboration.report(
      DiagnosticKind::NotAdditive, range, {asked},
      helpForWord(words.size() == 1 && declared.sources.size() == 1 ? words.front().text : "",
                  std::array{"count", "sum"},
                  "publish a noisy count and a noisy sum, and compute the rest from these"));
  return std::nullopt;
}

} // namespace plumb::sema
