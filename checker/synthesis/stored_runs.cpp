// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/stored_runs.h"

#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/noise.h"
#include "checker/interpreter/record_neighbours.h"
#include "checker/refutation/candidates.h"
#include "checker/refutation/small_inputs.h"
#include "checker/relational/walk.h"
#include "frontend/ir/adjacency_formulas.h"
#include "frontend/ir/law.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <map>
#include <random>

namespace plumb::synthesis {

using interpreter::Exact;
using interpreter::Instance;
using interpreter::Numbers;

namespace {

/// Numbers of the engine are the same everywhere; those of the standard's distributions are not.
class Chance {
public:
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine() % count); }
  bool oneIn(std::size_t count) { return below(count) == 0; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  /// A multiple of 1/2 if \p sort has them.
  Exact near(std::int64_t low, std::int64_t high, ir::Sort sort) {
    if (sort == ir::Sort::Real && oneIn(3))
      return Exact(between(2 * low, 2 * high)) / Exact(2);
    return between(low, high);
  }

private:
  std::mt19937_64 engine{20190613};
};

/// The literals of a program, and quotients of two: what parameters and fields are compared with.
class Literals {
public:
  explicit Literals(const ir::Mechanism &mechanism) {
    for (const ir::ExpressionPtr &requirement : mechanism.requirements)
      add(*requirement);
    for (const auto &variable : mechanism.variables)
      if (const ir::SchemaQuery *query = variable->definition)
        for (const ir::ExpressionPtr *part : {&query->where, &query->term})
          add(*part);
    for (const ir::RecordPremise &premise : mechanism.premises)
      add(premise.formula);
    if (mechanism.recordAdjacency)
      for (const ir::Expression *formula : ir::formulasOf(*mechanism.recordAdjacency))
        add(*formula);
  }

  std::vector<Exact> values;

private:
  void add(const ir::ExpressionPtr &term) {
    if (term)
      add(*term);
  }

  void add(const ir::Expression &term) {
    if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
      values.emplace_back(number->value);
    const auto *quotient = llvm::dyn_cast<ir::Binary>(&term);
    if (quotient && quotient->op == ir::BinaryOperator::Divide) {
      const auto *above = llvm::dyn_cast<ir::Number>(quotient->left.get());
      const auto *below = llvm::dyn_cast<ir::Number>(quotient->right.get());
      if (above && below && below->value != 0)
        values.emplace_back(Rational(above->value / below->value));
    }
    ir::forEachOperand(term, [&](const ir::Expression &operand) { add(operand); });
  }
};

class Noise final : public interpreter::NoiseSource {
public:
  /// \param leans the draws of one statement may all be small, or all large: a loop that waits for one that
  /// is large waits long. Beside multiples of answers that takes draws that are larger than these.
  /// \param answers what a draw brings near one of \p literals: it may lie far from it.
  Noise(Chance &source, bool leans, const Numbers &literals, const Numbers &answers)
      : chance(source), mayLean(leans), reach(leans && source.oneIn(2) ? 50 : 3), targets(literals),
        from(answers) {
    if (!targets.empty())
      targets.emplace_back(0);
  }
  Exact draw(const interpreter::Machine::Request &request) override {
    const ir::Sample &sample = *request.sample;
    const std::size_t lean = leanOf(sample);
    const bool isAimed = lean == 0 && !targets.empty() && !from.empty() && !chance.oneIn(4);
    const Exact middle = isAimed ? someWay() : Exact();
    const std::int64_t spread = isAimed ? 1 : 3;
    for (int attempt = 0; attempt < 16; ++attempt) {
      const Exact value = middle + (lean == 0   ? chance.near(-spread, spread, sample.target.sort)
                                    : lean == 1 ? chance.near(reach - 1, reach, sample.target.sort)
                                                : chance.near(-reach, 1 - reach, sample.target.sort));
      if (interpreter::inSupport(sample.law, sample.target.sort, value))
        return value;
    }
    return 0;
  }

private:
  /// From an answer to a literal. \pre there are some of both.
  Exact someWay() {
    const Exact way = targets[chance.below(targets.size())] - from[chance.below(from.size())];
    return chance.oneIn(4) ? Exact() - way : way;
  }

  /// 0: neither way.
  std::size_t leanOf(const ir::Sample &sample) {
    if (!mayLean)
      return 0;
    const auto [place, isNew] = leans.try_emplace(&sample, 0);
    if (isNew)
      place->second = chance.below(3);
    return place->second;
  }

