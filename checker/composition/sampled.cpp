// SPDX-License-Identifier: Apache-2.0
//
// Parts that run on a sample of the records (Theorems 5 and 6 of Steinke's notes on one-sided differential
// privacy).
//
// Let D have the record r more than D', and S be a sample of D', in which each record is with probability p,
// by a coin of its own. Then D is sampled as S + r with probability p and as S with probability 1 - p. Let y
// be all that the parts publish, M(y|S) its density on S, and e the total of the parts between S + r and S,
// given what y tells later parts, which decides what is chosen by it; so
//
//     (1)  M(y|S + r) <= exp(e) M(y|S)      if each part is proved for added records,
//     (2)  M(y|S) <= exp(e) M(y|S + r)      if each part is proved for removed ones.
//
// All of it is a statement about one sample S and one y. With a = M(y|S), b = M(y|S + r) and x = exp(e):
//
//   added:    p b + (1 - p) a <= (1 + p (x - 1)) a, by (1).
//   removed:  a <= (p b + (1 - p) a) / (1 - p), whatever the parts are, for p < 1. And by (2)
//             p b + (1 - p) a >= (1 - p + p / x) a, so a <= (p b + (1 - p) a) / (1 - p + p / x).
//
// The mean over S keeps these inequalities. A record that is replaced is in both samples, or in neither: they
// differ then as D and D' do, and nothing is gained; so that is refused.
//
// The logarithms of the factors are compared with a budget t that is a term without exponentials. 0 <= p
// <= 1.
//
//     ln(1 + p (x - 1)) <= t   if  e <= t and 0 <= t          since 1 + p (x - 1) <= max(1, x);
//                              or  e <= 1 and p (e + e^2) <= t   since exp(e) <= 1 + e + e^2 for e <= 1,
//     ln(1 / (1 - p)) <= t     if  p / (1 - p) <= t,          both since ln(1 + z) <= z;
//                              and each of them if p = 0 <= t, where nobody is sampled.
//     ln(1 / (1 - p + p / x)) is at most ln(1 + p (x - 1)), as (1 + p (x - 1)) (1 - p + p / x) =
//                              1 + p (1 - p) (x - 1)^2 / x >= 1; and it is at most t
//                              if  p e <= t                since exp is convex: (1 - p) exp(0) + p exp(-e)
//                              >= exp(-p e).
//
// Where the composition defines powers of e and logarithms, nothing is bounded: exp(t) is compared with the
// factor itself, as an inequality of polynomials in powers of e (powers.h).
//
// exp(e) <= 1 + e + e^2 for e <= 1: for e < 0 by Taylor's theorem, exp(e) <= 1 + e + e^2 / 2; for 0 <= e <=
// 1, exp(e) - 1 - e = e^2 (1/2! + e/3! + ...) <= e^2 (exp(1) - 2).

#include "checker/composition/composer.h"
#include "checker/relational/rational_text.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/stated_neighbours.h"

#include <llvm/Support/Casting.h>

