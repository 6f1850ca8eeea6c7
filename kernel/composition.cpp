// SPDX-License-Identifier: Apache-2.0
// Parts that run one after another on the same data: what a composition rests on besides its parts. For a
// pair D, D' part j has Pr[m_j(D) in S] <= exp(e_j) Pr[m_j(D') in S], whatever the parts before it have
// published; so densities of all that is published differ by exp of the sum of the e_j at most (Theorem 6 of
// Takagi, Cao and Yoshikawa). What is published is a symbol of which nothing is known.
#include "kernel/two_run.h"

#include <algorithm>
#include <deque>

namespace plumb::kernel {

namespace {

class Parts {
public:
  Parts(Terms &terms, const Composition &composition)
      : terms(terms), composition(composition), whole(terms, composition.head) {}

  Obligations obligations() {
    for (const Definition &definition : composition.definitions)
      define(definition);
    for (const Part &part : composition.parts)
      give(part);
    for (std::size_t i = 0; i < parts.size(); ++i)
      requirements(i);
    if (composition.isByFields)
      fieldsChange();
    Evaluator evaluator(whole, start);
    if (composition.sample)
      evaluator.program(*composition.sample, Side::First);
    demand("defined", composition.head.guarantee->line, {}, evaluator.takeDefined());
    defined(whole, result);
    records(whole, result);
    if (composition.head.records)
      neighbours(whole);
    else
      for (World &stated : parts)
        neighbours(stated);
    sum();
    return std::move(result);
  }

private:
  void demand(const std::string &condition, unsigned line, const std::vector<Term> &facts, Term goal) {
    kernel::demand(whole, result, condition, line, facts, goal);
  }

  /// Of a power of e and its logarithm: the one is more than 0, and more than 1 just where the other is more
  /// than 0. A logarithm is one of a number of which that is shown before.
  void define(const Definition &definition) {
    Evaluator evaluator(whole, start);
    const Term argument = whole.real(evaluator.program(*definition.argument, Side::First)),
               value = whole.fixed(definition.name, {}, Sort::Real), none = terms.real(0),
               one = terms.real(1);
    const auto [power, logarithm] =
        definition.isLogarithm ? std::pair(argument, value) : std::pair(value, argument);
    std::vector<Term> goals{evaluator.takeDefined()};
    if (definition.isLogarithm)
      goals.push_back(terms.less(none, power));
    demand("defined", definition.argument->line, {}, whole.all(goals));
    whole.axioms.insert(whole.axioms.end(),
                        {terms.less(none, power),
                         terms.equal(terms.less(one, power), terms.less(none, logarithm)),
                         terms.equal(terms.lessEqual(one, power), terms.lessEqual(none, logarithm))});
  }

  /// Arguments have values, which the part's own formulas speak of.
  void give(const Part &part) {
    const Mechanism &mechanism = *part.mechanism;
    Given given{&whole};
    Evaluator evaluator(whole, start);
    for (std::size_t i = 0; i < part.arguments.size(); ++i) {
      const std::string &name = mechanism.parameters[i];
      const Variable &variable = mechanism.variables.at(name);
      const Expression &argument = *part.arguments[i];
      if (variable.role == Variable::Role::Query || !variable.extents.empty()) {
        if (!argument.arguments.empty())
          rejectAt(part.line, "`" + name + "` takes a whole array");
        given.names[name] = argument.name;
        continue;
      }
      const Term value = evaluator.program(argument, Side::First);
      given.values[name] = variable.sort == Sort::Real ? whole.real(value) : value;
      if (variable.sort != Sort::Bool)
        given.fractions[name] = Evaluator(whole, start).fraction(argument);
    }
    if (part.times)
      evaluator.program(*part.times, Side::First);
    demand("defined", part.line, {}, evaluator.takeDefined());
    parts.emplace_back(terms, mechanism, std::move(given));
    for (const auto &[passed, publisher] : composition.published)
      if (publisher + 1 == parts.size()) {
        const Variable &array = composition.head.variables.at(passed);
        for (const Expression *extent : array.extents)
          whole.lengths[&array].push_back(Evaluator(parts.back(), start).relational(*extent));
      }
  }

