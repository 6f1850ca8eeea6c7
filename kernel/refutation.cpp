// SPDX-License-Identifier: Apache-2.0
#include "kernel/refutation.h"

namespace plumb::kernel {

namespace {

void demand(bool condition, const char *complaint) {
  if (!condition)
    throw NotShown(complaint);
}

} // namespace

/// p >= 0 of a number below 0, p > 0 of one that is not above it, p = 0 of another one than 0.
bool isAbsurd(const Row &row) {
  if (!row.polynomial.isConstant())
    return false;
  const mpq_class value = row.polynomial.constant();
  switch (row.relation) {
  case Relation::AtLeast:
    return value < 0;
  case Relation::Above:
    return value <= 0;
  case Relation::Zero:
    return value != 0;
  }
  return false;
}

/// a <= b: b - a >= 0, and if it is false, a - b > 0. a < b: b - a > 0, and a - b >= 0. a = b: b - a = 0.
Row rowOfComparison(const Terms &terms, NormalForms &normal, Term comparison, bool isTrue) {
  const Node &node = terms[comparison];
  const bool isEqual = node.op == Operator::Equal && isTrue && terms[node.arguments[0]].sort != Sort::Bool;
  demand(isEqual || node.op == Operator::LessEqual || node.op == Operator::Less,
         "a row rests on what is no comparison of numbers");
  const Polynomial difference =
      normal.difference(node.arguments[isTrue ? 1 : 0], node.arguments[isTrue ? 0 : 1]);
  if (isEqual)
    return {difference, Relation::Zero};
  return {difference, (node.op == Operator::Less) == isTrue ? Relation::Above : Relation::AtLeast};
}

/// 0 <= x - k * (x div k) <= k - 1, and 0 <= x mod k <= k - 1.
Row rowOfDivision(const Terms &terms, NormalForms &normal, Term division, bool isLow) {
  const Node &node = terms[division];
  demand(node.op == Operator::Divide || node.op == Operator::Modulo, "a row rests on what is no division");
  const mpq_class divisor = terms[node.arguments[1]].number;
  Polynomial rest(1, {division});
  if (node.op == Operator::Divide) {
    rest = normal.of(node.arguments[0]);
    rest.add(-divisor, Polynomial(1, {division}));
  }
  if (isLow)
    return {rest, Relation::AtLeast};
  Polynomial high(divisor - 1, {});
  high.add(-1, rest);
  return {high, Relation::AtLeast};
}

/// Where all atoms are Ints, a row is divided by the greatest common divisor of its coefficients but for the
/// constant. The sum of the others is then an integer s. s + c >= 0 means s + floor(c) >= 0; s + c > 0 means
/// s + ceil(c) - 1 >= 0; s + c = 0 cannot be if c is a fraction.
Row rounded(const Terms &terms, const Row &row) {
  mpz_class numerators = 0, denominators = 1;
  for (const auto &[monomial, coefficient] : row.polynomial.summands()) {
    for (Term atom : monomial)
      demand(terms[atom].sort == Sort::Int, "a row is rounded in which not all is an integer");
    if (monomial.empty())
      continue;
    mpz_lcm(denominators.get_mpz_t(), denominators.get_mpz_t(), coefficient.get_den_mpz_t());
    if (mpz_size(denominators.get_mpz_t()) > Polynomial::wordLimit)
      throw Rejected("a common denominator has too many digits");
    mpz_gcd(numerators.get_mpz_t(), numerators.get_mpz_t(), coefficient.get_num_mpz_t());
  }
  demand(numerators != 0, "a row without unknowns is not rounded");
  mpq_class scale(denominators, numerators);
  scale.canonicalize();
  Row result{{}, row.relation};
  result.polynomial.add(scale, row.polynomial);
  const mpq_class constant = result.polynomial.constant();
  mpz_class below;
  mpz_fdiv_q(below.get_mpz_t(), constant.get_num_mpz_t(), constant.get_den_mpz_t());
  const bool isFraction = constant != below;
  if (row.relation == Relation::Zero)
    return isFraction ? Row{Polynomial(1, {}), Relation::Zero} : result;
  const bool isLowered = row.relation == Relation::Above && !isFraction;
  result.relation = Relation::AtLeast;
  result.polynomial.add(1, Polynomial(mpq_class(below) - constant - (isLowered ? 1 : 0), {}));
  return result;
}

Refutation::Refutation(Terms &ofTerms, NormalForms &normalForms, const Obligation &obligation)
    : terms(ofTerms), normal(normalForms) {
  for (Term hypothesis : obligation.hypotheses)
    learn(hypothesis, true);
  learn(obligation.goal, false);
  closeBranches();
}

/// A formula without the Nots in front of it, each of which turns its value.
Refutation::Literal Refutation::literal(Term formula, bool value) const {
  for (; terms[formula].op == Operator::Not; value = !value, terms.spend(1))
    formula = terms[formula].arguments[0];
  return {formula, value};
}

/// 1 true, -1 false, 0 not known.
int Refutation::valueOf(Term formula) const {
  const Literal asked = literal(formula, true);
  const Operator op = terms[asked.formula].op;
  const auto found = known.find(asked.formula);
  if (op != Operator::True && op != Operator::False && found == known.end())
    return 0;
  const bool value = found == known.end() ? op == Operator::True : found->second;
  return value == asked.value ? 1 : -1;
}

/// Nothing is both true and false.
void Refutation::learn(Term formula, bool value) {
  if (terms[formula].sort != Sort::Bool)
    throw Rejected("a number is no truth value");
  const int before = valueOf(formula);
  const Literal learned = literal(formula, value);
  if (before == 0) {
    known.emplace(learned.formula, learned.value);
    trail.push_back(learned.formula);
  }
  contradiction |= before == (value ? -1 : 1);
}

void Refutation::take(const Step &step) {
  demand(!complete, "there is a step behind the last contradiction");
  terms.spend(8);
  apply(step);
  closeBranches();
}

void Refutation::apply(const Step &step) {
  const auto term = [&](std::size_t i) { return step.terms.at(i); };
  const auto source = [&](std::size_t i) { return step.sources.at(i).second; };
  switch (step.kind) {
  case Step::Kind::Unit:
    return unit(term(0));
  case Step::Kind::Whole:
    return whole(term(0));
  case Step::Kind::Apart:
    return apart(term(0), term(1));
  case Step::Kind::Alike:
    return alike(term(0), term(1));
  case Step::Kind::Split:
    return split(term(0));
  case Step::Kind::Instance:
    return instance(term(0), term(1), term(2));
  case Step::Kind::Sum:
    return sum(step.sources);
  case Step::Kind::Times:
    return times(source(0), source(1));
  case Step::Kind::Multiple:
    return multiple(source(0), term(0));
  case Step::Kind::Round:
    return round(source(0));
  }
}

/// A case that ended in a contradiction is left, and the next begins where it was split off.
void Refutation::closeBranches() {
  while (contradiction && !complete) {
    complete = branches.empty();
    if (complete)
      return;
    const Branch next = branches.back();
    branches.pop_back();
    for (; trail.size() > next.known; trail.pop_back())
      known.erase(trail.back());
    rows.resize(next.rows);
    contradiction = false;
    learn(next.formula, false);
  }
}

/// Any formula is true or false. The case in which it is true comes first.
void Refutation::split(Term formula) {
  branches.push_back({formula, trail.size(), rows.size()});
  learn(formula, true);
}

/// A formula with its value as literals: all of them hold (first: true), or one of them does.
std::pair<bool, std::vector<Refutation::Literal>> Refutation::junction(const Literal &formula) const {
  const Node &node = terms[formula.formula];
  std::vector<Literal> literals;
  terms.spend(node.arguments.size());
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const bool isTurned = node.op == Operator::Implies && i == 0;
    literals.push_back(literal(node.arguments[i], formula.value != isTurned));
  }
  return {(node.op == Operator::And) == formula.value, literals};
}

