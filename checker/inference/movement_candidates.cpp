// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/registers.h"
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <memory>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

/// Of more draws in one iteration it is not asked whether all of them are moved.
constexpr int mostDraws = 4;

bool readsIn(const ir::Statement &statement, const ir::Variable &x) {
  bool is = false;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    for (const ir::Expression *expression : relational::expressionsOf(inner))
      is |= ir::reads(*expression, x);
  });
  return is;
}

/// The public condition, of the loop variable, under which the body gives \p x a value that has nothing to do
/// with the one before, in front of all that reads it: `if i mod k = 0 { x := f[i] } else { x := x + f[i] }`.
/// Null if there is none.
const ir::Expression *overwrittenWhere(const Templates &templates, const ir::Variable &x) {
  const auto isOfIndex = [&](const ir::Expression &condition) {
    return ir::reads(condition, templates.loop.index) &&
           !ir::anyPart(condition, [&](const ir::Expression &part) {
             const auto *read = dyn_cast<ir::Read>(&part);
             return (read && &read->variable != &templates.loop.index && !overParameters(*read)) ||
                    !llvm::isa<ir::Read, ir::Number, ir::Unary, ir::Binary>(part);
           });
  };
  for (const auto &statement : templates.loop.body) {
    if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      const auto *first =
          branch->thenBlock.empty() ? nullptr : dyn_cast<ir::Assign>(branch->thenBlock.front().get());
      if (first && &first->target == &x && !ir::reads(*first->value, x) && isOfIndex(*branch->condition))
        return branch->condition.get();
    } else if (const auto *assign = dyn_cast<ir::Assign>(statement.get()); assign && &assign->target == &x) {
      const auto *choice = dyn_cast<ir::Conditional>(assign->value.get());
      return choice && !ir::reads(*choice->whenTrue, x) && isOfIndex(*choice->condition)
                 ? choice->condition.get()
                 : nullptr;
    }
    if (readsIn(*statement, x))
      return nullptr;
  }
  return nullptr;
}

class MovementCandidates {
public:
  explicit MovementCandidates(Templates &templates) : templates(templates) {}

