// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/solution.h"

#include "checker/derivation/question.h"

#include <algorithm>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Sort;
using kernel::Term;

Value Solution::numberOf(Term number) {
  Value sum;
  for (const auto &[monomial, coefficient] : normal.of(number).summands())
    if (monomial.empty())
      sum.number += Fraction(coefficient);
    else
      sum.add(Fraction(coefficient), monomialOf(monomial));
  return sum;
}

/// What no row speaks of has the value that its parts give it, or 0.
Value Solution::monomialOf(const kernel::Monomial &monomial) {
  if (const auto value = point.valueOf(monomial); value || monomial.size() > 1)
    return value.value_or(Value{});
  const Node &node = terms[monomial[0]];
  if (node.op == Operator::IfThenElse)
    return numberOf(node.arguments[isTrue(node.arguments[0]) ? 1 : 2]);
  if (node.op == Operator::Divide || node.op == Operator::Modulo) {
    const Fraction whole = numberOf(node.arguments[0]).number, divisor(terms[node.arguments[1]].number);
    const Fraction quotient(mpq_class((whole * divisor.inverse()).floor()));
    return {node.op == Operator::Divide ? quotient : whole + -(divisor * quotient), 0};
  }
  // Arguments of one may be made of the other: 1 / (1 / x).
  if (!underway.insert(monomial[0]).second)
    return {};
  Value found;
  for (Term atom : rows.numbers())
    if (terms[atom].op == Operator::Apply && terms[atom].label == node.label && atom != monomial[0] &&
        point.valueOf({atom}) && haveEqualArguments(atom, monomial[0])) {
      found = *point.valueOf({atom});
      break;
    }
  underway.erase(monomial[0]);
  return found;
}

bool Solution::haveEqualArguments(Term one, Term other) {
  const Node &a = terms[one], &b = terms[other];
  for (std::size_t i = 0; i < a.arguments.size(); ++i)
    if (terms[a.arguments[i]].sort == Sort::Bool ? isTrue(a.arguments[i]) != isTrue(b.arguments[i])
                                                 : !(numberOf(a.arguments[i]) == numberOf(b.arguments[i])))
      return false;
  return true;
}

bool Solution::isTrue(Term formula) {
  const auto [base, sign] = literalOf(terms, formula, true);
  if (const int value = facts.valueOf(base); value != 0)
    return (value > 0) == sign;
  return isTrueByParts(base) == sign;
}

bool Solution::isTrueByParts(Term formula) {
  const Node &node = terms[formula];
  if (isJunction(node.op)) {
    const bool all = node.op == Operator::And;
    for (std::size_t i = 0; i < node.arguments.size(); ++i)
      if ((isTrue(node.arguments[i]) != (node.op == Operator::Implies && i == 0)) != all)
        return !all;
    return all;
  }
  if (node.op == Operator::IfThenElse)
    return isTrue(node.arguments[isTrue(node.arguments[0]) ? 1 : 2]);
  if (node.op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Bool)
    return isTrue(node.arguments[0]) == isTrue(node.arguments[1]);
  if (node.op == Operator::Equal)
    return numberOf(node.arguments[0]) == numberOf(node.arguments[1]);
  if (node.op == Operator::Less)
    return numberOf(node.arguments[0]) < numberOf(node.arguments[1]);
  if (node.op == Operator::LessEqual)
    return !(numberOf(node.arguments[1]) < numberOf(node.arguments[0]));
  // A predicate is what it is at equal arguments; where nothing is known, it is false.
  for (const Fact &fact : facts)
    if (terms[fact.formula].op == Operator::Apply && terms[fact.formula].label == node.label &&
        haveEqualArguments(fact.formula, formula))
      return fact.value;
  return false;
}

/// The first part of \p formula that is not known and has no parts that are formulas.
std::optional<Term> Solution::unknownPart(Term formula) const {
  std::vector<Term> open{formula};
  while (!open.empty()) {
    const Term next = literalOf(terms, open.back(), true).first;
    open.pop_back();
    const bool isKnown = facts.valueOf(next) != 0;
    if (isKnown && (next != formula || !isComposed(terms, next)))
      continue;
    if (!isComposed(terms, next))
      return next;
    const std::vector<Term> &arguments = terms[next].arguments;
    open.insert(open.end(), arguments.rbegin(), arguments.rend());
  }
  return std::nullopt;
}

std::size_t Solution::unknownArguments(Term formula) const {
  const std::vector<Term> &arguments = terms[formula].arguments;
  return static_cast<std::size_t>(
      std::count_if(arguments.begin(), arguments.end(), [&](Term part) { return facts.valueOf(part) == 0; }));
}

