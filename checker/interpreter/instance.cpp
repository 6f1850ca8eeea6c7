// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/instance.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

namespace {

bool isParameter(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter;
}
bool isQuery(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Query;
}

/// The scalar parameters, while sizes are not known yet.
class ScalarScope final : public Scope {
public:
  explicit ScalarScope(const Inputs &given) : inputs(given) {}
  const Exact *element(const ir::Variable &variable, bool, llvm::ArrayRef<std::int64_t>) const override {
    auto found = inputs.find(variable.name);
    return found == inputs.end() || found->second.empty() ? &zero : &found->second.front();
  }
  const Cell *cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const override {
    llvm_unreachable("sizes are terms over scalar parameters");
  }
  const Result &result() const override { llvm_unreachable("sizes are terms over scalar parameters"); }

private:
  const Inputs &inputs;
  Exact zero;
};

/// Copies the values of one variable to \p out, zeros if there are none.
bool append(const ir::Variable &variable, std::size_t size, const Inputs &inputs, Numbers &out) {
  auto found = inputs.find(variable.name);
  if (found == inputs.end()) {
    out.resize(out.size() + size);
    return true;
  }
  out.insert(out.end(), found->second.begin(), found->second.end());
  return found->second.size() == size;
}

} // namespace

bool Instance::lay(const Inputs &inputs, std::int64_t largest, Layout &out) {
  ScalarScope scalars(inputs);
  Evaluator evaluator(scalars);
  for (const auto &variable : out.setting.neighbourhood().variables) {
    if (variable->role == ir::Variable::Role::Bound)
      continue;
    bool given = isParameter(*variable) || isQuery(*variable);
    Place place;
    place.home = isParameter(*variable) ? Place::Home::Parameters
                 : isQuery(*variable)   ? Place::Home::Answers
                                        : Place::Home::State;
    for (const ir::ExpressionPtr &extent : variable->extents) {
      auto elements = evaluator.evaluate(*extent).toInt64();
      // A local array that a loop never enters is empty, whatever its bound says.
      if (elements && !given)
        elements = std::max<std::int64_t>(*elements, 0);
      if (evaluator.failure() || !elements || *elements < 0 || *elements > largest)
        return false;
      place.extents.push_back(*elements);
      place.size *= static_cast<std::size_t>(*elements);
      if (place.size > static_cast<std::size_t>(largest))
        return false;
    }
    std::size_t &end = isQuery(*variable) ? out.answers : out.state;
    place.offset = isParameter(*variable) ? values.size() : end;
    if (!isParameter(*variable))
      end += place.size;
    else if (!append(*variable, place.size, inputs, values))
      return false;
    if (variable->fileSize)
      out.places.emplace(variable->fileSize, place);
    out.places.emplace(variable.get(), std::move(place));
  }
  if (const auto &adjacency = out.setting.neighbourhood().recordAdjacency) {
    out.records = RecordShape::create(*adjacency->record, scalars, largest);
    return out.records.has_value();
  }
  return true;
}

std::optional<Instance> Instance::create(ir::Setting setting, const Inputs &inputs, std::int64_t largest) {
  Instance instance;
  auto layout = std::make_shared<Layout>(
      Layout{setting, setting.hasMechanism() ? flatten(setting.mechanism()) : Flow(), {}, {}, 0, 0});
  if (!instance.lay(inputs, largest, *layout))
    return std::nullopt;
  instance.layout = std::move(layout);
  return instance;
}

const Place &Instance::place(const ir::Variable &variable) const {
  auto found = layout->places.find(&variable);
  assert(found != layout->places.end() && "a variable of another neighbourhood, or a bound one");
  return found->second;
}

Instance Instance::with(Numbers parameters) const {
  assert(parameters.size() == values.size());
  Instance other = *this;
  other.values = std::move(parameters);
  return other;
}

std::optional<Numbers> Instance::answers(const Inputs &inputs) const {
  Numbers answers;
  for (const auto &variable : neighbourhood().variables)
    if (isQuery(*variable) && !append(*variable, place(*variable).size, inputs, answers))
      return std::nullopt;
  return answers;
}

Inputs Instance::named(const Numbers &answers) const {
  Inputs inputs;
  for (const auto &variable : neighbourhood().variables) {
    if (!isParameter(*variable) && !isQuery(*variable))
      continue;
    const Place &where = place(*variable);
    const Numbers &from = isQuery(*variable) ? answers : values;
    auto first = from.begin() + static_cast<std::ptrdiff_t>(where.offset);
    inputs[variable->name] = Numbers(first, first + static_cast<std::ptrdiff_t>(where.size));
  }
  return inputs;
}

const Exact *ParameterScope::element(const ir::Variable &variable, bool,
                                     llvm::ArrayRef<std::int64_t> indices) const {
  assert(isParameter(variable) && "requirements, bounds and guarantees speak of parameters only");
  auto at = instance.place(variable).find(indices);
  return at ? &instance.parameters()[*at] : nullptr;
}

const Cell *ParameterScope::cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const {
  llvm_unreachable("no output where only parameters are known");
}

const Result &ParameterScope::result() const {
  llvm_unreachable("no result where only parameters are known");
}

bool requirementsHold(const Instance &instance) {
  ParameterScope scope(instance);
  Evaluator evaluator(scope);
  return llvm::all_of(instance.neighbourhood().requirements,
                      [&](const ir::ExpressionPtr &requirement) { return evaluator.holds(*requirement); }) &&
         !evaluator.failure();
}

std::optional<Exact> claimedEpsilon(const Instance &instance, const ir::Guarantee &guarantee,
                                    std::optional<Failure> *failure) {
  ParameterScope scope(instance);
  Evaluator evaluator(scope);
  Exact epsilon = evaluator.evaluate(*guarantee.epsilon);
  if (failure)
    *failure = evaluator.failure();
  if (evaluator.failure())
    return std::nullopt;
  return epsilon;
}

std::optional<Exact> claimedEpsilon(const Instance &instance, std::optional<Failure> *failure) {
  return claimedEpsilon(instance, instance.mechanism().guarantee, failure);
}

} // namespace plumb::interpreter
