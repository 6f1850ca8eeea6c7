// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_alignment.h"

#include "checker/noise/distribution.h"
#include "checker/relational/products.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/scales.h"
#include "checker/relational/symbols.h"
#include "checker/relational/walk.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/explain_shift.h"
#include "checker/report/explain_sum.h"
#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"

#include <llvm/Support/Casting.h>

namespace plumb::report {

using llvm::dyn_cast;

namespace {

Line conditionLine(const ShiftCase &shift, bool isLast, std::size_t cases) {
  if (cases == 1)
    return line("always");
  if (isLast)
    return line("otherwise");
  Line words;
  for (bool negated : {false, true})
    for (const Choice &choice : shift.choices)
      if (choice.negated == negated)
        words = words + line(words.empty() ? "" : ", ") + line(negated ? "not " : "") +
                formula(*choice.condition);
  return words;
}

const ir::Difference *differenceOf(const ir::Mechanism &mechanism, const ir::Variable &query) {
  for (const ir::Difference &difference : mechanism.adjacency)
    if (difference.query == &query)
      return &difference;
  return nullptr;
}

/// What is stated of f if \p a + \p b is f[e] - f'[e] or its negation for a query f; else null.
const ir::Difference *differenceOfPair(const ir::Mechanism &mechanism, const Summand &a, const Summand &b) {
  const auto *first = dyn_cast<ir::Read>(a.term), *second = dyn_cast<ir::Read>(b.term);
  if (!first || !second || a.negative == b.negative || &first->variable != &second->variable ||
      first->primed == second->primed ||
      !std::equal(first->indices.begin(), first->indices.end(), second->indices.begin(),
                  second->indices.end(),
                  [](const auto &one, const auto &other) { return ir::isSameTerm(*one, *other); }))
    return nullptr;
  return differenceOf(mechanism, first->variable);
}

/// A sum of bounds and a number.
struct Distance {
  std::vector<Summand> bounds;
  Rational constant = 0;
};

void add(Distance &distance, const ir::Expression &bound) {
  if (const auto *number = dyn_cast<ir::Number>(&bound))
    distance.constant += number->value;
  else
    distance.bounds.push_back({false, &bound});
}

/// Whatever the bounds are, none of which is negative.
bool isAtMost(const Distance &one, const Distance &other) {
  std::vector<Summand> left = other.bounds;
  for (const Summand &bound : one.bounds) {
    const auto same = std::find_if(left.begin(), left.end(),
                                   [&](const Summand &known) { return known.term == bound.term; });
    if (same == left.end())
      return false;
    left.erase(same);
  }
  return one.constant <= other.constant;
}

/// |shift| by how far it goes up and down over pairs f[e] - f'[e] and numbers; where none of the two is known
/// to be the larger, by the triangle inequality.
std::optional<Distance> atMost(const ir::Mechanism &mechanism, std::vector<Summand> shift) {
  using Direction = ir::Difference::Direction;
  Distance up, down, all;
  while (!shift.empty()) {
    const Summand last = shift.back();
    shift.pop_back();
    if (const auto *number = dyn_cast<ir::Number>(last.term)) {
      const Rational value = last.negative ? Rational(-number->value) : number->value;
      up.constant += value;
      down.constant -= value;
      all.constant += abs(value);
      continue;
    }
    const ir::Difference *difference = nullptr;
    bool isOfSecond = false;
    for (auto other = shift.begin(); other != shift.end() && !difference; ++other)
      if ((difference = differenceOfPair(mechanism, last, *other))) {
        // f' - f, and not f - f'.
        isOfSecond = llvm::cast<ir::Read>(last.term)->primed != last.negative;
        shift.erase(other);
        break;
      }
    if (!difference)
      return std::nullopt;
    const ir::Expression &bound = *difference->bound;
    if (difference->direction != (isOfSecond ? Direction::Decreasing : Direction::Increasing))
      add(up, bound);
    if (difference->direction != (isOfSecond ? Direction::Increasing : Direction::Decreasing))
      add(down, bound);
    add(all, bound);
  }
  return isAtMost(down, up) ? up : isAtMost(up, down) ? down : all;
}

ir::ExpressionPtr copyOf(const ir::Expression &term) {
  return ir::substituted(term, ir::Substitution());
}

/// The rate of the law times \p most / b.
std::optional<std::string> costOf(const ir::Mechanism &mechanism, const ir::Sample &sample,
                                  const Distance &most) {
  if (sample.openScale.isOpen)
    return std::nullopt;
  const auto joined = [](ir::BinaryOperator op, ir::ExpressionPtr left, ir::ExpressionPtr right) {
    return std::make_unique<ir::Binary>(op, ir::Sort::Real, std::move(left), std::move(right), SourceRange());
  };
  const auto number = [](Rational value) {
    return std::make_unique<ir::Number>(std::move(value), ir::Sort::Real, SourceRange());
  };
  ir::ExpressionPtr sum = number(most.constant);
  for (const Summand &bound : most.bounds)
    sum = joined(ir::BinaryOperator::Add, std::move(sum), copyOf(*bound.term));
  const ir::ExpressionPtr cost =
      joined(ir::BinaryOperator::Divide,
             joined(ir::BinaryOperator::Multiply, number(noise::largestRate(sample.law)), std::move(sum)),
             copyOf(*sample.scale));
  smt::TermStore store;
  relational::Symbols symbols(mechanism, store);
  relational::Products products(store);
  const auto value = relational::rationalFunction(*cost, symbols, products, store);
  return value ? std::optional(relational::print(*value)) : std::nullopt;
}

std::string drawText(const ir::Sample &sample) {
  return sample.target.name + ir::printIndices(sample.indices) + " ~ " + std::string(name(sample.law)) + "(" +
         ir::printPromoted(*sample.scale) + ")";
}

ir::ExpressionPtr copyOfIndex(const ir::Expression &index) {
  const auto *read = dyn_cast<ir::Read>(&index);
  if (!read)
    return nullptr;
  return std::make_unique<ir::Read>(read->variable, read->primed, std::vector<ir::ExpressionPtr>{},
                                    read->range());
}

/// The new sample as its own alignment reads it: with the indices of its statement.
std::optional<ir::Read> ownRead(const ir::Sample &sample) {
  std::vector<ir::ExpressionPtr> indices;
  for (const ir::ExpressionPtr &index : sample.indices) {
    indices.push_back(copyOfIndex(*index));
    if (!indices.back())
      return std::nullopt;
  }
  return std::make_optional<ir::Read>(sample.target, false, std::move(indices), sample.range());
}

} // namespace

std::vector<AlignmentCase> alignmentCases(const ir::Mechanism &mechanism, const ir::Sample &sample) {
  std::vector<ShiftCase> cases = shiftCases(*sample.aligned);
  std::optional<ir::Read> own = ownRead(sample);
  if (!own)
    return {};
  std::vector<AlignmentCase> result;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::vector<Summand> shift = withoutOwn(cases[i].summands, *own);
    AlignmentCase &one = result.emplace_back();
    one = {conditionLine(cases[i], i + 1 == cases.size(), cases.size()), sumLine(cases[i].summands),
           sumLine(shift), std::nullopt};
    if (const auto most = atMost(mechanism, shift)) {
      one.atMost = sumLine(most->bounds, most->constant);
      one.cost = costOf(mechanism, sample, *most);
    }
  }
  return result;
}

void explainAlignment(Document &document, const ir::Mechanism &mechanism) {
  std::size_t before = document.blocks().size();
  const char *unbounded = mechanism.recordAdjacency ? "as the answers above differ, and the cost below says"
                                                    : "as the cost below says";
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    document.paragraph(code(drawText(*sample)));
    if (!sample->aligned)
      return document.paragraph(line("No alignment was written, and none was found."));
    std::vector<std::vector<Line>> rows{
        {line("case"), line("H, on D"), line("H', on D'"), line("shift"), line("how far at most")}};
    std::vector<ir::ExpressionPtr> indices;
    for (const ir::ExpressionPtr &index : sample->indices)
      indices.push_back(copyOf(*index));
    const ir::Read drawn(sample->target, false, std::move(indices), SourceRange());
    for (AlignmentCase &one : alignmentCases(mechanism, *sample))
      rows.push_back({one.condition, formula(drawn), one.aligned, one.shift,
                      one.atMost ? *one.atMost : line(unbounded)});
    document.table(std::move(rows));
  });
  if (document.blocks().size() == before)
    document.paragraph(line("No noise is drawn, so nothing is moved."));
}

} // namespace plumb::report