  void make() {
    movement();
    lesserOrLarger();
  }

private:
  /// For each class of scales that the body charges and each of its members: moved <= its value at entry +
  /// m * u * (what a counter has counted since), for the units u.
  void movement() {
    std::set<std::size_t> charged;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = dyn_cast<ir::Sample>(&statement))
        if (auto position = templates.context.scales.of(*sample))
          charged.insert(*position);
    });
    for (const auto &scaleClass : templates.context.scales.classes()) {
      std::size_t members = 0;
      for (const auto &[position, weight] : scaleClass.members)
        if (charged.count(position)) {
          ++members;
          movementIn({position, {{position, 1}}});
        }
      if (members > 1)
        movementIn(scaleClass);
    }
  }

  void movementIn(const relational::Scales::Class &scaleClass) {
    const std::string name = movedText(scaleClass);
    const std::size_t still = moved(scaleClass, name + " does not change",
                                    [](Context c, const LoopHead &) { return c.store.real(0); });
    for (const auto &[text, counter] : templates.counters())
      grown(scaleClass, name, text, counter, still);
    for (const LimitedCounter &counter : limitedCounters(templates))
      if (isCharged(counter.draws, scaleClass))
        grownUpTo(scaleClass, name, counter);
    const auto isAmong = [&](const ir::Sample &sample) { return isCharged({&sample}, scaleClass); };
    for (const auto &[text, counter] : scheduledDraws(templates, isAmong)) {
      tellPhases();
      grown(scaleClass, name, text, counter, still);
    }
    grownTogether(scaleClass, name);
    aheadOf(scaleClass, name);
    pending(scaleClass, name);
    handedOn(scaleClass, name);
  }

  /// What is counted is paid for by two iterations: by that which publishes it, and before that by the one in
  /// front of it.
  void aheadOf(const relational::Scales::Class &scaleClass, const std::string &name) {
    for (const auto &[text, isNext] : toldNext(templates))
      for (const ir::Variable *x : templates.assignedNumbers()) {
        if (x->sort != ir::Sort::Int)
          continue;
        for (const relational::MovementBound &unit : templates.units())
          for (int multiple : {1, 2})
            moved(scaleClass,
                  name + " grew by at most " +
                      times(multiple, unit, "2 * (" + x->name + " - its value at entry) + " + text),
                  [x, isNext = isNext,
                   amount = Polynomial::constant(multiple) * unit.value](Context c, const LoopHead &head) {
                    const Term now = valueOf(c, head.state, *x, Side::First),
                               then = valueOf(c, head.entry, *x, Side::First);
                    Term counted = isNext(c, head);
                    if (now.isValid() && then.isValid())
                      counted =
                          c.store.add(counted, c.store.multiply(c.store.real(2),
                                                                c.store.toReal(c.store.subtract(now, then))));
                    return c.products.multiply(c.products.term(amount, smt::Sort::Real), counted);
                  });
      }
  }

  /// At a scale that is no polynomial over parameters, but for a factor that is the lesser or the larger of
  /// two of them, `2 * max(1, k) / eps`: what has been charged, times the scale, is at most what a counter
  /// counts and at most that factor. Nothing is multiplied by what is counted, and the factor is divided out
  /// where it is compared with itself.
  void lesserOrLarger() {
    if (templates.mechanism.guarantee.hole.isOpen)
      return;
    std::vector<const ir::Expression *> found;
    templates.hasSample([&](const ir::Sample &sample) {
      if (!templates.context.scales.of(sample) && overParameters(*sample.scale) &&
          ir::anyPart(*sample.scale,
                      [](const ir::Expression &part) { return llvm::isa<ir::Extremum>(part); }) &&
          std::none_of(found.begin(), found.end(),
                       [&](const ir::Expression *known) { return ir::isSameTerm(*known, *sample.scale); }))
        found.push_back(sample.scale.get());
      return false;
    });
    for (const ir::Expression *scale : found)
      for (const auto &[text, counter] : templates.counters())
        if (!text.empty()) // What is moved once needs no scale that grows.
          templates.add(
              "cost * " + ir::print(*scale) + " grew by at most " + text +
                  ", times what the guarantee affords, and by no more than that",
              [scale, mechanism = &templates.mechanism, counter = counter](Context c, const LoopHead &head) {
                return chargedUpTo(c, head, *scale, *mechanism->guarantee.epsilon, counter(c, head));
              });
  }

  static Term chargedUpTo(Context c, const LoopHead &head, const ir::Expression &scale,
                          const ir::Expression &epsilon, Term counted) {
    relational::Evaluator evaluator(c, head.state);
    const auto value = relational::rationalFunctionOfValues(
        scale, c.symbols, c.products, c.store,
        [&](const ir::Expression &part) { return evaluator.program(part, Side::First); });
    const auto guaranteed = relational::rationalFunction(epsilon, c.symbols, c.products, c.store);
    if (!value || !guaranteed)
      return c.store.boolean(true);
    const Term grown = c.store.subtract(head.state.otherCost, head.entry.otherCost);
    const auto times = [&](const Polynomial &factor) {
      return c.products.quotient(c.products.multiply(grown, c.products.term(factor, smt::Sort::Real)),
                                 c.products.term(value->denominator, smt::Sort::Real));
    };
    for (Term factor : value->numerator.commonFactor()) {
      const Polynomial rest = value->numerator.dividedBy({factor});
      const auto affords = guaranteed->ratioTo({value->denominator, rest});
      const Term chosen = factor.op() == smt::Operator::ToReal ? factor.arguments()[0] : factor;
      if (chosen.op() != smt::Operator::IfThenElse || !affords)
        continue;
      const Term each = c.store.real(*affords), all = times(value->numerator);
      return c.store.conjunction({c.store.lessEqual(all, c.store.multiply(each, counted)),
                                  c.store.lessEqual(all, c.store.multiply(each, factor)),
                                  c.store.lessEqual(times(rest), each)});
    }
    return c.store.boolean(true);
  }

  std::string movedText(const relational::Scales::Class &scaleClass) {
    std::string text;
    for (const auto &[position, weight] : scaleClass.members)
      text += (text.empty() ? "" : " + ") + (weight == 1 ? "" : toString(weight) + " * ") + "moved(" +
              templates.context.scales.all()[position].text + ")";
    return text;
  }

  /// Each draw of an iteration may be moved by a unit, or by two of them.
  std::vector<int> multiplesIn(const relational::Scales::Class &scaleClass) const {
    int draws = 0;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned loops) {
      const auto *sample = dyn_cast<ir::Sample>(&statement);
      const auto position = sample && loops == 0 ? templates.context.scales.of(*sample) : std::nullopt;
      draws += position && std::any_of(scaleClass.members.begin(), scaleClass.members.end(),
                                       [&](const auto &member) { return member.first == *position; });
    });
    std::vector<int> multiples = {1, 2};
    if (draws > 1 && draws <= mostDraws)
      for (int more = std::max(3, draws); more <= 2 * draws; ++more)
        multiples.push_back(more);
    return multiples;
  }

  /// By u and 2u for the units u, for each that the counter counts; where an iteration has several draws, by
  /// as many more.
  void grown(const relational::Scales::Class &scaleClass, const std::string &name,
             const std::string &counterText, const Formula &counter, std::size_t still) {
    for (const relational::MovementBound &unit : templates.units()) {
      std::size_t stronger = still;
      for (const int multiple : multiplesIn(scaleClass)) {
        Polynomial amount = Polynomial::constant(multiple) * unit.value;
        stronger =
            moved(scaleClass, name + " grew by at most " + times(multiple, unit, counterText),
                  [amount, counter](Context c, const LoopHead &head) {
                    return c.products.multiply(c.products.term(amount, smt::Sort::Real), counter(c, head));
                  },
                  {stronger});
      }
    }
  }

  bool isCharged(const std::vector<const ir::Sample *> &draws,
                 const relational::Scales::Class &scaleClass) const {
    return std::any_of(draws.begin(), draws.end(), [&](const ir::Sample *sample) {
      const auto position = templates.context.scales.of(*sample);
      return position && std::any_of(scaleClass.members.begin(), scaleClass.members.end(),
                                     [&](const auto &member) { return member.first == *position; });
    });
  }

  /// The same, as far as what is counted is paid for.
  void grownUpTo(const relational::Scales::Class &scaleClass, const std::string &name,
                 const LimitedCounter &counter) {
    for (const relational::MovementBound &unit : templates.units()) {
      std::vector<std::size_t> stronger;
      for (int multiple : {1, 2}) {
        const std::string most = times(multiple, unit, counter.most.first);
        std::string text = name + " grew by at most " + times(multiple, unit, counter.counted.first) +
                           " and " + (templates.outer().empty() ? most : "max(0, " + most + ")");
        stronger = {moved(
            scaleClass, std::move(text),
            [amount = Polynomial::constant(multiple) * unit.value, counter,
             isInner = !templates.outer().empty()](Context c, const LoopHead &head) {
              return paid(c, head, amount, counter, isInner);
            },
            stronger)};
      }
    }
  }

  /// \p amount for each that \p counter counts: the lesser of two products, since nothing is known of a
  /// product with the lesser of two numbers.
  ///
  /// \param isInner other loops stand around: then the count may have been beyond its end at the entry.
  static Term paid(Context c, const LoopHead &head, const Polynomial &amount, const LimitedCounter &counter,
                   bool isInner) {
    const Term factor = c.products.term(amount, smt::Sort::Real);
    const Term counted = c.products.multiply(factor, counter.counted.second(c, head));
    Term most = c.products.multiply(factor, counter.most.second(c, head));
    if (isInner)
      most = c.store.ite(c.store.lessEqual(c.store.real(0), most), most, c.store.real(0));
    return c.store.ite(c.store.lessEqual(counted, most), counted, most);
  }

  /// What an iteration turns may be several counts and flags, each of which pays for its own draw.
  void grownTogether(const relational::Scales::Class &scaleClass, const std::string &name) {
    std::vector<LimitedCounter> counters;
    std::string text;
    for (LimitedCounter &counter : countersAndFlags(templates))
      if (isCharged(counter.draws, scaleClass)) {
        text += (text.empty() ? "" : " + ") + ("min(" + counter.counted.first + ", ") +
                (templates.outer().empty() ? counter.most.first : "max(0, " + counter.most.first + ")") + ")";
        counters.push_back(std::move(counter));
      }
    if (counters.size() < 2)
      return;
    for (const relational::MovementBound &unit : templates.units())
      moved(scaleClass, name + " grew by at most " + times(1, unit, text),
            [amount = unit.value, counters, isInner = !templates.outer().empty()](Context c,
                                                                                  const LoopHead &head) {
              Term all = c.store.real(0);
              for (const LimitedCounter &counter : counters)
                all = c.store.add(all, paid(c, head, amount, counter, isInner));
              return all;
            });
  }

  using Where = std::vector<const ir::Expression *>;

  /// moved + |x - x'| <= its value at entry + m * u * [something has been passed]: what is still to be moved
  /// waits in x (the block sum of smart sum). Nothing waits where the iteration overwrites x before anything
  /// reads it.
  void pending(const relational::Scales::Class &scaleClass, const std::string &name) {
    std::vector<Counter> passed = templates.indicators();
    for (const ir::Variable *x : templates.assignedNumbers()) {
      const ir::Expression *anew = overwrittenWhere(templates, *x);
      for (const auto &[text, counter] : passed)
        for (const relational::MovementBound &unit : templates.unitsFor(x->sort))
          for (int multiple : {1, 2})
            for (const ir::Expression *unless : anew ? Where{nullptr, anew} : Where{nullptr})
              pending(scaleClass, name, *x, unless,
                      {times(multiple, unit, text), [amount = Polynomial::constant(multiple) * unit.value,
                                                     counter = counter](Context c, const LoopHead &head) {
                         return c.products.multiply(c.products.term(amount, smt::Sort::Real),
                                                    counter(c, head));
                       }});
    }
  }

  /// \param unless where this holds at the beginning of an iteration, nothing waits; null: always something.
  void pending(const relational::Scales::Class &scaleClass, const std::string &name, const ir::Variable &x,
               const ir::Expression *unless, const Counter &growth) {
    const std::string apart = "|" + x.name + " - " + x.name + "'|";
    templates.add(name + " + " + (unless ? "(" + ir::print(*unless) + " ? 0 : " + apart + ")" : apart) +
                      " grew by at most " + growth.first,
                  [scaleClass, &x, unless, growth = growth.second,
                   &loop = templates.loop](Context c, const LoopHead &head) {
                    Term a = valueOf(c, head.state, x, Side::First),
                         b = valueOf(c, head.state, x, Side::Second);
                    if (!a.isValid() || !b.isValid())
                      return c.store.boolean(true);
                    Term waiting = c.store.absolute(c.store.subtract(asReal(c, a), asReal(c, b)));
                    if (unless) {
                      relational::State there = head.state;
                      there.run(Side::First).scalars[c.symbols.ordinal(loop.index)] = head.index;
                      waiting = c.store.ite(relational::Evaluator(c, there).relational(*unless),
                                            c.store.real(0), waiting);
                    }
                    Term now = relational::movedInClass(c, scaleClass, head.state.moved);
                    Term entry = relational::movedInClass(c, scaleClass, head.entry.moved);
                    return c.store.lessEqual(c.store.add(now, waiting), c.store.add(entry, growth(c, head)));
                  });
  }

  /// The same where each answer is handed from one variable to the next, and where answers of several queries
  /// are moved, each as often as it is read: moved + the sum of m * |x - x'|, for what alignments still move
  /// of each x.
  void handedOn(const relational::Scales::Class &scaleClass, const std::string &name) {
    if (const auto registers = registersOf(templates, scaleClass)) {
      const auto passed = answersPassed(templates, registers->answers);
      if (passed && !isSimple(*registers))
        waits(scaleClass, name, *registers, nullptr, *passed);
      const std::optional<Rational> perAnswer = registers->perAnswer().number();
      if (!registers->waiting.empty() && registers->answers.empty())
        waits(scaleClass, name, *registers, nullptr,
              {"0", [](Context c, const LoopHead &) { return c.store.real(0); }});
      else if (!registers->waiting.empty() && perAnswer)
        waitsForUnits(scaleClass, name, *registers, *perAnswer);
    }
    const std::optional<Phases> phases = Phases::of(templates);
    const auto registers = phases ? registersOf(templates, scaleClass, *phases) : std::nullopt;
    const auto passed = registers ? answersPassed(templates, registers->answers) : std::nullopt;
    if (!passed)
      return;
    tellPhases();
    waits(scaleClass, name, *registers, std::make_shared<const Phases>(*phases), *passed);
  }

  /// What begins anew every few iterations has one of its values.
  void tellPhases() {
    const std::optional<Phases> phases = isPhaseTold ? std::nullopt : Phases::of(templates);
    isPhaseTold = true;
    if (!phases)
      return;
    templates.add(phases->text(), [known = *phases](Context c, const LoopHead &head) {
      const Term now = known.at(c, head.state, head.index);
      if (!now.isValid())
        return c.store.boolean(true);
      std::vector<Term> cases;
      for (const Rational &value : known.values())
        cases.push_back(c.store.equal(now, c.store.literal(value, now.sort())));
      return c.store.disjunction(std::move(cases));
    });
    if (const std::vector<Rational> round = phases->round(); !round.empty() && !phases->isRemainder())
      tellPlaceIn(round, *phases);
  }

  /// Iterations that go through all values one after the other have the one that their number says.
  void tellPlaceIn(const std::vector<Rational> &round, const Phases &phases) {
    const auto placeOf = [round](Context c, Term value) {
      Term place = c.store.integer(0);
      for (std::size_t i = 1; i < round.size(); ++i)
        place = c.store.ite(c.store.equal(value, c.store.literal(round[i], value.sort())),
                            c.store.integer(static_cast<long>(i)), place);
      return place;
    };
    templates.add(phases.text() + ", by the number of the iteration", [placeOf, phases,
                                                                       length = Integer(round.size())](
                                                                          Context c, const LoopHead &head) {
      const Term now = phases.at(c, head.state, head.index), then = phases.at(c, head.entry, head.low);
      if (!now.isValid() || !then.isValid())
        return c.store.boolean(true);
      const Term passed = c.store.subtract(head.index, head.low);
      return c.store.equal(
          c.store.modulo(c.store.subtract(c.store.add(passed, placeOf(c, then)), placeOf(c, now)), length),
          c.store.integer(0));
    });
  }

  void waitsForUnits(const relational::Scales::Class &scaleClass, const std::string &name,
                     const Registers &registers, const Rational &perAnswer) {
    std::vector<Counter> passed = templates.indicators();
    for (Counter &sum : changedPlacesPassed(templates))
      passed.push_back(std::move(sum));
    for (const auto &[counterText, counter] : passed)
      for (const relational::MovementBound &unit : templates.units())
        waits(scaleClass, name, registers, nullptr,
              {toString(perAnswer) + " * " + times(1, unit, counterText),
               [amount = Polynomial::constant(perAnswer) * unit.value,
                counter = counter](Context c, const LoopHead &head) {
                 return c.products.multiply(c.products.term(amount, smt::Sort::Real), counter(c, head));
               }});
  }

  /// \param phases null: what waits is moved as often in all iterations.
  void waits(const relational::Scales::Class &scaleClass, const std::string &name, const Registers &registers,
             const std::shared_ptr<const Phases> &phases, const Counter &growth) {
    std::string text = name;
    for (const Waiting &one : registers.waiting) {
      std::string often;
      for (const Factor &factor : one.often)
        often += (often.empty() ? "" : " or ") + factor.text();
      const bool isOnce = one.often.size() == 1 && one.often.front() == Factor(1);
      text += " + " +
              (isOnce                  ? ""
               : one.often.size() == 1 ? often + " * "
                                       : "(" + often + ") * ") +
              "|" + one.variable->name + " - " + one.variable->name + "'|";
    }
    const auto waitingAt = [waiting = registers.waiting, phases](Context c, const relational::State &state,
                                                                 Term index) {
      const Term phase = phases ? phases->at(c, state, index) : Term();
      if (phases && !phase.isValid())
        return Term();
      std::vector<Term> apart = {c.store.real(0)};
      for (const Waiting &one : waiting) {
        const Term a = valueOf(c, state, *one.variable, Side::First),
                   b = valueOf(c, state, *one.variable, Side::Second);
        if (!a.isValid() || !b.isValid())
          return Term();
        const Term difference = asReal(c, c.store.subtract(a, b));
        Term all = timesApart(c, one.often.back(), difference);
        for (std::size_t i = one.often.size() - 1; i-- > 0;)
          all = c.store.ite(c.store.equal(phase, c.store.literal(phases->values()[i], phase.sort())),
                            timesApart(c, one.often[i], difference), all);
        apart.push_back(all);
      }
      return c.store.add(std::move(apart));
    };
    templates.add(text + " grew by at most " + growth.first, [scaleClass, waitingAt, growth = growth.second](
                                                                 Context c, const LoopHead &head) {
      const Term now = waitingAt(c, head.state, head.index), then = waitingAt(c, head.entry, head.low);
      if (!now.isValid())
        return c.store.boolean(true);
      std::vector<Term> most = {relational::movedInClass(c, scaleClass, head.entry.moved), growth(c, head)};
      // What has no value yet is overwritten before it is read.
      if (then.isValid())
        most.push_back(then);
      return c.store.lessEqual(c.store.add(relational::movedInClass(c, scaleClass, head.state.moved), now),
                               c.store.add(std::move(most)));
    });
  }

  /// \p often * |difference|. Of a product with a choice nothing is known.
  static Term timesApart(Context c, const Factor &often, Term difference) {
    if (const auto number = often.number())
      return c.store.multiply(c.store.real(*number), c.store.absolute(difference));
    const Term product = often.times(c, c.products.expand(difference));
    return c.store.ite(c.store.lessEqual(c.store.real(0), difference), product, c.store.minus(product));
  }

  /// Nothing waits, and each answer is moved once or twice where the loop variable finds it: that is a
  /// multiple of what counters count.
  bool isSimple(const Registers &registers) const {
    std::set<const ir::Variable *> known;
    return registers.waiting.empty() &&
           std::all_of(registers.answers.begin(), registers.answers.end(), [&](const AnswerRead &answer) {
             const auto *index = answer.read->indices.size() == 1
                                     ? dyn_cast<ir::Read>(answer.read->indices.front().get())
                                     : nullptr;
             return known.insert(&answer.read->variable).second && index &&
                    &index->variable == &templates.loop.index &&
                    answer.often == registers.answers.front().often &&
                    (answer.often == Factor(1) || answer.often == Factor(2));
           });
  }

  std::size_t moved(const relational::Scales::Class &scaleClass, std::string text, Formula growth,
                    std::vector<std::size_t> impliedBy = {}) {
    auto formula = [scaleClass, growth](Context c, const LoopHead &head) {
      Term now = relational::movedInClass(c, scaleClass, head.state.moved);
      Term entry = relational::movedInClass(c, scaleClass, head.entry.moved);
      return c.store.lessEqual(now, c.store.add(entry, growth(c, head)));
    };
    return templates.add(std::move(text), formula, std::move(impliedBy));
  }

  Templates &templates;
  bool isPhaseTold = false;
};

} // namespace

void movementCandidates(Templates &templates) {
  MovementCandidates(templates).make();
}

} // namespace plumb::inference
