// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/search.h"

#include "checker/derivation/simplex.h"

#include <algorithm>
#include <map>
#include <set>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Row;
using kernel::Sort;
using kernel::Source;
using kernel::Term;

namespace {

/// A formula with a value, and how the kernel gets to know it.
struct Fact {
  Term formula;
  bool value;
  /// None for what is given, and for what is assumed in a case.
  std::optional<Step> step;
  std::vector<std::size_t> premises;
  bool isCase = false;
};

/// A row, the steps by which the kernel has it, and the facts that these rest on.
struct KnownRow {
  Row row;
  Source source;
  std::vector<std::size_t> premises;
  /// Rounded from the source, or a product of it with another row or a term.
  std::optional<Step> step = {};
  std::vector<std::size_t> from = {};
};

/// A contradiction: what it rests on, and the last steps.
struct Conflict {
  std::vector<std::size_t> premises;
  Steps steps;
};

struct Found {
  Steps steps;
  /// The cases that it rests on, as places of facts.
  std::set<std::size_t> cases;
};

mpz_class floorOf(const mpq_class &number) {
  mpz_class below;
  mpz_fdiv_q(below.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return below;
}

constexpr std::size_t multipliedRows = 14, depthLimit = 200;

class Search {
public:
  Search(kernel::Terms &ofTerms, bool multipliesRows, const Limits &upTo)
      : terms(ofTerms), normal(ofTerms), multiplies(multipliesRows), limits(upTo), work(upTo.work) {}

  std::optional<Steps> run(const kernel::Obligation &obligation) {
    for (Term hypothesis : obligation.hypotheses)
      learn(hypothesis, true, std::nullopt, {});
    learn(obligation.goal, false, std::nullopt, {});
    const auto found = solve(0);
    return found ? std::optional<Steps>(found->steps) : std::nullopt;
  }

private:
  using Literal = std::pair<Term, bool>;

  Literal literal(Term formula, bool value) const {
    for (; terms[formula].op == Operator::Not; value = !value)
      formula = terms[formula].arguments[0];
    return {formula, value};
  }

  int valueOf(Term formula) const {
    const auto [base, sign] = literal(formula, true);
    if (terms[base].op == Operator::True || terms[base].op == Operator::False)
      return (terms[base].op == Operator::True) == sign ? 1 : -1;
    const auto found = places.find(base);
    return found == places.end() ? 0 : facts[found->second].value == sign ? 1 : -1;
  }

  /// Adds the fact behind \p formula, if it has one.
  void addPremise(std::vector<std::size_t> &premises, Term formula) const {
    if (const auto found = places.find(literal(formula, true).first); found != places.end())
      premises.push_back(found->second);
  }

  void learn(Term formula, bool value, std::optional<Step> step, std::vector<std::size_t> premises) {
    const int before = valueOf(formula);
    if (before == (value ? 1 : -1) || conflict)
      return;
    if (before != 0) {
      addPremise(premises, formula);
      conflict = Conflict{std::move(premises), step ? Steps{*step} : Steps{}};
      return;
    }
    const auto [base, sign] = literal(formula, value);
    places.emplace(base, facts.size());
    facts.push_back({base, sign, std::move(step), std::move(premises)});
  }

  void forget(std::size_t from) {
    for (; facts.size() > from; facts.pop_back())
      places.erase(facts.back().formula);
    conflict.reset();
  }

  bool isJunction(Operator op) const {
    return op == Operator::And || op == Operator::Or || op == Operator::Implies;
  }

  bool isComposed(Term formula) const {
    const Node &node = terms[formula];
    return node.sort == Sort::Bool &&
           (isJunction(node.op) || node.op == Operator::Not || node.op == Operator::IfThenElse ||
            (node.op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Bool));
  }

  /// All of the literals (first), or one of them.
  std::pair<bool, std::vector<Literal>> junction(Term formula, bool value) const {
    const Node &node = terms[formula];
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < node.arguments.size(); ++i)
      literals.push_back(literal(node.arguments[i], value != (node.op == Operator::Implies && i == 0)));
    return {(node.op == Operator::And) == value, literals};
  }

  /// The value of \p formula, also where only its parts are known.
  int determine(Term formula) {
    if (const int value = valueOf(formula); value != 0)
      return value;
    const Term base = literal(formula, true).first;
    if (!isComposed(base))
      return 0;
    const Node &node = terms[base];
    std::vector<int> values;
    for (Term argument : node.arguments)
      values.push_back(determine(argument));
    std::vector<std::size_t> premises;
    int result = 0;
    if (isJunction(node.op)) {
      const auto [all, literals] = junction(base, true);
      std::size_t agreeing = 0;
      for (const auto &[part, sign] : literals) {
        const int value = valueOf(part) * (sign ? 1 : -1);
        if (value == (all ? -1 : 1)) {
          premises.clear();
          addPremise(premises, part);
          result = value;
          break;
        }
        agreeing += value != 0;
        addPremise(premises, part);
      }
      if (result == 0 && agreeing == literals.size())
        result = all ? 1 : -1;
    } else if (node.op == Operator::IfThenElse) {
      const std::size_t side = values[0] > 0 ? 1 : 2;
      result = values[0] == 0 ? 0 : values[side];
      addPremise(premises, node.arguments[0]);
      addPremise(premises, node.arguments[side]);
    } else {
      result = values[0] * values[1];
      addPremise(premises, node.arguments[0]);
      addPremise(premises, node.arguments[1]);
    }
    if (result != 0)
      learn(base, result > 0, Step{Step::Kind::Whole, {base}}, std::move(premises));
    return valueOf(formula);
  }

  void propagate() {
    for (std::size_t before = 0; before != facts.size() && !conflict;) {
      before = facts.size();
      for (std::size_t at = 0; at < facts.size() && !conflict; ++at)
        if (isComposed(facts[at].formula))
          unit(at);
      if (!conflict)
        alike();
    }
  }

  void unit(std::size_t at) {
    const Term formula = facts[at].formula;
    const bool value = facts[at].value;
    const Node &node = terms[formula];
    const Step step{Step::Kind::Unit, {formula}};
    if (isJunction(node.op)) {
      const auto [all, literals] = junction(formula, value);
      if (all) {
        for (const auto &[part, sign] : literals)
          learn(part, sign, step, {at});
        return;
      }
      std::vector<std::size_t> premises{at};
      const Literal *open = nullptr;
      for (const Literal &each : literals) {
        const int known = determine(each.first);
        if (conflict || known == (each.second ? 1 : -1))
          return;
        if (known != 0) {
          addPremise(premises, each.first);
          continue;
        }
        if (open && *open != each)
          return;
        open = &each;
      }
      if (open)
        learn(open->first, open->second, step, std::move(premises));
      else
        conflict = Conflict{std::move(premises), {step}};
      return;
    }
    std::vector<int> values;
    for (Term argument : node.arguments)
      values.push_back(determine(argument));
    if (conflict)
      return;
    const int same = value ? 1 : -1;
    auto from = [&](std::size_t i) {
      std::vector<std::size_t> premises{at};
      addPremise(premises, node.arguments[i]);
      return premises;
    };
    if (node.op == Operator::IfThenElse) {
      if (values[0] != 0)
        learn(node.arguments[values[0] > 0 ? 1 : 2], value, step, from(0));
      else if (values[1] == -same)
        learn(node.arguments[0], false, step, from(1));
      else if (values[2] == -same)
        learn(node.arguments[0], true, step, from(2));
    } else if (values[0] != 0) {
      learn(node.arguments[1], values[0] == same, step, from(0));
    } else if (values[1] != 0) {
      learn(node.arguments[0], values[1] == same, step, from(1));
    }
  }

  /// Whether the kernel sees that the arguments of two applications are equal; and what it needs to know.
  std::optional<std::vector<std::size_t>> equalArguments(Term one, Term other) {
    const Node &a = terms[one], &b = terms[other];
    std::vector<std::size_t> premises;
    for (std::size_t i = 0; i < a.arguments.size(); ++i) {
      const Term left = a.arguments[i], right = b.arguments[i];
      if (left == right)
        continue;
      if (terms[left].sort == Sort::Bool) {
        if (valueOf(left) == 0 || valueOf(left) != valueOf(right))
          return std::nullopt;
        addPremise(premises, left);
        addPremise(premises, right);
        continue;
      }
      if (normal.of(left) == normal.of(right))
        continue;
      const Term equation = terms.equal(left, right), turned = terms.equal(right, left);
      if (valueOf(equation) > 0)
        addPremise(premises, equation);
      else if (valueOf(turned) > 0)
        addPremise(premises, turned);
      else
        return std::nullopt;
    }
    return premises;
  }

  /// Predicates of different truth at equal arguments.
  void alike() {
    const std::vector<std::pair<std::size_t, std::size_t>> pairs = predicates();
    for (const auto &[yes, no] : pairs)
      if (auto premises = equalArguments(facts[yes].formula, facts[no].formula)) {
        premises->push_back(yes);
        premises->push_back(no);
        conflict = Conflict{*premises, {{Step::Kind::Alike, {facts[yes].formula, facts[no].formula}}}};
        return;
      }
  }

  std::vector<std::pair<std::size_t, std::size_t>> predicates() const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const Node &node = terms[facts[i].formula];
      if (node.op != Operator::Apply || node.arguments.empty())
        continue;
      for (std::size_t j = 0; j < i; ++j) {
        const Node &other = terms[facts[j].formula];
        if (other.op == Operator::Apply && other.label == node.label && facts[i].value != facts[j].value)
          pairs.emplace_back(facts[i].value ? i : j, facts[i].value ? j : i);
      }
    }
    return pairs;
  }

  // Rows.

  bool isInteger(const Polynomial &polynomial) const {
    for (const auto &[monomial, coefficient] : polynomial.summands())
      for (Term atom : monomial)
        if (terms[atom].sort != Sort::Int)
          return false;
    return !polynomial.isConstant();
  }

  void addRow(Row row, Source source, std::vector<std::size_t> premises) {
    KnownRow added{std::move(row), source, std::move(premises)};
    for (const auto &[monomial, coefficient] : added.row.polynomial.summands())
      for (Term atom : monomial)
        meet(atom);
    if (isInteger(added.row.polynomial))
      if (Row whole = kernel::rounded(terms, added.row);
          whole.relation != added.row.relation || whole.polynomial != added.row.polynomial) {
        added.row = std::move(whole);
        added.step = Step{Step::Kind::Round, {}, {{1, source}}};
      }
    rows.push_back(std::move(added));
  }

  void meet(Term atom) {
    if (met.insert(atom).second)
      atoms.push_back(atom);
  }

  void meetAll(Term number) {
    for (const auto &[monomial, coefficient] : normal.of(number).summands())
      for (Term atom : monomial)
        meet(atom);
  }

  void collectRows() {
    rows.clear();
    atoms.clear();
    met.clear();
    for (std::size_t at = 0; at < facts.size(); ++at) {
      const Node &node = terms[facts[at].formula];
      const bool isEquation = node.op == Operator::Equal && terms[node.arguments[0]].sort != Sort::Bool;
      if (node.op == Operator::Less || node.op == Operator::LessEqual || (isEquation && facts[at].value))
        addRow(kernel::rowOfComparison(terms, normal, facts[at].formula, facts[at].value),
               {Source::Kind::Fact, static_cast<std::uint32_t>(facts[at].formula)}, {at});
      if (isEquation && !facts[at].value) {
        meetAll(node.arguments[0]);
        meetAll(node.arguments[1]);
      }
      if (node.op == Operator::Apply)
        for (Term argument : node.arguments)
          if (terms[argument].sort != Sort::Bool)
            meetAll(argument);
    }
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      addDefinition(atoms[i]);
      for (std::size_t j = 0; j < i; ++j)
        addCongruence(atoms[j], atoms[i]);
    }
    if (multiplies)
      multiplyRows();
    else
      multiplyEquations();
  }

  /// Each equation with an atom of a product, times the rest of that product.
  void multiplyEquations() {
    std::set<kernel::Monomial> products;
    for (const KnownRow &row : rows)
      for (const auto &[monomial, coefficient] : row.row.polynomial.summands())
        if (monomial.size() == 2)
          products.insert(monomial);
    const std::size_t count = rows.size();
    for (std::size_t i = 0; i < count; ++i)
      for (const kernel::Monomial &product : products)
        for (std::size_t factor : {0, 1})
          if (rows[i].row.relation == Relation::Zero &&
              rows[i].row.polynomial.summands().count({product[factor]}) &&
              rows.size() < count + multipliedRows)
            addMultiple(i, product[1 - factor]);
  }

  void addMultiple(std::size_t equation, Term factor) {
    const Polynomial product = rows[equation].row.polynomial.times(normal.of(factor));
    rows.push_back({{product, Relation::Zero}, {}, {}, Step{Step::Kind::Multiple, {factor}}, {equation}});
  }

  void addDefinition(Term atom) {
    const Node &node = terms[atom];
    const auto place = static_cast<std::uint32_t>(atom);
    if (node.op == Operator::IfThenElse) {
      const int condition = determine(node.arguments[0]);
      meetAll(node.arguments[1]);
      meetAll(node.arguments[2]);
      if (condition == 0)
        return;
      Polynomial row = normal.of(atom);
      row.add(-1, normal.of(node.arguments[condition > 0 ? 1 : 2]));
      std::vector<std::size_t> premises;
      addPremise(premises, node.arguments[0]);
      addRow({row, Relation::Zero}, {Source::Kind::Choice, place}, std::move(premises));
    } else if (node.op == Operator::Divide || node.op == Operator::Modulo) {
      addRow(kernel::rowOfDivision(terms, normal, atom, true), {Source::Kind::Low, place}, {});
      addRow(kernel::rowOfDivision(terms, normal, atom, false), {Source::Kind::High, place}, {});
      if (node.op == Operator::Divide)
        return;
      const Term quotient = terms.make(Operator::Divide, node.arguments);
      Polynomial row = normal.of(node.arguments[0]);
      row.add(-1, normal.of(atom));
      row.add(-terms[node.arguments[1]].number, normal.of(quotient));
      addRow({row, Relation::Zero}, {Source::Kind::Remainder, place, quotient}, {});
    } else if (node.op == Operator::Apply) {
      for (Term argument : node.arguments)
        if (terms[argument].sort != Sort::Bool)
          meetAll(argument);
    }
  }

  void addCongruence(Term one, Term other) {
    const Node &a = terms[one], &b = terms[other];
    if (a.op != Operator::Apply || b.op != Operator::Apply || a.label != b.label)
      return;
    auto premises = equalArguments(one, other);
    if (!premises)
      return;
    Polynomial row = normal.of(one);
    row.add(-1, normal.of(other));
    addRow({row, Relation::Zero}, {Source::Kind::Congruence, static_cast<std::uint32_t>(one), other},
           std::move(*premises));
  }

  /// Each inequality times each, and each equation times each atom.
  void multiplyRows() {
    const std::size_t count = std::min(rows.size(), multipliedRows);
    for (std::size_t i = 0; i < count; ++i) {
      if (rows[i].row.relation == Relation::Zero) {
        for (std::size_t atom = 0; atom < atoms.size() && atom < multipliedRows; ++atom)
          addMultiple(i, atoms[atom]);
        continue;
      }
      for (std::size_t j = 0; j <= i; ++j) {
        if (rows[j].row.relation == Relation::Zero)
          continue;
        const bool isStrict =
            rows[i].row.relation == Relation::Above && rows[j].row.relation == Relation::Above;
        rows.push_back({{rows[i].row.polynomial.times(rows[j].row.polynomial),
                         isStrict ? Relation::Above : Relation::AtLeast},
                        {},
                        {},
                        Step{Step::Kind::Times},
                        {i, j}});
      }
    }
  }

  /// The source of a row, with the steps that derive it in front.
  Source emitted(std::size_t at, std::map<std::size_t, std::uint32_t> &derived, Conflict &made) {
    const KnownRow &row = rows[at];
    made.premises.insert(made.premises.end(), row.premises.begin(), row.premises.end());
    if (!row.step)
      return row.source;
    if (const auto known = derived.find(at); known != derived.end())
      return {Source::Kind::Derived, known->second};
    Step step = *row.step;
    if (!row.from.empty()) {
      step.sources.clear();
      for (std::size_t from : row.from)
        step.sources.emplace_back(1, emitted(from, derived, made));
    }
    made.steps.push_back(step);
    const auto number = static_cast<std::uint32_t>(derived.size());
    derived.emplace(at, number);
    return {Source::Kind::Derived, number};
  }

  /// Adds the rows up, with these factors.
  Conflict absurdSum(const std::map<std::size_t, mpq_class> &factors) {
    Conflict made;
    std::map<std::size_t, std::uint32_t> derived;
    Step sum{Step::Kind::Sum};
    for (const auto &[at, factor] : factors)
      if (factor != 0)
        sum.sources.emplace_back(factor, emitted(at, derived, made));
    // A row that is absurd by itself has ended the case when it was derived.
    if (!(sum.sources.size() == 1 && sum.sources[0].second.kind == Source::Kind::Derived &&
          kernel::isAbsurd(rows[factors.begin()->first].row)))
      made.steps.push_back(std::move(sum));
    return made;
  }

  // Cases.

  std::optional<Found> leaf(const Conflict &made) const {
    Found found;
    std::set<std::size_t> needed(made.premises.begin(), made.premises.end());
    for (auto at = needed.rbegin(); at != needed.rend(); ++at)
      needed.insert(facts[*at].premises.begin(), facts[*at].premises.end());
    std::set<Term> conjunctions;
    for (std::size_t at : needed) {
      const Fact &fact = facts[at];
      if (fact.isCase)
        found.cases.insert(at);
      if (!fact.step)
        continue;
      const bool isWhole = fact.step->kind == Step::Kind::Unit && fact.premises.size() == 1;
      if (!isWhole || conjunctions.insert(fact.step->terms[0]).second)
        found.steps.push_back(*fact.step);
    }
    // Where one formula tells both, the case has ended with the step above.
    const bool hasEnded = made.steps.size() == 1 && made.steps[0].kind == Step::Kind::Unit &&
                          conjunctions.count(made.steps[0].terms[0]);
    if (!hasEnded)
      found.steps.insert(found.steps.end(), made.steps.begin(), made.steps.end());
    return found;
  }

  std::optional<Found> solve(std::size_t depth) {
    for (;;) {
      propagate();
      if (conflict)
        return leaf(*conflict);
      collectRows();
      for (std::size_t at = 0; at < rows.size(); ++at)
        if (kernel::isAbsurd(rows[at].row))
          return leaf(absurdSum({{at, 1}}));
      Simplex simplex(work);
      for (const KnownRow &row : rows)
        simplex.add(row.row);
      const Simplex::Result result = simplex.solve();
      if (result == Simplex::Result::Infeasible)
        return leaf(absurdSum(simplex.multipliers()));
      if (result == Simplex::Result::Spent || depth > depthLimit || cases++ > limits.cases)
        return std::nullopt;
      const std::size_t before = facts.size();
      const auto formula = toSplit(simplex);
      if (facts.size() > before || conflict)
        continue;
      return formula ? split(*formula, depth) : std::nullopt;
    }
  }

  std::optional<Found> split(Term formula, std::size_t depth) {
    const std::size_t mark = facts.size();
    Steps steps{{Step::Kind::Split, {formula}}};
    std::set<std::size_t> rest;
    for (bool value : {true, false}) {
      learn(formula, value, std::nullopt, {});
      facts.back().isCase = true;
      const auto found = solve(depth + 1);
      forget(mark);
      if (!found || !found->cases.count(mark))
        return found;
      steps.insert(steps.end(), found->steps.begin(), found->steps.end());
      rest.insert(found->cases.begin(), found->cases.end());
    }
    rest.erase(mark);
    return Found{std::move(steps), std::move(rest)};
  }

  // What a solution of the rows contradicts.

  Value numberOf(const Simplex &solution, Term number) {
    Value sum;
    for (const auto &[monomial, coefficient] : normal.of(number).summands())
      if (monomial.empty())
        sum.number += coefficient;
      else
        sum.add(coefficient, monomialOf(solution, monomial));
    return sum;
  }

  /// What no row speaks of has the value that its parts give it, or 0.
  Value monomialOf(const Simplex &solution, const kernel::Monomial &monomial) {
    if (const auto value = solution.valueOf(monomial); value || monomial.size() > 1)
      return value.value_or(Value{});
    const Node &node = terms[monomial[0]];
    if (node.op == Operator::IfThenElse)
      return numberOf(solution, node.arguments[isTrue(solution, node.arguments[0]) ? 1 : 2]);
    if (node.op == Operator::Divide || node.op == Operator::Modulo) {
      const mpq_class whole = numberOf(solution, node.arguments[0]).number,
                      divisor = terms[node.arguments[1]].number;
      const mpq_class quotient = floorOf(whole / divisor);
      return {node.op == Operator::Divide ? quotient : whole - divisor * quotient, 0};
    }
    for (Term atom : atoms)
      if (terms[atom].op == Operator::Apply && terms[atom].label == node.label && atom != monomial[0] &&
          solution.valueOf({atom}) && haveEqualArguments(solution, atom, monomial[0]))
        return *solution.valueOf({atom});
    return {};
  }

  bool haveEqualArguments(const Simplex &solution, Term one, Term other) {
    const Node &a = terms[one], &b = terms[other];
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
      if (terms[a.arguments[i]].sort == Sort::Bool
              ? isTrue(solution, a.arguments[i]) != isTrue(solution, b.arguments[i])
              : !(numberOf(solution, a.arguments[i]) == numberOf(solution, b.arguments[i])))
        return false;
    return true;
  }

  bool isTrue(const Simplex &solution, Term formula) {
    const auto [base, sign] = literal(formula, true);
    if (const int value = valueOf(base); value != 0)
      return (value > 0) == sign;
    return isTrueByParts(solution, base) == sign;
  }

  bool isTrueByParts(const Simplex &solution, Term formula) {
    const Node &node = terms[formula];
    if (isJunction(node.op)) {
      const auto [all, literals] = junction(formula, true);
      for (const auto &[part, sign] : literals)
        if ((isTrue(solution, part) == sign) != all)
          return !all;
      return all;
    }
    if (node.op == Operator::IfThenElse)
      return isTrue(solution, node.arguments[isTrue(solution, node.arguments[0]) ? 1 : 2]);
    if (node.op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Bool)
      return isTrue(solution, node.arguments[0]) == isTrue(solution, node.arguments[1]);
    if (node.op == Operator::Equal)
      return numberOf(solution, node.arguments[0]) == numberOf(solution, node.arguments[1]);
    if (node.op == Operator::Less)
      return numberOf(solution, node.arguments[0]) < numberOf(solution, node.arguments[1]);
    if (node.op == Operator::LessEqual)
      return !(numberOf(solution, node.arguments[1]) < numberOf(solution, node.arguments[0]));
    // A predicate is what it is at equal arguments; where nothing is known, it is false.
    for (const Fact &fact : facts)
      if (terms[fact.formula].op == Operator::Apply && terms[fact.formula].label == node.label &&
          haveEqualArguments(solution, fact.formula, formula))
        return fact.value;
    return false;
  }

  /// The first part of \p formula that is not known and has no parts that are formulas.
  std::optional<Term> unknownPart(Term formula) const {
    std::vector<Term> open{formula};
    while (!open.empty()) {
      const Term next = literal(open.back(), true).first;
      open.pop_back();
      const bool isKnown = valueOf(next) != 0;
      if (isKnown && (next != formula || !isComposed(next)))
        continue;
      if (!isComposed(next))
        return next;
      const std::vector<Term> &arguments = terms[next].arguments;
      open.insert(open.end(), arguments.rbegin(), arguments.rend());
    }
    return std::nullopt;
  }

  std::size_t unknownArguments(Term formula) const {
    const std::vector<Term> &arguments = terms[formula].arguments;
    return static_cast<std::size_t>(
        std::count_if(arguments.begin(), arguments.end(), [&](Term part) { return valueOf(part) == 0; }));
  }

  /// A formula that is not known: of a fact that the solution contradicts; or facts are learned.
  std::optional<Term> toSplit(const Simplex &solution) {
    std::optional<Term> clause;
    for (const Fact &fact : facts)
      if (isComposed(fact.formula) && isTrueByParts(solution, fact.formula) != fact.value &&
          (!clause || unknownArguments(fact.formula) < unknownArguments(*clause)))
        clause = fact.formula;
    if (clause)
      if (const auto part = unknownPart(*clause))
        return part;
    for (Term atom : atoms) {
      const Node &node = terms[atom];
      if (node.op != Operator::IfThenElse || valueOf(node.arguments[0]) != 0)
        continue;
      const Term side = node.arguments[isTrue(solution, node.arguments[0]) ? 1 : 2];
      if (!(numberOf(solution, atom) == numberOf(solution, side)))
        if (const auto part = unknownPart(node.arguments[0]))
          return part;
    }
    for (std::size_t at = 0; at < facts.size(); ++at) {
      const Node &node = terms[facts[at].formula];
      if (node.op != Operator::Equal || facts[at].value || terms[node.arguments[0]].sort == Sort::Bool ||
          !(numberOf(solution, node.arguments[0]) == numberOf(solution, node.arguments[1])))
        continue;
      const Term a = node.arguments[0], b = node.arguments[1];
      const Term disjunction = terms.disjunction({terms.less(a, b), terms.less(b, a)});
      if (valueOf(disjunction) != 0)
        continue;
      learn(disjunction, true, Step{Step::Kind::Apart, {facts[at].formula, disjunction}}, {at});
      return std::nullopt;
    }
    if (const auto equation = unequalValues(solution))
      return equation;
    for (Term atom : atoms) {
      const Value value = numberOf(solution, atom);
      if (terms[atom].sort != Sort::Int || (value.number.get_den() == 1 && value.little == 0))
        continue;
      mpz_class below = floorOf(value.number);
      if (value.number.get_den() == 1 && value.little < 0)
        below -= 1;
      return terms.lessEqual(atom, terms.integer(below));
    }
    // A product with a choice is a product with one of its sides, once the condition is known.
    for (const KnownRow &row : rows)
      for (const auto &[monomial, coefficient] : row.row.polynomial.summands())
        for (Term atom : monomial)
          if (monomial.size() > 1 && terms[atom].op == Operator::IfThenElse)
            if (const auto part = unknownPart(terms[atom].arguments[0]))
              return part;
    return std::nullopt;
  }

  /// An equation of arguments at which one function has different values in the solution.
  std::optional<Term> unequalValues(const Simplex &solution) {
    for (std::size_t i = 0; i < atoms.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (terms[atoms[i]].op == Operator::Apply && terms[atoms[j]].op == Operator::Apply &&
            terms[atoms[i]].label == terms[atoms[j]].label &&
            !(numberOf(solution, atoms[i]) == numberOf(solution, atoms[j])))
          if (const auto equation = equationOfArguments(solution, atoms[j], atoms[i]))
            return equation;
    for (const auto &[yes, no] : predicates())
      if (const auto equation = equationOfArguments(solution, facts[yes].formula, facts[no].formula))
        return equation;
    return std::nullopt;
  }

  /// Of arguments that are equal in the solution, all of them, one pair that is not known to be.
  std::optional<Term> equationOfArguments(const Simplex &solution, Term one, Term other) {
    const Node &a = terms[one], &b = terms[other];
    std::optional<Term> found;
    for (std::size_t i = 0; i < a.arguments.size(); ++i) {
      const Term left = a.arguments[i], right = b.arguments[i];
      if (terms[left].sort == Sort::Bool ? valueOf(left) == 0 || valueOf(left) != valueOf(right)
                                         : !(numberOf(solution, left) == numberOf(solution, right)))
        return std::nullopt;
      if (terms[left].sort == Sort::Bool || normal.of(left) == normal.of(right))
        continue;
      const Term equation = terms.equal(left, right), turned = terms.equal(right, left);
      if (valueOf(equation) == 0 && valueOf(turned) == 0)
        found = equation;
    }
    return found;
  }

  kernel::Terms &terms;
  kernel::NormalForms normal;
  bool multiplies;
  Limits limits;
  std::uint64_t work;
  std::size_t cases = 0;
  std::vector<Fact> facts;
  std::map<Term, std::size_t> places;
  std::optional<Conflict> conflict;
  std::vector<KnownRow> rows;
  /// What the rows speak of, in the order in which it was met.
  std::vector<Term> atoms;
  std::set<Term> met;
};

} // namespace

std::optional<Steps> derive(kernel::Terms &terms, const kernel::Obligation &obligation, bool multiplies,
                            const Limits &limits) {
  try {
    auto steps = Search(terms, multiplies, limits).run(obligation);
    return steps && isAccepted(terms, obligation, *steps) ? steps : std::nullopt;
  } catch (const kernel::Rejected &) {
    return std::nullopt;
  }
}

} // namespace plumb::derivation
