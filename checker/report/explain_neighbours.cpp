// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_neighbours.h"

#include "checker/proof/sensitivity.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/explain_mathml_parts.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/substitution.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::report {

namespace {

void stated(Document &document, const Result &result) {
  std::vector<Line> items;
  for (const Assumption &assumption : result.assumptions)
    if (assumption.kind == Assumption::Kind::DifferenceSet)
      items.push_back(code(assumption.text) +
                      line(" (stated in the program, not derived from records: an assumption)"));
  document.items(std::move(items));
}

std::string relation(const ir::RecordAdjacency &adjacency) {
  switch (adjacency.kind) {
  case ir::RecordAdjacency::Kind::Replace:
    return "D' has a record r' where D has r; all other records are the same.";
  case ir::RecordAdjacency::Kind::Add:
    return "D has one record r more than D'; all others are the same.";
  case ir::RecordAdjacency::Kind::Remove:
    return "D' has one record r' more than D; all others are the same.";
  case ir::RecordAdjacency::Kind::AddOrRemove:
    return "D has one record r more than D', or D' has one record r' more than D; all others are the same.";
  }
  return {};
}

ir::ExpressionPtr answer(const ir::Variable &query, bool isPrimed) {
  std::vector<ir::ExpressionPtr> indices;
  for (const ir::Variable *index : query.definition->indices)
    indices.push_back(
        std::make_unique<ir::Read>(*index, false, std::vector<ir::ExpressionPtr>(), SourceRange()));
  return std::make_unique<ir::Read>(query, isPrimed, std::move(indices), SourceRange());
}

ir::ExpressionPtr unary(ir::UnaryOperator op, ir::ExpressionPtr operand) {
  const ir::Sort sort = operand->sort();
  return std::make_unique<ir::Unary>(op, sort, std::move(operand), SourceRange());
}

/// "0 <= f[i] - f'[i] <= 1": each is at most the next one.
Line ascending(std::vector<ir::ExpressionPtr> sides) {
  Span span{Span::Kind::Formula, {}, {}};
  for (const ir::ExpressionPtr &side : sides) {
    span.text += (span.text.empty() ? "" : " <= ") + ir::printPromoted(*side);
    span.mathml += (span.mathml.empty() ? "" : parts::symbol("\u2264")) + mathml(*side);
  }
  return {span};
}

/// How far \p query may differ, as far as that is decided; empty if nothing is known.
Line differenceLine(const ir::Variable &query, const proof::QuerySensitivity &derived) {
  const bool falls = derived.decreasing.status == smt::Outcome::Proved;
  const bool rises = derived.increasing.status == smt::Outcome::Proved;
  const bool isBounded = derived.largest.kind == proof::DifferenceBound::Kind::Finite;
  const auto zero = [] { return std::make_unique<ir::Number>(0, ir::Sort::Int, SourceRange()); };
  const auto most = [&] { return ir::substituted(*derived.largest.most, ir::Substitution()); };
  ir::ExpressionPtr d = std::make_unique<ir::Binary>(
      ir::BinaryOperator::Subtract, query.sort, answer(query, false), answer(query, true), SourceRange());
  if (falls && rises)
    return formula(
        ir::Binary(ir::BinaryOperator::Equal, ir::Sort::Bool, std::move(d), zero(), SourceRange()));
  std::vector<ir::ExpressionPtr> sides;
  if (!falls && !rises) {
    if (!isBounded)
      return {};
    sides.push_back(unary(ir::UnaryOperator::Absolute, std::move(d)));
    sides.push_back(most());
    return ascending(std::move(sides));
  }
  if (falls)
    sides.push_back(zero());
  else if (isBounded)
    sides.push_back(unary(ir::UnaryOperator::Negate, most()));
  sides.push_back(std::move(d));
  if (rises)
    sides.push_back(zero());
  else if (isBounded)
    sides.push_back(most());
  return ascending(std::move(sides));
}

/// "`f - f'` is what r adds less what r' adds", of the records in which D and D' differ; \p query stands for
/// all.
std::string whatIsAdded(const ir::RecordAdjacency &adjacency, const std::string &query) {
  const std::string fall = "`" + query + " - " + query + "'` is what r adds",
                    rise = "`" + query + "' - " + query + "` is what r' adds";
  switch (adjacency.kind) {
  case ir::RecordAdjacency::Kind::Replace:
    return fall + " less what r' adds";
  case ir::RecordAdjacency::Kind::Add:
    return fall;
  case ir::RecordAdjacency::Kind::Remove:
    return rise;
  case ir::RecordAdjacency::Kind::AddOrRemove:
    return fall + ", or " + rise;
  }
  return {};
}

/// Of counts and sums, of largest and smallest values, or of both.
std::string howAnswersDiffer(const ir::Mechanism &mechanism) {
  const auto firstAsked = [&](bool forExtrema) -> const ir::Variable * {
    for (const auto &variable : mechanism.variables)
      if (variable->definition && variable->definition->isExtremum() == forExtrema)
        return variable.get();
    return nullptr;
  };
  const ir::Variable *sum = firstAsked(false);
  const bool hasExtrema = firstAsked(true) != nullptr;
  const std::string sums = sum ? "is a sum over the records, so that " +
                                     whatIsAdded(*mechanism.recordAdjacency, sum->name)
                               : "",
                    extrema = "is the largest or smallest of what the records have, and no farther from the "
                              "other one than what r has is from what r' has, where each that does not count "
                              "has the end of the range that is answered of nobody";
  if (!hasExtrema)
    return "An answer " + sums + ". ";
  return sum ? "The answer to a count or sum " + sums + ". That to `max` or `min` " + extrema + ". "
             : "An answer " + extrema + ". ";
}

void derived(Document &document, const Result &result, const proof::EngineMaker &makeEngine) {
  const ir::Mechanism &mechanism = *result.mechanism;
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  std::string declarations = ir::print(*adjacency.record);
  if (adjacency.policy)
    declarations += "\n" + ir::print(*adjacency.policy);
  for (const auto &variable : mechanism.variables)
    if (variable->definition)
      declarations += "\n" + ir::print(*variable->definition);
  document.paragraph(code(ir::print(adjacency)) + line(": " + relation(adjacency) +
                                                       " A person with m records is protected as m records "
                                                       "are (event level)."));
  document.code(declarations, "plumb");
  const proof::Sensitivity sensitivity = sensitivityOf(mechanism, makeEngine);
  const std::string sum = howAnswersDiffer(mechanism);
  if (sensitivity.queries.empty())
    return document.paragraph(line(sum + "How far answers may differ is not known."));
  document.paragraph(line(sum + "From that follows, and is proved:"));
  std::vector<Line> items;
  for (const proof::QuerySensitivity &query : sensitivity.queries) {
    Line difference = differenceLine(*query.query, query);
    if (difference.empty())
      items.push_back(code(query.query->name) + line(": no bound is known"));
    else
      items.push_back(std::move(difference) +
                      line(query.onlyOne.status == smt::Outcome::Proved && query.query->isArray()
                               ? ", and at most one answer changes"
                               : ""));
  }
  document.items(std::move(items));
}

} // namespace

void explainNeighbours(Document &document, const Result &result, const proof::EngineMaker &makeEngine) {
  document.heading(2, line("Which data sets are neighbours"));
  if (result.mechanism->recordAdjacency)
    derived(document, result, makeEngine);
  else
    stated(document, result);
}

} // namespace plumb::report