/// A part of a fact that is wrong here, of that with the fewest unknown parts.
std::optional<Term> Solution::partOfWrongFact() {
  std::optional<Term> clause;
  for (const Fact &fact : facts)
    if (isComposed(terms, fact.formula) && isTrueByParts(fact.formula) != fact.value &&
        (!clause || unknownArguments(fact.formula) < unknownArguments(*clause)))
      clause = fact.formula;
  return clause ? unknownPart(*clause) : std::nullopt;
}

std::optional<Term> Solution::conditionOfWrongChoice() {
  for (Term atom : rows.numbers()) {
    const Node &node = terms[atom];
    if (node.op != Operator::IfThenElse || facts.valueOf(node.arguments[0]) != 0)
      continue;
    const Term side = node.arguments[isTrue(node.arguments[0]) ? 1 : 2];
    if (!(numberOf(atom) == numberOf(side)))
      if (const auto part = unknownPart(node.arguments[0]))
        return part;
  }
  return std::nullopt;
}

/// Two numbers are not equal, but are here: one of them is less.
bool Solution::learnApart() {
  for (std::size_t at = 0; at < facts.size(); ++at) {
    const Node &node = terms[facts[at].formula];
    if (node.op != Operator::Equal || facts[at].value || terms[node.arguments[0]].sort == Sort::Bool ||
        !(numberOf(node.arguments[0]) == numberOf(node.arguments[1])))
      continue;
    const Term a = node.arguments[0], b = node.arguments[1];
    const Term disjunction = terms.disjunction({terms.less(a, b), terms.less(b, a)});
    if (facts.valueOf(disjunction) > 0)
      continue;
    facts.learn(disjunction, true, Step{Step::Kind::Apart, {facts[at].formula, disjunction}}, {at});
    return true;
  }
  return false;
}

/// An equation of arguments at which one function has different values in the solution.
std::optional<Term> Solution::unequalValues() {
  const std::vector<Term> &atoms = rows.numbers();
  for (std::size_t i = 0; i < atoms.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (terms[atoms[i]].op == Operator::Apply && terms[atoms[j]].op == Operator::Apply &&
          terms[atoms[i]].label == terms[atoms[j]].label && !(numberOf(atoms[i]) == numberOf(atoms[j])))
        if (const auto equation = equationOfArguments(atoms[j], atoms[i]))
          return equation;
  for (const auto &[yes, no] : facts.predicates())
    if (const auto equation = equationOfArguments(facts[yes].formula, facts[no].formula))
      return equation;
  return std::nullopt;
}

/// Of arguments that are equal in the solution, all of them, one pair that is not known to be.
std::optional<Term> Solution::equationOfArguments(Term one, Term other) {
  const Node &a = terms[one], &b = terms[other];
  std::optional<Term> found;
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    const Term left = a.arguments[i], right = b.arguments[i];
    if (terms[left].sort == Sort::Bool
            ? facts.valueOf(left) == 0 || facts.valueOf(left) != facts.valueOf(right)
            : !(numberOf(left) == numberOf(right)))
      return std::nullopt;
    if (terms[left].sort == Sort::Bool || normal.of(left) == normal.of(right))
      continue;
    const Term equation = terms.equal(left, right), turned = terms.equal(right, left);
    if (facts.valueOf(equation) == 0 && facts.valueOf(turned) == 0)
      found = equation;
  }
  return found;
}

/// A product with a choice is a product with one of its sides, once the condition is known.
std::optional<Term> Solution::conditionInProduct() const {
  for (const KnownRow &row : rows.all())
    for (const auto &[monomial, coefficient] : row.row.polynomial.summands())
      for (Term atom : monomial)
        if (monomial.size() > 1 && terms[atom].op == Operator::IfThenElse)
          if (const auto part = unknownPart(terms[atom].arguments[0]))
            return part;
  return std::nullopt;
}

std::optional<Term> Solution::toSplit() {
  if (const auto part = partOfWrongFact())
    return part;
  if (const auto wrong = conditionOfWrongChoice())
    return wrong;
  if (learnApart())
    return std::nullopt;
  if (const auto equation = unequalValues())
    return equation;
  return conditionInProduct();
}

/// Whether the values of its parts that are known give \p fact its value.
bool Solution::isSettled(const Fact &fact) const {
  const std::vector<Term> &arguments = terms[fact.formula].arguments;
  if (isJunction(terms[fact.formula].op)) {
    const auto [all, literals] = junctionOf(terms, fact.formula, fact.value);
    return all || std::any_of(literals.begin(), literals.end(), [&](const Literal &part) {
             return facts.valueOf(part.first) == (part.second ? 1 : -1);
           });
  }
  const int first = facts.valueOf(arguments[0]);
  return first != 0 && (arguments.size() == 2 || facts.valueOf(arguments[first > 0 ? 1 : 2]) != 0);
}