  /// What is proved of a part holds where its requirements do, and of arrays as long as it says.
  void requirements(std::size_t i) {
    World &part = parts[i];
    std::vector<Term> goals;
    for (const ExpressionPtr &requirement : part.mechanism.requirements)
      part.assume(goals, *requirement, Side::First);
    for (const auto &[name, given] : part.givens().names) {
      const auto &own = part.mechanism.variables.at(name).extents,
                 &others = composition.head.variables.at(given).extents;
      const auto passed = whole.lengths.find(&composition.head.variables.at(given));
      for (std::size_t at = 0; at < own.size(); ++at)
        goals.push_back(terms.equal(Evaluator(part, start).relational(*own[at]),
                                    passed != whole.lengths.end()
                                        ? passed->second.at(at)
                                        : Evaluator(whole, start).relational(*others[at])));
    }
    demand("requires", composition.parts[i].line, {}, whole.all(goals));
  }

  /// Of each element of r that is another in r' some part has no rule that keeps it. So the neighbours of
  /// each part are among these, and pairs that change as one part lets a field and another one a second.
  void fieldsChange() {
    for (const auto &[name, range] : composition.head.records->fields)
      whole.ofBoth.push_back(
          whole.forElements(composition.head.variables.at(name), [&, &field = name](const auto &indices) {
            std::vector<Term> lets;
            for (World &part : parts) {
              if (!part.isExchange())
                outsideAt(composition.head.guarantee->line,
                          "a part that replaces no record, beside one that does,");
              std::vector<Term> rules;
              for (const Kept &rule : part.mechanism.records->kept)
                if (rule.field == field)
                  rules.push_back(part.isKept(rule, indices));
              lets.push_back(whole.all(rules));
            }
            return whole.any(lets);
          }));
    whole.neighbours.insert(whole.neighbours.end(), whole.ofBoth.begin(), whole.ofBoth.end());
  }

  /// The neighbours of \p stated are those of each part. Where a composition states its own, a part may also
  /// have the same answers for them; where it does not, its parts are to mean the same by theirs, or nobody
  /// would know whose the guarantee is.
  void neighbours(World &stated) {
    for (Term formula : stated.neighbours)
      for (Term part : terms.subterms(formula))
        if (terms[part].op == Operator::Apply && composition.published.count(terms.symbolOf(part).name))
          throw Rejected("who the neighbours are depends on what was published");
    std::vector<Term> facts = whole.axioms;
    facts.insert(facts.end(), stated.neighbours.begin(), stated.neighbours.end());
    facts.push_back(terms.disjunction(stated.different));
    result.reached[0].push_back(facts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      World &part = parts[i];
      const unsigned line = composition.parts[i].line;
      if (&part == &stated)
        continue;
      if (!part.mechanism.records) {
        demand("inside", line, stated.neighbours, whole.all(part.neighbours));
        continue;
      }
      // Of every record of the data, of which there are as many as one likes.
      std::vector<Term> premises = premisesOf(part);
      // The part may read other ends of ranges.
      for (Term inside : part.ranges(Side::First))
        if (!std::count(stated.premises.begin(), stated.premises.end(), inside))
          premises.push_back(inside);
      demand("premise", line, stated.premises, whole.all(premises));
      if (composition.sample) // The sum asks which changes its parts are about.
        continue;
      if (const auto &ways = composition.parts[i].ways; !ways.empty()) {
        follow(part, ways, line);
        continue;
      }
      const Term near = isNeighbour(stated, part);
      const bool mayStay = &stated == &whole && terms[near].op != Operator::True;
      demand("inside", line, stated.neighbours,
             mayStay ? terms.disjunction({near, answersStay(part)}) : near);
    }
  }

  std::vector<Term> premisesOf(World &part) {
    std::vector<Term> premises;
    for (const ExpressionPtr &premise : part.mechanism.premises)
      part.assume(premises, *premise, Side::First);
    return premises;
  }

  /// Data sets lead from D to D' in one of \p ways, each with a record that can be, of which those that
  /// follow each other are neighbours of \p part or have the same answers. So it costs as many budgets as
  /// there are steps.
  void follow(World &part, const std::vector<std::vector<Point>> &ways, unsigned line) {
    std::vector<Term> lead;
    for (const std::vector<Point> &way : ways)
      lead.push_back(leads(part, way, line));
    part.points = {};
    demand("inside", line, whole.neighbours, whole.any(lead));
  }

