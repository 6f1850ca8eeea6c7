// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/value_ranges.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/law.h"
#include "frontend/ir/record.h"
#include "mechanisms/plan/circles.h"
#include "mechanisms/plan/growth.h"
#include "mechanisms/plan/multiple_below.h"

#include <algorithm>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <tuple>
#include <utility>

namespace plumb::plan {

using llvm::dyn_cast;
using Role = ir::Variable::Role;
using Operator = ir::BinaryOperator;

/// runtime::noiseBits; this room does not include what emitted code includes.
static constexpr unsigned noiseBits = 97;
static constexpr unsigned lifetimeBits = 60;

/// The variable of a loop, or one that an expression binds.
static bool isIndex(const ir::Variable &variable) {
  return variable.role == Role::LoopIndex || variable.role == Role::Bound;
}

static bool isComputed(const ir::Variable &variable) {
  return variable.sort == ir::Sort::Int && (variable.role == Role::Local || isIndex(variable));
}

static Range noiseRange(ir::Law law) {
  switch (ir::row(law).support) {
  case ir::Support::AllNumbers:
    return symmetric(powerOfTwo(noiseBits));
  case ir::Support::NonNegative:
    return {0, powerOfTwo(noiseBits)};
  case ir::Support::NonPositive:
    return {-powerOfTwo(noiseBits), 0};
  }
  llvm_unreachable("all supports are handled");
}

ValueRanges::ValueRanges(const ir::Setting &setting, const Premises *given) : premises(given) {
  const ir::Neighbourhood &inputs = setting.neighbourhood();
  bindQueryIndices(inputs);
  if (setting.hasMechanism())
    collect(setting.mechanism());
  for (const auto &requirement : inputs.requirements)
    bindQuantified(*requirement);
  bindRecordIndices(inputs);
  std::vector<const ir::Variable *> computed;
  std::map<const ir::Variable *, std::size_t> position;
  for (const Definition &definition : definitions)
    if (position.emplace(definition.target, computed.size()).second)
      computed.push_back(definition.target);

  std::vector<std::vector<std::size_t>> uses(computed.size());
  for (const Definition &definition : definitions)
    forEachPart(*definition.value, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      auto used = read ? position.find(&read->variable) : position.end();
      if (used != position.end())
        uses[position[definition.target]].push_back(used->second);
    });
  // What is added up slowly over a lifetime may be too large to be added up in turn. Then fewer assignments
  // are allowed from the beginning, if that helps.
  const auto before = known;
  settle(computed, uses, false);
  const auto isKnown = [&](const ir::Variable *variable) { return of(*variable).has_value(); };
  if (std::all_of(computed.begin(), computed.end(), isKnown))
    return;
  const auto patient = std::pair(std::exchange(known, before), std::exchange(stepLimits, {}));
  settle(computed, uses, true);
  if (!std::all_of(computed.begin(), computed.end(), isKnown))
    std::tie(known, stepLimits) = patient;
}

void ValueRanges::settle(const std::vector<const ir::Variable *> &computed,
                         const std::vector<std::vector<std::size_t>> &uses, bool isImpatient) {
  for (const std::vector<std::size_t> &component : circles(uses)) {
    std::vector<const ir::Variable *> members;
    for (std::size_t member : component)
      members.push_back(computed[member]);
    bool isCircle = members.size() > 1 || std::count(uses[component.front()].begin(),
                                                     uses[component.front()].end(), component.front()) != 0;
    if (isCircle)
      settleCircle(members, isImpatient);
    else
      known[members.front()] = settledAlone(*members.front());
  }
}

void ValueRanges::define(const ir::Variable &target, const ir::Expression &value, const Nest &loops) {
  if (isComputed(target))
    definitions.push_back({&target, &value, loops});
}

void ValueRanges::collect(const ir::Mechanism &mechanism) {
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &loops) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      define(assign->target, *assign->value, loops);
    if (const auto *loop = dyn_cast<ir::For>(&statement)) {
      define(loop->index, *loop->low, loops);
      define(loop->index, *loop->high, loops);
    }
    forEachExpression(statement, [&](const ir::Expression &each) { defineIndices(each, loops); });
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      known[&sample->target] = join(noiseRange(sample->law), {0, 0});
  });
}

void ValueRanges::defineIndices(const ir::Expression &expression, const Nest &loops) {
  forEachPart(expression, [&](const ir::Expression &part) {
    const auto *aggregate = dyn_cast<ir::Aggregate>(&part);
    if (!aggregate)
      return;
    define(aggregate->variable, *aggregate->low, loops);
    define(aggregate->variable, *aggregate->high, loops);
  });
}

void ValueRanges::bindQuantified(const ir::Expression &premise) {
  forEachPart(premise, [&](const ir::Expression &part) {
    const auto *forall = dyn_cast<ir::Forall>(&part);
    if (!forall)
      return;
    std::optional<Range> low = of(*forall->low), high = of(*forall->high);
    if (low && high)
      known[&forall->variable] = join(*low, *high);
  });
}

