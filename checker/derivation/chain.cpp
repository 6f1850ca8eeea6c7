// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/chain.h"

#include <algorithm>
#include <map>
#include <utility>

namespace plumb::derivation {

using kernel::Operator;
using kernel::Relation;
using kernel::Row;
using kernel::Source;
using kernel::Term;

namespace {

void add(std::set<Given> &to, const std::set<Given> &more) {
  to.insert(more.begin(), more.end());
}

/// The steps again, each formula with its grounds. One use: make it, call run().
class Retold {
public:
  Retold(kernel::Terms &ofTerms, const kernel::Obligation &ofObligation)
      : terms(ofTerms), normal(ofTerms), obligation(ofObligation) {}

  std::optional<Chain> run(const Steps &steps) {
    for (std::size_t i = 0; i < obligation.hypotheses.size(); ++i)
      given(obligation.hypotheses[i], true, {Given::Kind::Hypothesis, i});
    given(obligation.goal, false, supposition(obligation.goal, false));
    close();
    for (const Step &step : steps) {
      if (isDone)
        return std::nullopt;
      take(step);
      close();
    }
    if (!isDone)
      return std::nullopt;
    findWhatShowsCases();
    return std::move(chain);
  }

private:
  struct Known {
    bool value;
    Grounds grounds;
  };
  struct Branch {
    Term formula;
    std::size_t known, rows, falseCase, trueCase, firstLeaf;
  };
  /// Of a split: its cases, and the leaves of the first one and of the second one.
  struct Split {
    std::size_t trueCase, falseCase, firstLeaf, firstOfSecond, endOfLeaves;
  };

  /// 1 true, -1 false, 0 not known.
  int valueOf(Term formula) const {
    const auto [plain, value] = literalOf(terms, formula, true);
    const Operator op = terms[plain].op;
    if (op == Operator::True || op == Operator::False)
      return (op == Operator::True) == value ? 1 : -1;
    const auto found = known.find(plain);
    return found == known.end() ? 0 : found->second.value == value ? 1 : -1;
  }

  Grounds groundsOf(Term formula) const {
    const auto found = known.find(literalOf(terms, formula, true).first);
    return found == known.end() ? Grounds() : found->second.grounds;
  }

  void given(Term formula, bool value, Given ground) { learn(formula, value, {{ground}, {ground}}); }

  Given supposition(Term formula, bool value) {
    const Literal literal = literalOf(terms, formula, value);
    auto &all = chain.suppositions;
    const auto found = std::find(all.begin(), all.end(), literal);
    const Given given{Given::Kind::Goal, static_cast<std::size_t>(found - all.begin())};
    if (found == all.end())
      all.push_back(literal);
    return given;
  }

  /// A part of what is supposed is supposed by itself: the cases that had to be known to come to it matter no
  /// more. Hypotheses that had to be show other parts.
  void learnPart(Term formula, bool value, Grounds grounds) {
    if (grounds.from.size() == 1 && grounds.from.begin()->kind == Given::Kind::Goal) {
      const Given given = supposition(formula, value);
      grounds.from = {given};
      std::erase_if(grounds.all, [](const Given &ground) { return ground.kind != Given::Kind::Hypothesis; });
      grounds.all.insert(given);
    }
    learn(formula, value, grounds);
  }

  void learn(Term formula, bool value, const Grounds &grounds) {
    const int before = valueOf(formula);
    const auto [plain, plainValue] = literalOf(terms, formula, value);
    if (before == 0) {
      known.emplace(plain, Known{plainValue, grounds});
      trail.push_back(plain);
    } else if (before == (value ? -1 : 1) && !leaf) {
      leaf.emplace();
      leaf->formula = plain;
      (plainValue ? leaf->whyTrue : leaf->whyFalse) = grounds;
      (plainValue ? leaf->whyFalse : leaf->whyTrue) = groundsOf(plain);
      leaf->grounds = leaf->whyTrue.all;
      add(leaf->grounds, leaf->whyFalse.all);
    }
  }

  /// What is a part of \p formula, where \p others had to be known as well.
  Grounds partOf(Term formula, const std::vector<Term> &others) const {
    Grounds grounds = groundsOf(formula);
    for (Term other : others)
      add(grounds.all, groundsOf(other).all);
    return grounds;
  }

