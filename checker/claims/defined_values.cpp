// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/defined_values.h"

#include "checker/claims/channel_values.h"
#include "frontend/ir/occurrence.h"

#include <llvm/ADT/STLExtras.h>
#include <memory>

namespace plumb::claims {

using runtime::Error;
using runtime::Expected;

DefinedValues::DefinedValues(const ir::Composition &subject, const GivenValues &values)
    : composition(subject), given(values), powers(subject, {}), numbers(powers.definitions()) {}

Expected<Ends> DefinedValues::value(const ir::Expression &expression, const std::string &subject) const {
  // A definition reads those before it.
  std::vector<const ir::Expression *> read = {&expression};
  for (const ir::Definition &definition : llvm::reverse(composition.definitions))
    if (llvm::any_of(read, [&](const auto *term) { return ir::reads(*term, *definition.variable); }))
      read.push_back(definition.argument.get());
  if (read.size() == 1) {
    auto exact = given.value(expression, subject);
    return exact ? Expected<Ends>(Ends{*exact, *exact}) : exact.error();
  }
  GivenValues all = given;
  for (const ir::Channel::Parameter &parameter : numbers.parameters) {
    if (given.has(parameter.name))
      continue;
    const auto isRead = [&](const std::unique_ptr<ir::Variable> &variable) {
      return variable->name == parameter.name &&
             llvm::any_of(read, [&](const auto *term) { return ir::reads(*term, *variable); });
    };
    if (const auto one = llvm::find_if(composition.head.variables, isRead);
        one != composition.head.variables.end())
      return given.unknownBecauseOf(**one, subject);
    // What is not read may be any number.
    all.add(parameter.name, Given{0});
  }
  auto known = ChannelValues::create(numbers, all);
  if (!known)
    return known.error();
  const composition::PowerTerm power = powers.power(expression);
  const auto enclosed = power ? known->value(*power->operands.front()) : std::nullopt;
  const auto low = enclosed ? enclosed->ends.lower() : std::nullopt,
             high = enclosed ? enclosed->ends.upper() : std::nullopt;
  if (!low || !high)
    return Error{subject + " has no value for these parameters"};
  return Ends{*low, *high};
}

} // namespace plumb::claims