/// If all but one of the literals are false, then this one is true.
void Refutation::clause(const std::vector<Literal> &literals) {
  const Literal *open = nullptr;
  for (const Literal &each : literals) {
    const int value = valueOf(each.formula);
    if (value == (each.value ? -1 : 1))
      continue;
    demand(!open || (open->formula == each.formula && open->value == each.value),
           "two parts of what is to be propagated are not known");
    open = &each;
  }
  contradiction |= !open;
  if (open)
    learn(open->formula, open->value);
}

/// Of ite(c, a, b) with a value: if c is known, then that side has the value; a side that has the other value
/// tells c.
void Refutation::choose(const Literal &choice) {
  const std::vector<Term> arguments = terms[choice.formula].arguments;
  const int condition = valueOf(arguments[0]), other = choice.value ? -1 : 1;
  if (condition != 0)
    return learn(arguments[condition > 0 ? 1 : 2], choice.value);
  demand(valueOf(arguments[1]) == other || valueOf(arguments[2]) == other,
         "the condition of what is to be propagated is not known");
  if (valueOf(arguments[1]) == other)
    learn(arguments[0], false);
  if (valueOf(arguments[2]) == other)
    learn(arguments[0], true);
}

/// Unit propagation, downward: what follows for its arguments from the value of a formula.
void Refutation::unit(Term formula) {
  const int value = valueOf(formula);
  demand(value != 0, "what is to be propagated is not known");
  const Literal given = literal(formula, value > 0);
  const Node &node = terms[given.formula];
  const Operator op = node.op;
  if (op == Operator::And || op == Operator::Or || op == Operator::Implies) {
    const auto [all, literals] = junction(given);
    if (!all)
      clause(literals);
    else
      for (const Literal &each : literals)
        learn(each.formula, each.value);
  } else if (op == Operator::IfThenElse) {
    choose(given);
  } else {
    demand(op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Bool,
           "this is not propagated: it is no connective");
    const Term a = node.arguments[0], b = node.arguments[1];
    const int left = valueOf(a), right = valueOf(b);
    demand(left != 0 || right != 0, "neither side of what is to be propagated is known");
    if (left != 0)
      learn(b, (left > 0) == given.value);
    else
      learn(a, (right > 0) == given.value);
  }
}