  Chance &chance;
  bool mayLean;
  std::int64_t reach; ///< Of draws that lean.
  Numbers targets;
  const Numbers &from;
  std::map<const ir::Sample *, std::size_t> leans;
};

class Generation {
public:
  explicit Generation(const ir::Mechanism &of)
      : mechanism(of), sizes(refutation::sizeParameters(of)), instances(of), literals(of),
        far(refutation::farConstants(of)) {
    relational::forEachStatement(of.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
        isNoiseOneSided |= ir::row(sample->law).support != ir::Support::AllNumbers;
    });
  }

  std::vector<StoredRun> run() {
    // To be near two literals at once is rare.
    const int wanted = far.size() > 1 ? 1500 : 500, attempts = 3 * wanted;
    for (int attempt = 0; attempt < attempts && static_cast<int>(runs.size()) < wanted; ++attempt)
      if (auto instance = someInstance())
        neighbours(*instance);
    // Neighbours that chance does not find, such as those of rare records.
    if (mechanism.recordAdjacency || static_cast<int>(runs.size()) < wanted / 4)
      small();
    return std::move(runs);
  }

  std::vector<StoredRun> large() {
    constexpr int wanted = 16, attempts = 32;
    leans = true;
    if (auto instance = someInstance(Sizes::Large))
      for (int attempt = 0; attempt < attempts && static_cast<int>(runs.size()) < wanted; ++attempt)
        neighbours(*instance);
    return std::move(runs);
  }

private:
  enum class Sizes { Small, Large };

  std::optional<Instance> someInstance(Sizes of = Sizes::Small) {
    constexpr std::int64_t fewElements = 64, manyElements = 4096;
    for (int attempt = 0; attempt < 8; ++attempt) {
      interpreter::Inputs inputs;
      const bool isLong = of == Sizes::Small && chance.oneIn(4);
      for (const auto &variable : mechanism.variables)
        if (variable->role == ir::Variable::Role::Parameter && !variable->isArray())
          inputs[variable->name] = {of == Sizes::Large && isSize(*variable) ? Exact(200)
                                                                            : scalar(*variable, isLong)};
      auto instance = Instance::create(mechanism, inputs, of == Sizes::Large ? manyElements : fewElements);
      if (!instance)
        continue;
      Numbers values = instance->parameters();
      for (const auto &variable : mechanism.variables)
        if (variable->role == ir::Variable::Role::Parameter && variable->isArray()) {
          const interpreter::Place &place = instance->place(*variable);
          // Where all elements are alike, much is true of all of them.
          const bool isFlat = chance.oneIn(4);
          const Exact alike = chance.between(0, 4);
          // What is required of each is rarely true of many that are drawn one by one from a wide range.
          const bool isNarrow = of == Sizes::Large && chance.oneIn(2);
          for (std::size_t at = place.offset; at < place.offset + place.size; ++at)
            values[at] = isFlat && variable->sort != ir::Sort::Bool ? alike
                         : isNarrow                                 ? Exact(chance.between(0, 1))
                                                                    : element(*variable, at - place.offset);
        }
      Instance complete = instance->with(std::move(values));
      if (interpreter::requirementsHold(complete))
        return complete;
    }
    return std::nullopt;
  }

  bool isSize(const ir::Variable &variable) const {
    return std::find(sizes.begin(), sizes.end(), &variable) != sizes.end();
  }

  Exact scalar(const ir::Variable &variable, bool isLong) {
    if (variable.sort == ir::Sort::Bool)
      return chance.between(0, 1);
    const bool hasLiterals = !literals.values.empty();
    if (variable.sort == ir::Sort::Real && hasLiterals && chance.oneIn(4))
      return literal(ir::Sort::Real);
    if (variable.sort == ir::Sort::Real)
      return chance.oneIn(2) ? Exact(1) : chance.oneIn(2) ? Exact(2) : Exact(1) / Exact(2);
    if (isSize(variable))
      return isLong ? (chance.oneIn(2) ? 5 : 9) : chance.between(1, 4);
    if (hasLiterals && chance.oneIn(8))
      return literal(ir::Sort::Int);
    return chance.oneIn(4) ? chance.between(-2, 5) : chance.oneIn(2) ? 1 : chance.between(1, 3);
  }