std::optional<Term> Solution::partOfOpenFact() const {
  for (const Fact &fact : facts)
    if (isComposed(terms, fact.formula) && !isSettled(fact))
      if (const auto part = unknownPart(fact.formula))
        return part;
  return std::nullopt;
}

/// Of a factor of a product that a fact speaks of. A choice with a known condition is one of its sides.
std::optional<Term> Solution::unknownSign() const {
  for (const KnownRow &row : rows.all())
    for (const auto &[monomial, coefficient] : row.row.polynomial.summands())
      for (Term atom : monomial) {
        if (monomial.size() < 2 || !row.from.empty() || terms[atom].op == Operator::IfThenElse ||
            rows.signOf(atom))
          continue;
        const Term zero = terms[atom].sort == Sort::Int ? terms.integer(0) : terms.real(0);
        if (const Term sign = terms.lessEqual(zero, atom); facts.valueOf(sign) == 0)
          return sign;
      }
  return std::nullopt;
}

/// Where x is known to be on one side of a number c above 0, on which side of 1 / c the quotient 1 / x is.
std::optional<Term> Solution::unknownInverse() const {
  for (Term quotient : rows.numbers()) {
    if (terms[quotient].op != Operator::Apply || terms.symbolOf(quotient).name != "1/")
      continue;
    const kernel::Polynomial &divisor = normal.of(terms[quotient].arguments[0]);
    for (const KnownRow &row : rows.all()) {
      // A row k * x + c or c - k * x, as a multiple of the divisor and a constant.
      const auto &[first, coefficient] = *divisor.summands().rbegin();
      const auto same = row.row.polynomial.summands().find(first);
      if (first.empty() || !row.from.empty() || same == row.row.polynomial.summands().end())
        continue;
      kernel::Polynomial rest = row.row.polynomial;
      const mpq_class times = same->second / coefficient;
      rest.add(-times, divisor);
      if (!rest.isConstant() || rest.constant() / -times <= 0)
        continue;
      const Term bound = terms.real(mpq_class(-times / rest.constant()));
      if (const Term side = terms.lessEqual(bound, quotient); facts.valueOf(side) == 0)
        return side;
    }
  }
  return std::nullopt;
}

/// Before its condition is known, rows say nothing of a choice, so that nothing is multiplied by its sides.
std::optional<Term> Solution::unknownChoice() const {
  for (Term atom : rows.numbers())
    if (terms[atom].op == Operator::IfThenElse)
      if (const auto part = unknownPart(terms[atom].arguments[0]))
        return part;
  return std::nullopt;
}

std::optional<Term> Solution::toSplitForProducts() const {
  for (const auto part : {&Solution::partOfOpenFact, &Solution::unknownSign, &Solution::unknownMultiple,
                          &Solution::unknownPositive, &Solution::unknownInverse, &Solution::unknownChoice})
    if (const auto found = (this->*part)())
      return found;
  return std::nullopt;
}

/// Multiples of one number that are less than it apart are equal. So it is asked of the sum and of the
/// difference of two quotients by one divisor whether it is 0.
std::optional<Term> Solution::unknownMultiple() const {
  std::vector<Term> quotients;
  for (Term atom : rows.numbers())
    if (terms[atom].op == Operator::Apply && terms[atom].sort == Sort::Int &&
        terms[atom].arguments.size() == 2 && terms.symbolOf(atom).name == "div")
      quotients.push_back(atom);
  for (Term one : quotients)
    for (Term other : quotients) {
      if (other == one)
        break;
      if (!(normal.of(terms[one].arguments[1]) == normal.of(terms[other].arguments[1])))
        continue;
      for (const Term sum : {terms.add({one, other}), terms.subtract(one, other)})
        for (const int most : {0, -1})
          if (const Term cut = terms.lessEqual(sum, terms.integer(most)); facts.valueOf(cut) == 0)
            return cut;
    }
  return std::nullopt;
}

/// An Int in a product that is not negative is 0, or 1 at least.
std::optional<Term> Solution::unknownPositive() const {
  for (const KnownRow &row : rows.all())
    for (const auto &[monomial, coefficient] : row.row.polynomial.summands())
      for (Term atom : monomial)
        if (monomial.size() > 1 && row.from.empty() && terms[atom].op == Operator::Apply &&
            terms[atom].sort == Sort::Int)
          if (const Term isNone = terms.lessEqual(atom, terms.integer(0)); facts.valueOf(isNone) == 0)
            return isNone;
  return std::nullopt;
}