  void take(const Step &step) {
    switch (step.kind) {
    case Step::Kind::Unit:
      return unit(step.terms[0]);
    case Step::Kind::Whole:
      return whole(step.terms[0]);
    case Step::Kind::Apart:
      return learn(step.terms[1], true, groundsOf(step.terms[0]));
    case Step::Kind::Alike: {
      Grounds grounds = groundsOf(step.terms[0]);
      add(grounds.all, groundsOfArguments(step.terms[0], step.terms[1]));
      return learn(step.terms[1], valueOf(step.terms[0]) > 0, grounds);
    }
    case Step::Kind::Split: {
      const std::size_t isTrue = chain.cases.size();
      chain.cases.push_back({step.terms[0], true});
      chain.cases.push_back({step.terms[0], false});
      branches.push_back({step.terms[0], trail.size(), rows.size(), isTrue + 1, isTrue, chain.leaves.size()});
      return given(step.terms[0], true, {Given::Kind::Case, isTrue});
    }
    case Step::Kind::Instance:
      return learnPart(step.terms[2], true, groundsOf(step.terms[0]));
    case Step::Kind::Sum:
      return derive(addUp(step.sources));
    case Step::Kind::Times:
    case Step::Kind::Multiple:
    case Step::Kind::Round: {
      Inequality made{step.kind == Step::Kind::Times      ? Inequality::Kind::Product
                      : step.kind == Step::Kind::Multiple ? Inequality::Kind::Multiple
                                                          : Inequality::Kind::Rounded,
                      {}};
      for (const auto &[factor, source] : step.sources)
        made.of.push_back(addUp({{1, source}}));
      std::vector<Row> parts;
      for (const std::vector<Summand> &summands : made.of) {
        parts.push_back(sumOf(inequalities, summands));
        for (const Summand &summand : summands) {
          add(made.grounds.from, inequalities[summand.inequality].grounds.from);
          add(made.grounds.all, inequalities[summand.inequality].grounds.all);
        }
      }
      switch (made.kind) {
      case Inequality::Kind::Product:
        made.row = {parts[0].polynomial.times(parts[1].polynomial),
                    parts[0].relation == Relation::Above && parts[1].relation == Relation::Above
                        ? Relation::Above
                        : Relation::AtLeast};
        break;
      case Inequality::Kind::Multiple:
        made.formula = step.terms[0];
        made.row = {parts[0].polynomial.times(normal.of(step.terms[0])), Relation::Zero};
        break;
      case Inequality::Kind::Comparison:
      case Inequality::Kind::Choice:
      case Inequality::Kind::Division:
      case Inequality::Kind::Congruence:
      case Inequality::Kind::Rounded:
        made.row = kernel::rounded(terms, parts[0]);
      }
      inequalities.push_back(std::move(made));
      return derive({{1, inequalities.size() - 1}});
    }
    }
  }

  /// As kernel::Refutation::unit.
  void unit(Term formula) {
    const auto given = literalOf(terms, formula, valueOf(formula) > 0);
    const kernel::Node &node = terms[given.first];
    const std::vector<Term> arguments = node.arguments;
    if (isJunction(node.op)) {
      const auto [all, literals] = junctionOf(terms, given.first, given.second);
      if (all) {
        for (const auto &[part, value] : literals)
          learnPart(part, value, groundsOf(given.first));
        return;
      }
      // The part that is left; or where none is, one that the goal says to be false, so that it is shown.
      std::optional<std::size_t> open, ofGoal;
      std::vector<Term> others;
      for (std::size_t i = 0; i < literals.size(); ++i) {
        if (valueOf(literals[i].first) != (literals[i].second ? -1 : 1))
          open = i;
        const std::set<Given> from = groundsOf(literals[i].first).from;
        if (std::any_of(from.begin(), from.end(),
                        [](const Given &ground) { return ground.kind == Given::Kind::Goal; }))
          ofGoal = i;
      }
      const std::size_t left = open ? *open : ofGoal ? *ofGoal : literals.size() - 1;
      if (literals.empty())
        return learn(given.first, !given.second, groundsOf(given.first));
      for (const auto &literal : literals)
        if (literal.first != literals[left].first)
          others.push_back(literal.first);
      learnPart(literals[left].first, literals[left].second, partOf(given.first, others));
      return;
    }
    if (node.op == Operator::IfThenElse) {
      const int condition = valueOf(arguments[0]), other = given.second ? -1 : 1;
      if (condition != 0)
        return learnPart(arguments[condition > 0 ? 1 : 2], given.second, partOf(given.first, {arguments[0]}));
      if (valueOf(arguments[1]) == other)
        learnPart(arguments[0], false, partOf(given.first, {arguments[1]}));
      if (valueOf(arguments[2]) == other)
        learnPart(arguments[0], true, partOf(given.first, {arguments[2]}));
      return;
    }
    const bool knowsLeft = valueOf(arguments[0]) != 0;
    const Term side = arguments[knowsLeft ? 0 : 1];
    learnPart(arguments[knowsLeft ? 1 : 0], (valueOf(side) > 0) == given.second, partOf(given.first, {side}));
  }