namespace plumb::composition {

using Kind = ir::RecordAdjacency::Kind;
using relational::Polynomial;
using relational::RationalFunction;
using smt::Outcome;
using smt::Term;

namespace {

RationalFunction number(long value) {
  return {Polynomial::constant(value), Polynomial::constant(1)};
}

RationalFunction plus(const RationalFunction &a, const RationalFunction &b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

RationalFunction minus(const RationalFunction &a, const RationalFunction &b) {
  return {a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator};
}

RationalFunction times(const RationalFunction &a, const RationalFunction &b) {
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}

bool isSaid(const ir::RecordAdjacency &stated, Kind direction) {
  return stated.kind == Kind::AddOrRemove || stated.kind == direction;
}

} // namespace

/// Who has to be protected is stated: who is in the data.
bool Composer::isSampled() {
  const ir::Sampling &sampling = *composition.sampling;
  const bool isStated = ir::statesNeighbours(composition);
  if (!isStated || composition.head.recordAdjacency->kind == Kind::Replace) {
    Evidence &step = inquiry.recordAs("sample", Condition::Part, {}, sampling.range);
    step.engine = "syntax";
    step.sentence = isStated ? "a sample hides who is in the data, not what a record says: of a record that "
                               "is replaced both are sampled, or neither"
                             : "a sample hides who is in the data, and the composition does not state that "
                               "records are added or removed";
    step.advice = "let the composition state `adjacency add R`, `remove R` or `add or remove R`";
    return false;
  }
  return isDefined("sample", *sampling.probability) && isProbability();
}

bool Composer::isProbability() {
  const auto text = [&](const char *words) {
    return "`" + ir::printPromoted(*composition.sampling->probability) +
           "`, with which each record is sampled, is " + words;
  };
  const auto p = [&] { return powers.number(*composition.sampling->probability); };
  const SourceRange range = composition.sampling->range;
  if (!composition.definitions.empty() &&
      showPowers("sample", Condition::Part, text("not negative"), range, p(), constantTerm(0), false) &&
      showPowers("sample", Condition::Part, text("at most 1"), range, constantTerm(1), p(), false))
    return true;
  return probabilityIs("from 0 to 1", [&](Term value) {
    return store.conjunction({store.lessEqual(store.real(0), value), store.lessEqual(value, store.real(1))});
  });
}

bool Composer::isLessThanOne() {
  const ir::Sampling &sampling = *composition.sampling;
  return (!composition.definitions.empty() &&
          showPowers("sample", Condition::Part,
                     "`" + ir::printPromoted(*sampling.probability) +
                         "`, with which each record is sampled, is less than 1",
                     sampling.range, constantTerm(1), powers.number(*sampling.probability), true)) ||
         probabilityIs("less than 1", [&](Term value) { return store.less(value, store.real(1)); });
}

/// That of row.sample is at most exp(claimed), multiplied out.
/// \pre p < 1 is asked by itself.
bool Composer::isCoveredByPowers(const Row &row, const RationalFunction &most, const std::string &loss) {
  const auto p = [&] { return powers.number(*composition.sampling->probability); };
  const auto one = [] { return constantTerm(1); };
  const auto show = [&](PowerTerm greater, PowerTerm smaller) {
    return showPowers("sum", Condition::Sum, loss + "at most what is guaranteed", composition.guarantee.range,
                      std::move(greater), std::move(smaller), false);
  };
  if (!isDefined("guarantee", *composition.guarantee.epsilon))
    return false;
  if (row.sample == Sample::LeftOut)
    return show(productTerm(powerOf(most), differenceTerm(one(), p())), one());
  // What holds of the sum of each case holds where that is the case.
  const auto isWithin = [&](const RationalFunction &total) {
    return (row.sample == Sample::AmplifiedWithout &&
            show(productTerm(powerOf(most),
                             sumTerm(productTerm(differenceTerm(one(), p()), powerOf(total)), p())),
                 powerOf(total))) ||
           show(powerOf(most), sumTerm(one(), productTerm(p(), differenceTerm(powerOf(total), one()))));
  };
  return row.total
             ? isWithin(*row.total)
             : llvm::all_of(row.totals, [&](const Row::CaseTotal &each) { return isWithin(each.total); });
}

/// \param holds what is said of p, in words and as a formula.
bool Composer::probabilityIs(const std::string &words, llvm::function_ref<Term(Term p)> holds) {
  const ir::Sampling &sampling = *composition.sampling;
  relational::State state = headState();
  relational::Evaluator evaluator(context, state);
  Term p = evaluator.relational(*sampling.probability);
  const std::string text =
      "`" + ir::printPromoted(*sampling.probability) + "`, with which each record is sampled, ";
  Evidence &step =
      record("sample", text + "is not proved to be " + words, sampling.range, context, state.facts, holds(p));
  if (step.isProved())
    step.sentence = text + "is " + words;
  else if (llvm::isa<ir::Number>(*sampling.probability))
    step.advice = "sample with less, as in `sample each with 1 / 10`";
  return step.isProved();
}

/// A row for each direction. Parts need not be proved for removed records.
void Composer::sampledNeighbours() {
  const ir::RecordAdjacency &stated = *composition.head.recordAdjacency;
  if (isSaid(stated, Kind::Add))
    addSampled(statedRow(Kind::Add, false), false);
  if (isSaid(stated, Kind::Remove))
    addSampled(statedRow(Kind::Remove, true), true);
}

/// With the first of its bounds that is proved to be at most what is claimed; and if none is, with the first
/// that there is.
void Composer::addSampled(Row row, bool isRemoved) {
  std::vector<Row::CaseTotal> totals;
  if (row.isFinite()) {
    const ir::ExpressionPtr total = totalOf(row);
    row.hasTooManyCases = hasTooManyCases(*total);
    totals = rationalCases(*total);
  }
  const bool isBounded = !totals.empty();
  if (totals.size() == 1)
    row.total = totals.front().total;
  else
    row.totals = totals;
  // The theorem speaks of one output, and so of one case.
  const auto amplified = [&](const RationalFunction &most, relational::State &state) {
    std::vector<Term> each;
    for (const Row::CaseTotal &one : totals)
      each.push_back(where(one.under, state, isAmplifiedWithin(most, one.total, isRemoved)));
    return store.conjunction(std::move(each));
  };
  const auto leftOut = [&](const RationalFunction &most, relational::State &) {
    return isLeftOutWithin(most);
  };
  const Sample amplifying = isRemoved ? Sample::AmplifiedWithout : Sample::Amplified;
  row.sample = amplifying;
  if (isBounded)
    coverSampled(row, isRemoved, amplified);
  if (isRemoved && row.covered != Outcome::Proved) {
    row.sample = Sample::LeftOut;
    coverSampled(row, isBounded, leftOut);
    if (row.covered == Outcome::Proved || !isBounded)
      isLessThanOne();
    else {
      row.sample = amplifying;
      coverSampled(row, false, amplified);
    }
  }
  composed.ledger.push_back(std::move(row));
}

/// \param mayBeOpen there is another bound.
/// \param isWithin that the bound of \p row is at most this.
void Composer::coverSampled(
    Row &row, bool mayBeOpen,
    llvm::function_ref<Term(const RationalFunction &most, relational::State &state)> isWithin) {
  const ir::ExpressionPtr &claimed = composition.guarantee.epsilon;
  if (!claimed) {
    row.covered = Outcome::Proved;
    return;
  }
  const std::string loss =
      "for " + row.changes + " the parts cost " + lossText(composition, row) + " together, ";
  const std::vector<Row::CaseTotal> most = rationalCases(*claimed);
  if (most.empty())
    return;
  if (!composition.definitions.empty() && most.size() == 1 &&
      isCoveredByPowers(row, most.front().total, loss)) {
    row.covered = Outcome::Proved;
    return;
  }
  relational::State state = headState();
  relational::Evaluator evaluator(context, state);
  evaluator.program(*claimed, relational::Side::First);
  std::vector<Term> each = {evaluator.takeDefinedness()};
  for (const Row::CaseTotal &one : most)
    each.push_back(where(one.under, state, isWithin(one.total, state)));
  const Term goal = store.conjunction(std::move(each));
  require("sum", loss + "at most what is guaranteed",
          loss + "which is not proved to be at most what is guaranteed", composition.guarantee.range,
          state.facts, goal);
  composed.asked.back().condition = Condition::Sum;
  row.covered = composed.asked.back().status;
  if (mayBeOpen && row.covered != Outcome::Proved)
    inquiry.withdraw();
}

Term Composer::isAmplifiedWithin(const RationalFunction &most, const RationalFunction &total,
                                 bool isRemoved) {
  std::vector<Term> each = {store.conjunction({isNotNegative(minus(most, total)), isNotNegative(most)})};
  if (const auto p = probability()) {
    const RationalFunction amplified = times(*p, plus(total, times(total, total)));
    each.push_back(
        store.conjunction({isNotNegative(minus(number(1), total)), isNotNegative(minus(most, amplified))}));
    each.push_back(store.conjunction({isNotNegative(minus(number(0), *p)), isNotNegative(most)}));
    if (isRemoved)
      each.push_back(isNotNegative(minus(most, times(*p, total))));
  }
  return store.disjunction(std::move(each));
}

/// \pre p < 1 is asked by itself.
Term Composer::isLeftOutWithin(const RationalFunction &most) {
  const auto p = probability();
  return p ? isNotNegative(minus(most, {p->numerator, p->denominator - p->numerator})) : store.boolean(false);
}

std::optional<RationalFunction> Composer::probability() {
  return relational::rationalFunction(*composition.sampling->probability, symbols, products, store);
}

std::string lossText(const ir::Composition &composition, const Row &row) {
  std::string p;
  if (row.sample != Sample::All) {
    const ir::Expression &probability = *composition.sampling->probability;
    p = ir::printPromoted(probability);
    if (llvm::isa<ir::Binary, ir::Unary, ir::Conditional>(&probability))
      p = "(" + p + ")";
  }
  if (row.sample == Sample::LeftOut)
    return "ln(1 / (1 - " + p + "))";
  const auto lost = [&](const std::string &total) {
    return row.sample == Sample::All         ? total
           : row.sample == Sample::Amplified ? "ln(1 + " + p + " * (exp(" + total + ") - 1))"
                                             : "ln(1 / (1 - " + p + " + " + p + " / exp(" + total + ")))";
  };
  std::string text = row.total ? lost(relational::print(*row.total)) : "";
  for (const Row::CaseTotal &one : row.totals)
    text += (text.empty() ? "" : ", or ") + lost(relational::print(one.total)) + " where " + print(one.under);
  if (!text.empty())
    return text;
  return lost(row.hasTooManyCases
                  ? "a sum of more than " + std::to_string(mostCases) + " cases (no more are tried)"
                  : "a sum that is no quotient of terms");
}

} // namespace plumb::composition