/// \p polynomial with x - k * (x div k) for each x mod k, the outer ones first, so that each is met once.
kernel::Polynomial Solution::withQuotients(kernel::Polynomial polynomial, const mpq_class &divisor) {
  const auto isRemainder = [&](const auto &summand) {
    const kernel::Monomial &monomial = summand.first;
    return monomial.size() == 1 && terms[monomial[0]].op == Operator::Modulo &&
           terms[terms[monomial[0]].arguments[1]].number == divisor;
  };
  for (;;) {
    const auto &summands = polynomial.summands();
    const auto found = std::find_if(summands.rbegin(), summands.rend(), isRemainder);
    if (found == summands.rend())
      return polynomial;
    const Term remainder = found->first[0];
    const mpq_class coefficient = found->second;
    const std::vector<Term> arguments = terms[remainder].arguments;
    polynomial.add(coefficient, normal.difference(arguments[0], remainder));
    polynomial.add(-coefficient * divisor, normal.of(terms.make(Operator::Divide, arguments)));
  }
}

/// A polynomial of Ints, if all of its coefficients are multiples.
std::optional<Term> Solution::dividedBy(const mpq_class &divisor, const kernel::Polynomial &polynomial) {
  std::vector<Term> sum;
  for (const auto &[monomial, coefficient] : polynomial.summands()) {
    const mpq_class factor = coefficient / divisor;
    if (factor.get_den() != 1)
      return std::nullopt;
    std::vector<Term> factors{terms.integer(factor.get_num())};
    factors.insert(factors.end(), monomial.begin(), monomial.end());
    sum.push_back(terms.multiply(std::move(factors)));
  }
  return terms.add(std::move(sum));
}

/// Remainders by one number of what is the same but for its multiples and a constant: how many multiples they
/// are apart has bounds, where the quotients by themselves may have none.
std::optional<Term> Solution::cutOfRemainders() {
  std::vector<Term> remainders;
  for (Term atom : rows.numbers())
    if (terms[atom].op == Operator::Modulo)
      remainders.push_back(atom);
  for (std::size_t i = 0; i < remainders.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Term divisor = terms[remainders[i]].arguments[1];
      if (terms[remainders[j]].arguments[1] != divisor)
        continue;
      const mpq_class number = terms[divisor].number;
      kernel::Polynomial multiples = withQuotients(normal.difference(remainders[i], remainders[j]), number);
      multiples.add(-1, kernel::Polynomial(multiples.constant(), {}));
      if (const auto times = dividedBy(number, multiples))
        if (const auto cut = cutAt(*times); cut && facts.valueOf(*cut) == 0)
          return cut;
    }
  return std::nullopt;
}

/// Where quotients are the same but for a whole number, cuts of each by itself would have no end.
std::optional<Term> Solution::cutOfQuotient() {
  for (Term quotient : rows.numbers()) {
    if (terms[quotient].op != Operator::Divide)
      continue;
    for (Term other : rows.numbers()) {
      if (other == quotient || terms[other].sort != Sort::Int)
        continue;
      const Value a = numberOf(quotient), b = numberOf(other);
      for (const bool isSum : {false, true}) {
        const Fraction value = a.number + (isSum ? b.number : -b.number);
        if (!a.little.isZero() || !b.little.isZero() || value.isWhole())
          continue;
        const Term both = isSum ? terms.add({quotient, other}) : terms.subtract(quotient, other);
        if (const Term cut = terms.lessEqual(both, terms.integer(value.floor())); facts.valueOf(cut) == 0)
          return cut;
      }
    }
  }
  return std::nullopt;
}

/// On which side of the next integers \p number is, if it is none here.
std::optional<Term> Solution::cutAt(Term number) {
  const Value value = numberOf(number);
  if (terms[number].sort != Sort::Int || (value.number.isWhole() && value.little.isZero()))
    return std::nullopt;
  mpz_class below = value.number.floor();
  if (value.number.isWhole() && value.little.sign() < 0)
    below -= 1;
  return terms.lessEqual(number, terms.integer(below));
}

/// A difference may be bounded where what it is of is not, so that cuts of these have no end.
std::optional<Term> Solution::cutOfSum() {
  std::vector<Term> comparisons;
  for (const Fact &fact : facts)
    if (const Operator op = terms[fact.formula].op;
        op == Operator::Equal || op == Operator::Less || op == Operator::LessEqual)
      comparisons.push_back(fact.formula);
  for (Term part : openSubterms(terms, comparisons))
    if (terms[part].op == Operator::Add)
      if (const auto cut = cutAt(part); cut && facts.valueOf(*cut) == 0)
        return cut;
  return std::nullopt;
}

std::optional<Term> Solution::toCut() {
  if (const auto cut = cutOfRemainders())
    return cut;
  if (const auto cut = cutOfQuotient())
    return cut;
  if (const auto cut = cutOfSum())
    return cut;
  for (Term atom : rows.numbers())
    if (const auto cut = cutAt(atom))
      return cut;
  return std::nullopt;
}

} // namespace plumb::derivation