  /// As kernel::Refutation::whole.
  void whole(Term formula) {
    const Term asked = literalOf(terms, formula, true).first;
    const kernel::Node &node = terms[asked];
    Grounds grounds;
    const auto rests = [&](Term part) {
      add(grounds.from, groundsOf(part).from);
      add(grounds.all, groundsOf(part).all);
    };
    bool value = false;
    if (isJunction(node.op)) {
      const auto [all, literals] = junctionOf(terms, asked, true);
      value = all;
      for (const auto &[part, partValue] : literals)
        if (valueOf(part) * (partValue ? 1 : -1) == (all ? -1 : 1)) {
          value = !all;
          grounds = {};
          rests(part);
          break;
        } else {
          rests(part);
        }
    } else if (node.op == Operator::IfThenElse) {
      const Term side = node.arguments[valueOf(node.arguments[0]) > 0 ? 1 : 2];
      value = valueOf(side) > 0;
      rests(node.arguments[0]);
      rests(side);
    } else {
      value = valueOf(node.arguments[0]) == valueOf(node.arguments[1]);
      rests(node.arguments[0]);
      rests(node.arguments[1]);
    }
    learn(asked, value, grounds);
  }

  /// Why the arguments of two applications are equal.
  std::set<Given> groundsOfArguments(Term one, Term other) {
    std::set<Given> grounds;
    const std::vector<Term> left = terms[one].arguments, right = terms[other].arguments;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == right[i])
        continue;
      if (terms[left[i]].sort == kernel::Sort::Bool) {
        add(grounds, groundsOf(left[i]).all);
        add(grounds, groundsOf(right[i]).all);
      } else if (!(normal.of(left[i]) == normal.of(right[i]))) {
        const Term equation = terms.equal(left[i], right[i]);
        add(grounds, groundsOf(valueOf(equation) > 0 ? equation : terms.equal(right[i], left[i])).all);
      }
    }
    return grounds;
  }

  /// \p sources with their factors, each inequality once.
  std::vector<Summand> addUp(const std::vector<std::pair<mpq_class, Source>> &sources) {
    std::map<std::size_t, mpq_class> factors;
    for (const auto &[factor, source] : sources)
      if (source.kind == Source::Kind::Derived)
        for (const Summand &summand : rows[source.first])
          factors[summand.inequality] += factor * summand.factor;
      else
        factors[place(source)] += factor;
    std::vector<Summand> summands;
    for (const auto &[inequality, factor] : factors)
      if (factor != 0)
        summands.push_back({factor, inequality});
    return summands;
  }

  /// Of the inequality that \p source is.
  std::size_t place(const Source &source) {
    const Term first{source.first};
    Inequality made{Inequality::Kind::Comparison, {}, first, source.second};
    switch (source.kind) {
    case Source::Kind::Derived:
    case Source::Kind::Fact: {
      const auto [plain, value] = literalOf(terms, first, valueOf(first) > 0);
      made.formula = plain;
      made.isTrue = value;
      made.row = kernel::rowOfComparison(terms, normal, plain, value);
      made.grounds = groundsOf(plain);
      break;
    }
    case Source::Kind::Choice: {
      const std::vector<Term> &arguments = terms[first].arguments;
      made.kind = Inequality::Kind::Choice;
      made.isTrue = valueOf(arguments[0]) > 0;
      made.row = {normal.difference(first, arguments[made.isTrue ? 1 : 2]), Relation::Zero};
      made.grounds = groundsOf(arguments[0]);
      break;
    }
    case Source::Kind::Low:
    case Source::Kind::High:
      made.kind = Inequality::Kind::Division;
      made.row = kernel::rowOfDivision(terms, normal, first, source.kind == Source::Kind::Low);
      break;
    case Source::Kind::Remainder: {
      made.kind = Inequality::Kind::Division;
      const kernel::Node &node = terms[first];
      kernel::Polynomial row = normal.difference(node.arguments[0], first);
      row.add(-terms[node.arguments[1]].number, normal.of(source.second));
      made.row = {row, Relation::Zero};
      break;
    }
    case Source::Kind::Congruence:
      made.kind = Inequality::Kind::Congruence;
      made.row = {normal.difference(first, source.second), Relation::Zero};
      made.grounds.all = groundsOfArguments(first, source.second);
      made.grounds.from = made.grounds.all;
      break;
    }
    for (std::size_t i = 0; i < inequalities.size(); ++i) {
      const Inequality &one = inequalities[i];
      if (one.kind == made.kind && one.formula == made.formula && one.other == made.other &&
          one.isTrue == made.isTrue && one.row.polynomial == made.row.polynomial &&
          one.grounds.all == made.grounds.all)
        return i;
    }
    inequalities.push_back(std::move(made));
    return inequalities.size() - 1;
  }