  Term leads(World &part, const std::vector<Point> &way, unsigned line) {
    const Point r;
    const Point *before = &r;
    std::vector<Term> steps;
    for (const Point &point : way) {
      std::vector<Term> can;
      part.points = {&point, &point};
      for (const auto &[name, value] : point.fields)
        if (const Field &field = part.mechanism.records->fields.at(name); value && field.low)
          can.push_back(part.isInside(name, {}, Side::First));
      const std::vector<Term> premises = point.exists ? premisesOf(part) : std::vector<Term>();
      can.insert(can.end(), premises.begin(), premises.end());
      demand("premise", line, whole.neighbours, whole.all(can));
      part.points = {before, &point};
      const Term same = answersStay(part);
      steps.push_back(point.isSame ? same : terms.disjunction({same, isStep(part, *before, point)}));
      before = &point;
    }
    return whole.all(steps);
  }

  Term isStep(World &part, const Point &from, const Point &to) {
    using Kind = RecordAdjacency::Kind;
    const Kind kind = part.mechanism.records->kind;
    if (from.exists && to.exists)
      return kind == Kind::Replace ? whole.all(part.related()) : terms.boolean(false);
    return terms.boolean(from.exists != to.exists &&
                         (kind == Kind::AddOrRemove || kind == (from.exists ? Kind::Add : Kind::Remove)));
  }

  /// What changes records for \p stated does so for \p part.
  Term isNeighbour(World &stated, World &part) {
    using Kind = RecordAdjacency::Kind;
    const Kind kind = part.mechanism.records->kind;
    if (stated.isExchange() || part.isExchange())
      return stated.isExchange() && part.isExchange() ? whole.all(part.ofBoth) : terms.boolean(false);
    return kind == Kind::AddOrRemove ? terms.boolean(true)
           : kind == Kind::Add       ? stated.isAdded()
                                     : terms.negation(stated.isAdded());
  }

  /// A program reads queries and nothing else of the data.
  Term answersStay(World &part) {
    std::vector<Term> same;
    for (const auto &[name, query] : part.mechanism.records->queries) {
      const Variable &variable = part.mechanism.variables.at(name);
      same.push_back(part.forElements(variable, [&, &each = query](const auto &indices) {
        return terms.equal(part.contribution(each, indices, Side::First, variable.sort),
                           whole.isExchange() ? part.contribution(each, indices, Side::Second, variable.sort)
                                              : part.ofNobody(each, variable.sort));
      }));
    }
    return whole.all(same);
  }

  /// No budget is negative, also where a part costs nothing; and they are at most what is guaranteed.
  void sum() {
    Fraction total;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part &part = composition.parts[i];
      const Fraction budget = Evaluator(parts[i], start).fraction(*part.mechanism->guarantee);
      demand("budget", part.line, {}, notNegative(whole, budget, {budget.denominator}));
      Fraction times = one;
      if (part.times) {
        times = Evaluator(whole, start).fraction(*part.times);
        demand("times", part.line, {}, notNegative(whole, times, {times.denominator}));
      }
      long steps = part.ways.empty() ? 1 : 0;
      for (const std::vector<Point> &way : part.ways)
        steps = std::max(steps, std::count_if(way.begin(), way.end(), [](auto &to) { return !to.isSame; }));
      const Fraction each = product(terms, {{mpq_class(steps), {}}}, budget);
      total = kernel::sum(terms, total, product(terms, times, each));
      positive.insert(positive.end(), {times.denominator, budget.denominator});
    }
    const Fraction guarantee = Evaluator(whole, start).fraction(*composition.head.guarantee);
    positive.push_back(guarantee.denominator);
    demand("sum", composition.head.guarantee->line, {},
           composition.sample ? isSampledWithin(total, guarantee) : isWithin(total, guarantee));
  }

  Term isAtMost(const Fraction &a, const Fraction &b) { return notNegative(whole, minus(b, a), positive); }

  Fraction minus(const Fraction &a, const Fraction &b) const {
    return kernel::sum(terms, a, product(terms, {{-1, {}}}, b));
  }