/// Unit propagation, upward: the value of a formula from those of its arguments.
void Refutation::whole(Term formula) {
  const Literal asked = literal(formula, true);
  const Node &node = terms[asked.formula];
  const std::vector<Term> &arguments = node.arguments;
  if (node.op == Operator::And || node.op == Operator::Or || node.op == Operator::Implies) {
    const auto [all, literals] = junction({asked.formula, true});
    // One literal that says otherwise decides it, or all of them together.
    std::size_t agreeing = 0, deciding = 0;
    for (const Literal &each : literals) {
      const int value = valueOf(each.formula) * (each.value ? 1 : -1);
      (value == (all ? -1 : 1) ? deciding : agreeing) += value != 0;
    }
    demand(deciding > 0 || agreeing == literals.size(), "the parts of a formula do not tell its value");
    learn(asked.formula, (deciding > 0) != all);
  } else if (node.op == Operator::IfThenElse) {
    const int condition = valueOf(arguments.at(0));
    const int value = condition == 0 ? 0 : valueOf(arguments[condition > 0 ? 1 : 2]);
    demand(value != 0, "the parts of a choice do not tell its value");
    learn(asked.formula, value > 0);
  } else {
    demand(node.op == Operator::Equal && terms[arguments[0]].sort == Sort::Bool,
           "this has no value from its parts: it is no connective");
    const int left = valueOf(arguments[0]), right = valueOf(arguments[1]);
    demand(left != 0 && right != 0, "the sides of an equation do not tell its value");
    learn(asked.formula, left == right);
  }
}

/// Numbers that are not equal: one of them is less. The disjunction (or (< a b) (< b a)) is then true.
void Refutation::apart(Term equation, Term disjunction) {
  const Node &node = terms[equation];
  demand(node.op == Operator::Equal && terms[node.arguments[0]].sort != Sort::Bool,
         "only an equation of numbers is taken apart");
  demand(valueOf(equation) < 0, "an equation that is taken apart is not known to be false");
  const Term a = node.arguments[0], b = node.arguments[1];
  demand(terms.disjunction({terms.less(a, b), terms.less(b, a)}) == disjunction,
         "this does not say that one of two numbers is less");
  learn(disjunction, true);
}

/// Both are one function, or one predicate, at equal arguments.
void Refutation::demandCongruent(Term application, Term other) {
  const Node &a = terms[application], &b = terms[other];
  demand(a.op == Operator::Apply && b.op == Operator::Apply && a.label == b.label,
         "these are not applications of one symbol");
  for (std::size_t i = 0; i < a.arguments.size(); ++i)
    demand(areEqual(a.arguments[i], b.arguments[i]), "the arguments of a symbol are not known to be equal");
}

/// One predicate at equal arguments has one truth value.
void Refutation::alike(Term application, Term other) {
  demand(terms[application].sort == Sort::Bool, "this is no predicate");
  demandCongruent(application, other);
  const int value = valueOf(application);
  demand(value != 0, "the truth of a predicate is not known");
  learn(other, value > 0);
}