  /// A row that is absurd ends its case.
  void derive(std::vector<Summand> summands) {
    rows.push_back(std::move(summands));
    if (leaf || !kernel::isAbsurd(sumOf(inequalities, rows.back())))
      return;
    leaf.emplace();
    leaf->sum = rows.back();
    for (const Summand &summand : leaf->sum)
      add(leaf->grounds, inequalities[summand.inequality].grounds.all);
  }

  void close() {
    while (leaf && !isDone) {
      keepNeeded(*leaf);
      chain.leaves.push_back(std::move(*leaf));
      leaf.reset();
      while (!open.empty() && open.back().second == branches.size()) {
        splits[open.back().first].endOfLeaves = chain.leaves.size();
        open.pop_back();
      }
      isDone = branches.empty();
      if (isDone)
        return;
      const Branch next = branches.back();
      branches.pop_back();
      for (; trail.size() > next.known; trail.pop_back())
        known.erase(trail.back());
      rows.resize(next.rows);
      open.emplace_back(splits.size(), branches.size());
      splits.push_back({next.trueCase, next.falseCase, next.firstLeaf, chain.leaves.size(), 0});
      given(next.formula, false, {Given::Kind::Case, next.falseCase});
    }
  }

  /// The inequalities that the sum is made of, in their order.
  void keepNeeded(Leaf &ended) const {
    std::set<std::size_t> needed;
    for (const Summand &summand : ended.sum)
      needed.insert(summand.inequality);
    for (auto at = needed.rbegin(); at != needed.rend(); ++at)
      for (const auto &summands : inequalities[*at].of)
        for (const Summand &summand : summands)
          needed.insert(summand.inequality);
    std::map<std::size_t, std::size_t> places;
    const auto moved = [&](std::vector<Summand> &summands) {
      for (Summand &summand : summands)
        summand.inequality = places.at(summand.inequality);
    };
    for (std::size_t at : needed) {
      places.emplace(at, ended.inequalities.size());
      ended.inequalities.push_back(inequalities[at]);
      for (std::vector<Summand> &summands : ended.inequalities.back().of)
        moved(summands);
    }
    moved(ended.sum);
  }

  /// What the leaves in [\p begin, \p end) rest on, but for the cases of a split and those within them.
  std::set<Given> outside(std::size_t begin, std::size_t end, std::size_t ofSplit) const {
    std::set<Given> all;
    for (std::size_t i = begin; i < end; ++i)
      for (const Given &ground : chain.leaves[i].grounds)
        if (ground.kind != Given::Kind::Case || ground.number < ofSplit)
          all.insert(ground);
    return all;
  }

  /// A case is true of all numbers if what ends the other one rests on that alone.
  void findWhatShowsCases() {
    for (const Split &split : splits) {
      Case &isTrue = chain.cases[split.trueCase], &isFalse = chain.cases[split.falseCase];
      isTrue.shownFrom = outside(split.firstOfSecond, split.endOfLeaves, split.trueCase);
      isFalse.shownFrom = outside(split.firstLeaf, split.firstOfSecond, split.trueCase);
      isTrue.isTrueOfAll = isTrue.shownFrom.empty();
    }
  }

  kernel::Terms &terms;
  kernel::NormalForms normal;
  const kernel::Obligation &obligation;
  std::map<Term, Known> known;
  std::vector<Term> trail;
  std::vector<Inequality> inequalities;
  std::vector<std::vector<Summand>> rows;
  std::vector<Branch> branches;
  std::vector<Split> splits;
  /// Splits whose second case has begun, each with the number of branches that waited then.
  std::vector<std::pair<std::size_t, std::size_t>> open;
  std::optional<Leaf> leaf;
  Chain chain;
  bool isDone = false;
};

} // namespace

Row sumOf(const std::vector<Inequality> &inequalities, const std::vector<Summand> &summands) {
  Row total{{}, Relation::Zero};
  for (const auto &[factor, at] : summands) {
    const Row &row = inequalities[at].row;
    total.polynomial.add(factor, row.polynomial);
    if (row.relation == Relation::Above || total.relation == Relation::Zero)
      total.relation = row.relation;
  }
  return total;
}

std::optional<Chain> chainOf(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps) {
  return Retold(terms, obligation).run(steps);
}

} // namespace plumb::derivation