  Exact element(const ir::Variable &variable, std::size_t at) {
    if (variable.sort == ir::Sort::Bool)
      return chance.between(0, 1);
    // Times and positions often rise along an array.
    if (chance.oneIn(2))
      return static_cast<std::int64_t>(at) + chance.between(0, 2);
    return chance.near(-2, 3, variable.sort);
  }

  void neighbours(const Instance &instance) {
    Numbers first(instance.answerCount()), second(instance.answerCount());
    if (instance.recordShape() ? !byRecords(instance, first, second) : !byRanges(instance, first, second))
      return;
    store(instance, std::move(first), std::move(second));
  }

  bool byRanges(const Instance &instance, Numbers &first, Numbers &second) {
    const std::size_t mode = chance.below(4);
    const bool isFar = startsFar();
    for (const auto &variable : mechanism.variables) {
      if (variable->role != ir::Variable::Role::Query)
        continue;
      const interpreter::DifferenceRange range = interpreter::differenceRange(instance, *variable);
      if (range.isEmpty())
        return false;
      const interpreter::Place &place = instance.place(*variable);
      const std::size_t one = place.size == 0 ? 0 : chance.below(place.size);
      const Exact start = isFar ? farFromZero(variable->sort) : Exact();
      // Both sides of a literal; and of 0 too, where noise of one sign brings nothing back to the other. What
      // is to come near a literal together is not spread as far.
      const std::int64_t nearest = isFar || isNoiseOneSided ? -2 : 0, farthest = isFar ? 2 : 4;
      for (std::size_t i = 0; i < place.size; ++i) {
        Exact change = mode == 0   ? range.highest
                       : mode == 1 ? range.lowest
                                   : someChange(range, variable->sort);
        if (range.onlyOne && i != one)
          change = 0;
        const Exact lower = start + chance.near(nearest, farthest, variable->sort);
        const std::size_t at = place.offset + i;
        first[at] = change.sign() > 0 ? lower + change : lower;
        second[at] = first[at] - change;
      }
    }
    // Equal answers say little of what a test near a literal decides.
    return !isFar || first != second || chance.oneIn(4);
  }

  bool startsFar() { return !far.empty() && chance.oneIn(2); }

  /// One of the literals, with either sign, or 0. \pre there are some.
  Exact farFromZero(ir::Sort sort) {
    const Exact &literal = far[chance.below(far.size())];
    if (chance.oneIn(2) || (sort == ir::Sort::Int && !literal.isIntegral()))
      return 0;
    return chance.oneIn(4) ? Exact() - literal : literal;
  }

  Exact someChange(const interpreter::DifferenceRange &range, ir::Sort sort) {
    switch (chance.below(sort == ir::Sort::Real ? 5 : 4)) {
    case 0:
      return range.lowest;
    case 1:
      return range.highest;
    case 2:
      return 0;
    case 3: {
      const Exact one = range.highest.sign() > 0 && chance.oneIn(2) ? Exact(1) : Exact(-1);
      return range.contains(one) ? one : Exact();
    }
    default:
      return (range.highest + range.lowest) / Exact(2);
    }
  }

  interpreter::RecordValue someRecord(const Instance &instance) {
    interpreter::RecordValue record;
    const interpreter::RecordShape &shape = *instance.recordShape();
    for (std::size_t at = 0; at < shape.size(); ++at)
      record.push_back(someValue(instance, shape.fieldAt(at)));
    return record;
  }

  interpreter::FieldValue someValue(const Instance &instance, const interpreter::FieldShape &field) {
    if (field.field->sort == ir::Sort::Int && !literals.values.empty() && chance.oneIn(2)) {
      const interpreter::FieldValue value{literal(ir::Sort::Int)};
      if (field.admits(value))
        return value;
    }
    const std::vector<refutation::WeightedField> values = refutation::fieldCandidates(instance, field);
    return values.empty() ? interpreter::FieldValue() : values[chance.below(values.size())].value;
  }