std::optional<Range> ValueRanges::settledAlone(const ir::Variable &variable) const {
  std::vector<Range> values;
  for (const Definition &definition : definitions) {
    if (definition.target != &variable)
      continue;
    std::optional<Range> value = of(*definition.value);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  if (isIndex(variable))
    return indices(values.at(0), values.at(1));
  // Variables start at zero.
  Range all{0, 0};
  for (const Range &value : values)
    all = join(all, value);
  return all;
}

void ValueRanges::settleCircle(const std::vector<const ir::Variable *> &circle, bool isImpatient) {
  Integer step = 0, base = 0;
  StepLimit limit;
  for (const Definition &definition : definitions) {
    if (std::find(circle.begin(), circle.end(), definition.target) == circle.end())
      continue;
    std::optional<Growth> once = growth(*definition.value, circle, *this);
    if (!once || once->gain > 1)
      return;
    base = std::max(base, once->base);
    // Without a gain the value does not build on others: its size is all in the base.
    if (once->gain == 0)
      base = std::max(base, once->step);
    else if (once->step > 0) {
      step = std::max(step, once->step);
      limit.definitions.push_back(&definition);
    }
  }
  Range all = symmetric(base + step * powerOfTwo(lifetimeBits));
  if (!fitsWide(all) || (isImpatient && !fitsWord(all))) {
    all = symmetric(base + step * Integer(std::to_string(assignmentLimit)));
    if (!fitsWide(all))
      return;
    if (!limit.definitions.empty())
      stepLimits.push_back(std::move(limit));
  }
  for (const ir::Variable *member : circle)
    known[member] = all;
}

std::optional<Range> ValueRanges::of(const ir::Variable &variable) const {
  if (variable.role == Role::Parameter)
    return premises ? premises->range(variable) : words();
  if (variable.role == Role::Query) {
    std::optional<unsigned> bits = answerBits(variable);
    return bits ? std::optional(*bits < 63 ? words() : symmetric(powerOfTwo(*bits))) : std::nullopt;
  }
  auto found = known.find(&variable);
  return found == known.end() ? std::nullopt : found->second;
}

std::optional<Range> ValueRanges::stored(const ir::Variable &variable) const {
  std::optional<Range> all = of(variable);
  if (!isIndex(variable))
    return all;
  for (const Definition &definition : definitions) {
    std::optional<Range> end = definition.target == &variable ? of(*definition.value) : all;
    all = all && end ? std::optional(join(*all, *end)) : std::nullopt;
  }
  return all;
}

static std::optional<Range> combine(Operator op, const Range &a, const Range &b) {
  switch (op) {
  case Operator::Add:
    return a + b;
  case Operator::Subtract:
    return a - b;
  case Operator::Multiply:
    return a * b;
  case Operator::IntegerDivide:
    return quotient(a, b);
  case Operator::Modulo:
    return remainder(a, b);
  case Operator::Divide:
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    break;
  }
  llvm_unreachable("no other operator gives an integer");
}

std::optional<Range> ValueRanges::of(const ir::Expression &expression) const {
  using Bounded = std::optional<Range>;
  const auto both = [&](const ir::Expression &left, const ir::Expression &right, auto operation) -> Bounded {
    Bounded a = of(left), b = of(right);
    return a && b ? Bounded(operation(*a, *b)) : std::nullopt;
  };
  return llvm::TypeSwitch<const ir::Expression *, Bounded>(&expression)
      .Case([](const ir::Number *number) {
        return Range{number->value.get_num(), number->value.get_num()};
      })
      .Case([&](const ir::Read *read) { return of(read->variable); })
      .Case([&](const ir::FieldRead *read) { return ofField(read->field); })
      .Case([&](const ir::Unary *unary) -> Bounded {
        Bounded operand = of(*unary->operand);
        if (!operand)
          return std::nullopt;
        return unary->op == ir::UnaryOperator::Absolute ? absolute(*operand) : -*operand;
      })
      .Case([&](const ir::Binary *binary) {
        if (const ir::Binary *quotient = quotientOfMultiple(*binary))
          return both(*quotient->left, *quotient->right,
                      [](const Range &a, const Range &b) { return a - remainder(a, b); });
        return both(*binary->left, *binary->right,
                    [&](const Range &a, const Range &b) { return *combine(binary->op, a, b); });
      })
      .Case([&](const ir::Conditional *choice) { return both(*choice->whenTrue, *choice->whenFalse, join); })
      .Case([&](const ir::Extremum *extremum) {
        return both(*extremum->left, *extremum->right, extremum->isMaximum ? maximum : minimum);
      })
      .Case([&](const ir::Aggregate *aggregate) {
        return aggregate->givesIndex() ? both(*aggregate->low, *aggregate->high, indices)
                                       : of(*aggregate->body);
      })
      // What has no rule here has no bound, and what has no bound is not emitted.
      .Default(Bounded());
}

} // namespace plumb::plan