  /// exp(\p exponent), where that is a sum of whole multiples of defined logarithms and of an exponent of
  /// which the power is defined: exp(ln(t)) = t.
  std::optional<Fraction> powerOf(const Fraction &exponent) {
    if (!exponent.denominator.isConstant() || exponent.denominator.constant() == 0)
      return std::nullopt;
    Polynomial rest;
    rest.add(1 / exponent.denominator.constant(), exponent.numerator);
    Fraction power = one;
    const auto multiply = [&](const mpq_class &times, const Fraction &base) {
      const bool isWhole = times.get_den() == 1 && abs(times) <= Polynomial::degreeLimit;
      for (mpq_class i = 0; isWhole && i < abs(times); ++i)
        power = times > 0 ? product(terms, power, base) : quotient(terms, power, base);
      return isWhole;
    };
    for (const Definition &definition : composition.definitions) {
      const Polynomial logarithm(1, {whole.fixed(definition.name, {}, Sort::Real)});
      const auto found = rest.summands().find(logarithm.summands().begin()->first);
      if (!definition.isLogarithm || found == rest.summands().end())
        continue;
      const mpq_class times = found->second;
      if (!multiply(times, Evaluator(whole, start).fraction(*definition.argument)))
        return std::nullopt;
      rest.add(-times, logarithm);
    }
    for (const Definition &definition : composition.definitions) {
      const auto times = definition.isLogarithm
                             ? std::nullopt
                             : ratioOf(terms, {rest}, Evaluator(whole, start).fraction(*definition.argument));
      if (times && multiply(*times, {{1, {whole.fixed(definition.name, {}, Sort::Real)}}})) {
        rest = {};
        break;
      }
    }
    positive.push_back(power.denominator);
    return rest.summands().empty() ? std::optional(power) : std::nullopt;
  }

  /// exp grows: so the one is at most the other where this is so of what they are powers of.
  Term isWithin(const Fraction &total, const Fraction &guarantee) {
    const auto factor = powerOf(total), most = powerOf(guarantee);
    return factor && most ? isAtMost(*factor, *most) : isAtMost(total, guarantee);
  }

  /// docs/proof.md, "A sample of the records". Of a record that is added, or removed, the loss is at most
  /// ln(1 + p (exp(e) - 1)) if the total e of the parts bounds what they lose of it; so it is e at most, as e
  /// >= 0 and p <= 1, and p (e + e^2) where e <= 1, and 0 where p is. Of one that is removed it is even
  /// ln(1 / (1 - p + p / exp(e))) <= p e, as exp is convex; and ln(1 / (1 - p)) <= p / (1 - p) at most,
  /// whatever the parts are. Where exp(e) and exp of what is guaranteed are quotients, the bounds are
  /// compared as they are.
  Term isSampledWithin(const Fraction &total, const Fraction &guarantee) {
    using Kind = RecordAdjacency::Kind;
    const Fraction p = Evaluator(whole, start).fraction(*composition.sample), rest = minus(one, p);
    positive.push_back(p.denominator);
    const Fraction square = product(terms, total, total),
                   most = product(terms, p, kernel::sum(terms, total, square));
    const auto factor = powerOf(total), allowed = powerOf(guarantee);
    const Term amplified =
        factor && allowed
            ? isAtMost(kernel::sum(terms, one, product(terms, p, minus(*factor, one))), *allowed)
            : terms.disjunction({isAtMost(total, guarantee),
                                 whole.all({isAtMost(total, one), isAtMost(most, guarantee)}),
                                 whole.all({isAtMost(p, {}), isAtMost({}, guarantee)})});
    const Term amplifiedWithout =
        factor && allowed ? isAtMost(*factor, product(terms, *allowed,
                                                      kernel::sum(terms, product(terms, rest, *factor), p)))
                          : isAtMost(product(terms, p, total), guarantee);
    std::vector<Term> goals = {isAtMost({}, p), isAtMost(p, one)};
    positive.push_back(rest.numerator);
    const Term leftOut = allowed ? isAtMost(one, product(terms, rest, *allowed))
                                 : isAtMost(quotient(terms, p, rest), guarantee);
    for (Kind direction : {Kind::Add, Kind::Remove}) {
      const Kind stated = composition.head.records->kind;
      if (stated != direction && stated != Kind::AddOrRemove)
        continue;
      std::vector<Term> ways;
      if (std::all_of(parts.begin(), parts.end(), [&](const World &part) {
            const Kind kind = part.mechanism.records->kind;
            return kind == direction || kind == Kind::AddOrRemove;
          }))
        ways.push_back(direction == Kind::Add ? amplified : terms.disjunction({amplified, amplifiedWithout}));
      if (direction == Kind::Remove)
        ways.push_back(leftOut);
      goals.push_back(terms.disjunction(ways));
    }
    return whole.all(goals);
  }

  Terms &terms;
  const Composition &composition;
  const State start{};
  World whole;
  std::deque<World> parts;
  const Fraction one{{1, {}}};
  /// What is divided by.
  std::vector<Polynomial> positive;
  Obligations result;
};

} // namespace

Obligations obligationsOf(Terms &terms, const Composition &composition) {
  return Parts(terms, composition).obligations();
}

} // namespace plumb::kernel