/// What holds of all values holds of one.
void Refutation::instance(Term universal, Term value, Term result) {
  const Node &node = terms[universal];
  demand(node.op == Operator::Forall && valueOf(universal) > 0, "this is no 'forall' that is known to hold");
  demand(terms.instance(node.arguments[1], node.arguments[0], value) == result,
         "this is not that instance of a 'forall'");
  learn(result, true);
}

/// Equal by their normal forms, by an equation that is known, or as truth values that are known.
bool Refutation::areEqual(Term a, Term b) {
  if (a == b)
    return true;
  if (terms[a].sort == Sort::Bool)
    return valueOf(a) != 0 && valueOf(a) == valueOf(b);
  terms.spend(normal.of(a).size());
  return normal.of(a) == normal.of(b) || valueOf(terms.equal(a, b)) > 0 || valueOf(terms.equal(b, a)) > 0;
}

/// The row of each Source::Kind, as it stands beside its name.
Row Refutation::rowOf(const Source &source) {
  if (source.kind == Source::Kind::Derived) {
    demand(source.first < rows.size(), "a row rests on one that there is not");
    return rows[source.first];
  }
  const Term first{source.first}, second = source.second;
  const Node &node = terms[first];
  switch (source.kind) {
  case Source::Kind::Derived:
  case Source::Kind::Fact:
    break;
  case Source::Kind::Choice: {
    demand(node.op == Operator::IfThenElse && node.sort != Sort::Bool, "a row rests on what is no choice");
    const int condition = valueOf(node.arguments[0]);
    demand(condition != 0, "the condition of a choice is not known");
    return {normal.difference(first, node.arguments[condition > 0 ? 1 : 2]), Relation::Zero};
  }
  case Source::Kind::Low:
  case Source::Kind::High:
    return rowOfDivision(terms, normal, first, source.kind == Source::Kind::Low);
  case Source::Kind::Remainder: {
    const Node &quotient = terms[second];
    demand(node.op == Operator::Modulo && quotient.op == Operator::Divide &&
               node.arguments == quotient.arguments,
           "these are not the remainder and the quotient of one division");
    Polynomial row = normal.difference(node.arguments[0], first);
    row.add(-terms[node.arguments[1]].number, normal.of(second));
    return {row, Relation::Zero};
  }
  case Source::Kind::Congruence:
    demand(node.sort != Sort::Bool, "this is no function of numbers");
    demandCongruent(first, second);
    return {normal.difference(first, second), Relation::Zero};
  }
  const int value = valueOf(first);
  demand(value != 0, "a row rests on a comparison that is not known");
  const Literal given = literal(first, value > 0);
  return rowOfComparison(terms, normal, given.formula, given.value);
}

/// A row that is absurd ends its case.
void Refutation::derive(Row row) {
  contradiction |= isAbsurd(row);
  terms.spend(8 * row.polynomial.size());
  rows.push_back(std::move(row));
}

/// Farkas: rows add up, inequalities times positive numbers, equations times any. The sum is strict if one of
/// the inequalities is, and an equation if all of its parts are.
void Refutation::sum(const std::vector<std::pair<mpq_class, Source>> &parts) {
  Row total{{}, Relation::Zero};
  for (const auto &[factor, source] : parts) {
    const Row row = rowOf(source);
    terms.spend(row.polynomial.size());
    demand(factor > 0 || row.relation == Relation::Zero,
           "an inequality is not multiplied by a positive number");
    total.polynomial.add(factor, row.polynomial);
    if (row.relation == Relation::Above || total.relation == Relation::Zero)
      total.relation = row.relation;
  }
  derive(std::move(total));
}

/// Signs of products: what is not below 0 times what is not below 0 is not; what is above 0 times what is
/// above 0 is above 0. Monotonicity is this for a difference.
void Refutation::times(const Source &left, const Source &right) {
  const Row a = rowOf(left), b = rowOf(right);
  demand(a.relation != Relation::Zero && b.relation != Relation::Zero, "only inequalities are multiplied");
  const bool isStrict = a.relation == Relation::Above && b.relation == Relation::Above;
  derive({a.polynomial.timesWithin(terms, b.polynomial), isStrict ? Relation::Above : Relation::AtLeast});
}

/// 0 times any number is 0.
void Refutation::multiple(const Source &equation, Term factor) {
  const Row row = rowOf(equation);
  demand(row.relation == Relation::Zero, "only an equation is multiplied by any term");
  derive({row.polynomial.timesWithin(terms, normal.of(factor)), Relation::Zero});
}

void Refutation::round(const Source &source) {
  derive(rounded(terms, rowOf(source)));
}

} // namespace plumb::kernel