  bool byRecords(const Instance &instance, Numbers &first, Numbers &second) {
    using Kind = ir::RecordAdjacency::Kind;
    const Kind kind = mechanism.recordAdjacency->kind;
    for (int attempt = 0; attempt < 8; ++attempt) {
      std::optional<interpreter::RecordValue> here = someRecord(instance), there = here;
      for (std::size_t at = 0; at < there->size(); ++at)
        if (chance.oneIn(2))
          (*there)[at] = someValue(instance, instance.recordShape()->fieldAt(at));
      const bool removes = kind == Kind::Remove || (kind == Kind::AddOrRemove && chance.oneIn(2));
      if (kind != Kind::Replace)
        (removes ? here : there).reset();
      if ((here && !interpreter::isPossible(instance, *here)) ||
          (there && !interpreter::isPossible(instance, *there)) ||
          !interpreter::mayReplace(instance, here, there))
        continue;
      const bool isFar = startsFar();
      for (Exact &answer : first) {
        const Exact start = isFar ? farFromZero(ir::Sort::Int) - Exact(2) : Exact();
        answer = chance.between(0, 4) + (start.sign() < 0 ? Exact() : start);
      }
      if (!settleExtrema(instance, first))
        return false;
      second = first;
      if (!contribute(instance, here, first) || !contribute(instance, there, second))
        continue;
      if (first != second || chance.oneIn(8))
        return true;
    }
    return false;
  }

  /// Answers that are the largest or smallest of records are those of some record.
  bool settleExtrema(const Instance &instance, Numbers &answers) {
    auto nobody = interpreter::answersOfNobody(instance);
    if (!nobody)
      return false;
    const interpreter::RecordValue some = someRecord(instance);
    Numbers own = *nobody;
    if (interpreter::isPossible(instance, some) && !contribute(instance, some, own))
      return false;
    for (const auto &variable : mechanism.variables)
      if (variable->definition && variable->definition->isExtremum()) {
        const interpreter::Place &place = instance.place(*variable);
        for (std::size_t i = place.offset; i < place.offset + place.size; ++i)
          answers[i] = own[i];
      }
    return true;
  }

  static bool contribute(const Instance &instance, const std::optional<interpreter::RecordValue> &record,
                         Numbers &answers) {
    if (!record)
      return true;
    auto share = interpreter::contribution(instance, *record);
    if (share)
      answers = interpreter::withMore(instance, std::move(answers), *share);
    return share.has_value();
  }

  /// The lightest inputs, each with some draws.
  void small() {
    constexpr std::uint64_t looks = 20'000;
    constexpr unsigned heaviest = 8;
    constexpr std::size_t wanted = 400;
    refutation::Budget budget(looks);
    const std::size_t most = runs.size() + wanted;
    const auto isEnough = [&] { return runs.size() >= most || budget.isSpent(); };
    for (unsigned weight = 0; weight <= heaviest; ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters)
        for (refutation::SmallInstance &instance : instances.ofWeight(parameters, budget)) {
          if (isEnough())
            return;
          instance.forEachNeighbours(weight - parameters, budget, [&](const refutation::Neighbours &found) {
            if (found.first != found.second)
              store(instance.instance(), found.first, found.second);
            return isEnough();
          });
        }
  }

  void store(const Instance &instance, Numbers first, Numbers second) {
    Noise noise(chance, leans, far, first);
    interpreter::Execution run =
        interpreter::execute(instance, first, noise, interpreter::Tracing::Off, longestRun);
    if (!run.failure)
      runs.push_back({instance, std::move(first), std::move(second), std::move(run)});
  }

  const ir::Mechanism &mechanism;
  /// One of the program's, or an int beside it. \pre there are some.
  Exact literal(ir::Sort sort) {
    const Exact value = literals.values[chance.below(literals.values.size())];
    if (sort != ir::Sort::Int)
      return value;
    const Exact whole = value.isIntegral() ? value : Exact(Rational(floorOf(value.rational())));
    return whole + chance.between(-1, 1);
  }

  std::vector<const ir::Variable *> sizes;
  refutation::SmallInstances instances;
  Literals literals;
  /// Thresholds, ends of buckets.
  Numbers far;
  /// Some draw's is.
  bool isNoiseOneSided = false;
  Chance chance;
  /// See Noise.
  bool leans = false;
  std::vector<StoredRun> runs;
};

} // namespace

std::vector<StoredRun> storedRuns(const ir::Mechanism &mechanism) {
  return Generation(mechanism).run();
}

std::vector<StoredRun> largeRuns(const ir::Mechanism &mechanism) {
  return Generation(mechanism).large();
}

StoredRun storedRun(const refutation::Trial &trial) {
  interpreter::Tape tape(trial.tape);
  interpreter::Execution run =
      interpreter::execute(trial.instance, trial.first, tape, interpreter::Tracing::Off, longestRun);
  return {trial.instance, trial.first, trial.second, std::move(run)};
}

} // namespace plumb::synthesis
