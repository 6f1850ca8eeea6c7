// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/query_word.h"
#include "frontend/ir/substitution.h"
#include "frontend/sema/declaration_site.h"
#include "frontend/support/similar_word.h"

#include <array>
#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;
using Aggregate = SchemaQuery::Aggregate;

/// For messages.
static std::string_view describe(Aggregate aggregate) {
  switch (aggregate) {
  case Aggregate::Count:
    return "count";
  case Aggregate::Sum:
    return "sum";
  case Aggregate::Maximum:
    return "maximum";
  case Aggregate::Minimum:
    return "minimum";
  }
  assert(false && "no such aggregate");
  return {};
}

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
  // A field to name in an example.
  const auto &fields = result.record->record->fields;
  const auto number = std::find_if(fields.begin(), fields.end(), [](const std::unique_ptr<Field> &field) {
    return field->sort != Sort::Bool && field->extents.empty() && !field->orNone;
  });
  const std::string example = number == fields.end() ? "amount" : (*number)->name;
  const bool isCount = result.aggregate == Aggregate::Count, isSum = result.aggregate == Aggregate::Sum;
  if (!isCount && !declared.term)
    site.elaboration.report(isSum ? DiagnosticKind::MissingTerm : DiagnosticKind::UnboundedExtremum,
                            declared.aggregate.front().range,
                            isSum ? std::vector<std::string>{result.name}
                                  : std::vector{std::string(describe(result.aggregate)), result.name},
                            "write `" + declared.aggregate.front().text + " " + result.record->name + ": " +
                                result.record->record->name + " of " + result.record->name + "." + example +
                                "`");
  if (isCount && declared.term)
    site.elaboration.report(DiagnosticKind::SurplusTerm, declared.of.range, {result.name},
                            "write `where` for a condition, or `sum` for a sum");
  if (declared.term)
    result.term = numberOf(site, *declared.term, isSum ? "what is summed" : "what is compared");
  if (result.isExtremum() && result.term)
    range(site, result);
  if (declared.where)
    result.where = site.at(Place::Definition).value(Sort::Bool, *declared.where, "what follows `where`");
}

/// An extremum has an answer where no record counts, and differs by what its records may.
void Declarations::range(Site &site, SchemaQuery &result) {
  const auto *read = llvm::dyn_cast<FieldRead>(result.term.get());
  if (read && read->field.low) {
    const Field &field = read->field;
    result.least = substituted(*field.low, {});
    result.greatest = substituted(*field.high, {});
    if (!field.reachesHigh())
      result.greatest =
          std::make_unique<Binary>(BinaryOperator::Subtract, Sort::Int, std::move(result.greatest),
                                   std::make_unique<Number>(1, Sort::Int, field.range), field.range);
    return;
  }
  const std::string sort(read ? name(read->field.sort) : "int");
  site.elaboration.report(DiagnosticKind::UnboundedExtremum, result.term->range(),
                          {std::string(describe(result.aggregate)), result.name},
                          read ? "declare one, as in `" + read->field.name + ": " + sort + " in 0 .. 100`"
                               : "ask for that of a field, as in `" + result.record->name +
                                     ".amount`, and declare its range");
}

ExpressionPtr Declarations::numberOf(Site &site, const syntax::Expression &term, const char *what) {
  ExpressionAnalysis at = site.at(Place::Definition);
  ExpressionPtr value = at.ofEachRecord().value(term);
  const Sort sort = value && value->sort() == Sort::Real ? Sort::Real : Sort::Int;
  return at.convert(std::move(value), sort, what);
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
  } else if (words.size() == 1) {
    for (Aggregate each : {Aggregate::Sum, Aggregate::Maximum, Aggregate::Minimum})
      if (words.front().text == wordOf(each))
        return each;
  }
  const std::string_view word = words.size() == 1 ? words.front().text : std::string_view();
  const bool isRank = word == "median" || word == "quantile" || word == "percentile";
  site.elaboration.report(
      DiagnosticKind::NotAdditive, range, {asked},
      helpForWord(
          words.size() == 1 && declared.sources.size() == 1 ? words.front().text : "",
          std::array{"count", "sum", "max", "min"},
          isRank ? "count how many lie below each candidate, and choose one with `argmax` of noisy scores"
                 : "publish a noisy count and a noisy sum, and compute the rest from these"));
  return std::nullopt;
}

} // namespace plumb::sema
