// SPDX-License-Identifier: Apache-2.0
#include "kernel/model.h"

#include <algorithm>

namespace plumb::kernel {

namespace {

Range point(const mpq_class &number) {
  return {number, number};
}

/// True, false or (nothing) either.
Range truth(std::optional<bool> value) {
  return value ? point(*value) : Range{0, 1};
}

Range truth(bool isSurely, bool isSurelyNot) {
  return isSurely || isSurelyNot ? truth(isSurely) : truth(std::nullopt);
}

bool isTrue(const Range &range) {
  return range.low && *range.low == 1;
}

bool isFalse(const Range &range) {
  return range.high && *range.high == 0;
}

mpz_class floorOf(const mpq_class &number) {
  mpz_class below;
  mpz_fdiv_q(below.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return below;
}

/// The smallest range around both.
Range hull(const Range &a, const Range &b) {
  return {a.low && b.low ? std::min(a.low, b.low) : std::nullopt,
          a.high && b.high ? std::max(a.high, b.high) : std::nullopt};
}

Range sum(const Range &a, const Range &b) {
  Range result;
  if (a.low && b.low)
    result.low = *a.low + *b.low;
  if (a.high && b.high)
    result.high = *a.high + *b.high;
  return result;
}

/// A range times a number keeps its ends; of two ranges little is said.
Range product(const Range &a, const Range &b) {
  const Range &factor = a.isPoint() ? a : b, &other = a.isPoint() ? b : a;
  if (!factor.isPoint())
    return {};
  const mpq_class number = *factor.low;
  if (number == 0)
    return point(0);
  Range result;
  if (other.low)
    (number > 0 ? result.low : result.high) = mpq_class(number * *other.low);
  if (other.high)
    (number > 0 ? result.high : result.low) = mpq_class(number * *other.high);
  return result;
}

/// The quotient that leaves 0 <= a - b * q < |b|; anything where b is 0.
mpq_class quotient(const mpq_class &a, const mpq_class &b) {
  if (b == 0)
    return 0;
  return b > 0 ? mpq_class(floorOf(a / b)) : mpq_class(-floorOf(a / -b));
}

} // namespace

void Model::set(Symbol function, const std::vector<mpq_class> &arguments, const mpq_class &value) {
  const Signature &signature = terms[function];
  if (arguments.size() != signature.domain.size())
    throw Rejected("a value has another number of arguments than its symbol");
  std::vector<std::pair<Sort, mpq_class>> all = {{signature.range, value}};
  for (std::size_t i = 0; i < arguments.size(); ++i)
    all.emplace_back(signature.domain[i], arguments[i]);
  for (const auto &[sort, number] : all) {
    if ((sort == Sort::Int && number.get_den() != 1) || (sort == Sort::Bool && number != 0 && number != 1))
      throw Rejected("a value is none of its sort");
    if (sort == Sort::Int)
      reach = std::max<mpz_class>(reach, abs(number.get_num()));
  }
  for (const auto &[sort, number] : all)
    terms.spend(Terms::costOfTerm + sizeOf(number));
  if (!values[function].emplace(arguments, value).second)
    throw Rejected("a symbol has two values");
}

bool Model::satisfies(Term formula) {
  return isTrue(valueOf(formula, {}));
}

/// Arguments first. What stands inside of a Forall is evaluated with it.
Range Model::valueOf(Term term, const Bindings &bindings) {
  const std::set<Term> needed = terms.subterms(term, true);
  terms.spend(64 * needed.size());
  Bindings known;
  for (Term each : needed)
    known[each] = within(compute(each, known, bindings));
  return known.at(term);
}

/// Paid for, and not too long.
Range Model::within(Range range) const {
  const std::size_t words = (range.low ? sizeOf(*range.low) : 0) + (range.high ? sizeOf(*range.high) : 0);
  if (words > wordLimit)
    throw Rejected("a value has too many digits");
  terms.spend(8 * words);
  return range;
}

/// The value of each operator, from those of its arguments.
Range Model::compute(Term term, const Bindings &known, const Bindings &bindings) {
  const Node &node = terms[term];
  std::vector<Range> of;
  if (node.op != Operator::Forall)
    for (Term argument : node.arguments)
      of.push_back(known.at(argument));
  switch (node.op) {
  case Operator::True:
  case Operator::False:
    return truth(node.op == Operator::True);
  case Operator::Number:
    return point(node.number);
  case Operator::Apply:
    return application(node, of);
  case Operator::Bound:
    return bindings.at(term);
  case Operator::Not:
    return truth(isFalse(of[0]), isTrue(of[0]));
  case Operator::And:
    return truth(std::all_of(of.begin(), of.end(), isTrue), std::any_of(of.begin(), of.end(), isFalse));
  case Operator::Or:
    return truth(std::any_of(of.begin(), of.end(), isTrue), std::all_of(of.begin(), of.end(), isFalse));
  case Operator::Implies:
    return truth(isFalse(of[0]) || isTrue(of[1]), isTrue(of[0]) && isFalse(of[1]));
  case Operator::Equal:
    return truth(of[0].isPoint() && of[1].isPoint() && *of[0].low == *of[1].low,
                 (of[0].high && of[1].low && *of[0].high < *of[1].low) ||
                     (of[1].high && of[0].low && *of[1].high < *of[0].low));
  case Operator::LessEqual:
    return truth(of[0].high && of[1].low && *of[0].high <= *of[1].low,
                 of[1].high && of[0].low && *of[1].high < *of[0].low);
  case Operator::Less:
    return truth(of[0].high && of[1].low && *of[0].high < *of[1].low,
                 of[1].high && of[0].low && *of[1].high <= *of[0].low);
  case Operator::Add:
  case Operator::Multiply:
    for (std::size_t i = 1; i < of.size(); ++i)
      of[0] = within(node.op == Operator::Add ? sum(of[0], of[i]) : product(of[0], of[i]));
    return of[0];
  case Operator::Divide:
    return of[0].isPoint() ? point(quotient(*of[0].low, *of[1].low)) : Range{};
  case Operator::Modulo:
    return of[0].isPoint() ? point(*of[0].low - *of[1].low * quotient(*of[0].low, *of[1].low)) : Range{};
  case Operator::IfThenElse:
    return isTrue(of[0]) ? of[1] : isFalse(of[0]) ? of[2] : hull(of[1], of[2]);
  case Operator::ToReal:
    return of[0];
  case Operator::Forall:
    return forall(node, bindings);
  }
  throw Rejected("there is no such operator");
}

Range Model::application(const Node &node, const std::vector<Range> &arguments) const {
  const Symbol symbol{node.label};
  const std::string &name = terms[symbol].name;
  const bool arePoints =
      std::all_of(arguments.begin(), arguments.end(), [](const Range &range) { return range.isPoint(); });
  if (name == "1/" || name == "div") {
    if (!arePoints)
      return {};
    const mpq_class &first = *arguments[0].low;
    return point(name == "div" ? quotient(first, *arguments[1].low) : first == 0 ? first : 1 / first);
  }
  Range result = point(0);
  const auto table = values.find(symbol);
  if (table == values.end())
    return result;
  terms.spend(table->second.size());
  for (const auto &[at, value] : table->second) {
    bool isMet = true;
    for (std::size_t i = 0; i < at.size(); ++i)
      isMet &= arguments[i].contains(at[i]);
    if (isMet)
      result = arePoints ? point(value) : hull(result, point(value));
  }
  return result;
}

/// Each integer up to the largest that the model speaks of; and all that are beyond, in both directions.
Range Model::forall(const Node &node, const Bindings &bindings) {
  const Term variable = node.arguments[0];
  if (terms[variable].sort != Sort::Int || reach > reachLimit)
    return truth(std::nullopt);
  std::vector<Range> all = {{std::nullopt, mpq_class(-reach - 1)}, {mpq_class(reach + 1), std::nullopt}};
  for (mpz_class number = -reach; number <= reach; ++number)
    all.push_back(point(number));
  bool isSurely = true;
  for (const Range &range : all) {
    Bindings inner = bindings;
    inner[variable] = range;
    const Range body = valueOf(node.arguments[1], inner);
    if (range.isPoint() && isFalse(body))
      return truth(false);
    isSurely &= isTrue(body);
  }
  return truth(isSurely, false);
}

} // namespace plumb::kernel
