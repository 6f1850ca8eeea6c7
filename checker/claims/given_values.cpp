// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/given_values.h"

#include "frontend/ir/occurrence.h"

#include <algorithm>

namespace plumb::claims {

using runtime::Error;
using runtime::Expected;

interpreter::Exact exactOf(const runtime::Rational &value) {
  return interpreter::Exact(Rational(mpz_class(value.numerator()), mpz_class(value.denominator())));
}

std::optional<Given> givenBy(const std::string &word) {
  if (word == "true" || word == "false")
    return Given{interpreter::Exact(word == "true" ? 1 : 0), true};
  const auto number = runtime::Rational::parse(word);
  return number ? std::optional(Given{exactOf(*number)}) : std::nullopt;
}

static std::string textOf(const Given &given) {
  return given.isTruth ? (given.value == 0 ? "false" : "true") : toString(given.value.rational());
}

bool GivenValues::add(const std::string &name, const Given &value) {
  if (value.isTruth)
    truths.insert(name);
  return values.emplace(name, value.value).second;
}

void GivenValues::addColumn(const std::string &name, Column column) {
  byPlace.emplace(name, std::move(column));
}

std::string GivenValues::at(const Origin &origin) const {
  return file + ":" + std::to_string(origin.line) + ":" + std::to_string(origin.column) + ": ";
}

GivenValues GivenValues::at(std::size_t where) const {
  GivenValues there = *this;
  there.place = interpreter::Exact(static_cast<std::int64_t>(where));
  return there;
}

Expected<GivenValues> GivenValues::scalarsAt(const ir::Neighbourhood &neighbourhood, std::size_t where,
                                             bool isOneRun) const {
  GivenValues there = *this;
  for (const auto &variable : neighbourhood.variables) {
    const auto column = byPlace.find(variable->name);
    if (column == byPlace.end() || variable->isArray())
      continue;
    const std::vector<Given> &all = column->second.values;
    if (const auto other =
            std::find_if(all.begin(), all.end(), [&](const Given &one) { return one.value != all[0].value; });
        isOneRun && other != all.end())
      return Error{at(column->second.origins[static_cast<std::size_t>(other - all.begin())]) + "`" +
                   variable->name + "`" + (call.empty() ? "" : " of `" + call + "`") +
                   " is one number in a run, and its column has several"};
    there.byPlace.erase(variable->name);
    there.values.insert_or_assign(variable->name, all[where].value);
  }
  return there;
}

GivenValues GivenValues::withConstants(const ir::Neighbourhood &neighbourhood) const {
  GivenValues constants = *this;
  for (const auto &variable : neighbourhood.variables) {
    const auto column = byPlace.find(variable->name);
    if (column == byPlace.end() || variable->isArray() || variable->role != ir::Variable::Role::Parameter)
      continue;
    const std::vector<Given> &all = column->second.values;
    if (!std::all_of(all.begin(), all.end(), [&](const Given &one) { return one.value == all[0].value; }))
      continue;
    constants.byPlace.erase(variable->name);
    constants.add(variable->name, all[0]);
  }
  return constants;
}

/// What \p argument comes to at each place; an error value if it has no value at one.
Expected<Column> GivenValues::columnOf(const ir::Neighbourhood &whole, const ir::Expression &argument,
                                       const std::string &subject) const {
  Column column;
  const Column *read = nullptr;
  for (const auto &variable : whole.variables)
    if (const auto one = byPlace.find(variable->name);
        one != byPlace.end() && !variable->isArray() && ir::reads(argument, *variable))
      read = read ? read : &one->second;
  if (!read) {
    const auto given = value(argument, subject);
    return given ? Error{subject + " is in no column"} : given.error();
  }
  column.name = read->name;
  column.origins = read->origins;
  for (std::size_t at = 0; at < placeCount(); ++at) {
    const auto there = scalarsAt(whole, at, false);
    if (!there)
      return there.error();
    const auto given = there->value(argument, subject);
    if (!given)
      return given.error();
    column.values.push_back({exactOf(*given), argument.sort() == ir::Sort::Bool});
  }
  return column;
}

GivenValues GivenValues::ofPart(const ir::Neighbourhood &whole, const ir::Part &part) const {
  GivenValues inside;
  inside.file = file;
  inside.call = printCall(part);
  for (const auto &variable : part.mechanism->variables)
    if (const auto size = values.find(variable->name); variable->fileSize && size != values.end())
      inside.values.insert(*size);
  for (const ir::Argument &argument : part.arguments) {
    const std::string &name = argument.parameter->name;
    if (argument.value) {
      const std::string subject = "`" + name + "` of `" + inside.call + "`";
      if (auto given = value(*argument.value, subject))
        inside.values.emplace(name, exactOf(*given));
      else if (auto column = columnOf(whole, *argument.value, subject))
        inside.byPlace.emplace(name, *std::move(column));
      else
        inside.unknown.emplace(name, column.error());
    } else if (const auto column = byPlace.find(argument.whole->name); column != byPlace.end()) {
      inside.byPlace.emplace(name, column->second);
    }
  }
  for (const auto &variable : part.mechanism->variables)
    if (const auto column = byPlace.find(variable->name); variable->definition && column != byPlace.end())
      inside.byPlace.insert(*column);
  return inside;
}

const interpreter::Exact *GivenValues::known(const ir::Variable &variable,
                                             llvm::ArrayRef<std::int64_t> indices) const {
  using Role = ir::Variable::Role;
  if (variable.role == Role::Bound)
    return place ? &*place : nullptr;
  if (variable.role != Role::Parameter && variable.role != Role::Query)
    return nullptr; // What a program calls so is something else.
  if (const auto column = byPlace.find(variable.name); column != byPlace.end() && indices.size() <= 1) {
    const std::int64_t index = !indices.empty() ? indices.front()
                               : place          ? place->toInt64().value_or(-1)
                                                : -1;
    const auto &all = column->second.values;
    return index >= 0 && index < static_cast<std::int64_t>(all.size())
               ? &all[static_cast<std::size_t>(index)].value
               : nullptr;
  }
  const auto found = indices.empty() ? values.find(variable.name) : values.end();
  return found == values.end() ? nullptr : &found->second;
}

const interpreter::Exact *GivenValues::element(const ir::Variable &variable, bool,
                                               llvm::ArrayRef<std::int64_t> indices) const {
  const interpreter::Exact *found = known(variable, indices);
  if (!found)
    missing = missing ? missing : &variable;
  return found;
}

Error GivenValues::unknownBecauseOf(const ir::Variable &variable, const std::string &subject) const {
  if (const auto why = unknown.find(variable.name); why != unknown.end())
    return why->second;
  const bool isScalar = variable.role == ir::Variable::Role::Parameter && !variable.isArray();
  if (const auto column = byPlace.find(variable.name); isScalar && column != byPlace.end())
    return Error{at(column->second.name) + subject + " is one number, and the column of `" + variable.name +
                 "` has several"};
  // What a part of a composition publishes has a name with blanks, as `seen is busy`.
  const std::string word = variable.name + (variable.sort == ir::Sort::Bool ? "=true" : "=..");
  const bool hasBlanks = variable.name.find(' ') != std::string::npos;
  return Error{subject + " depends on `" + variable.name + "`; give " +
               (isScalar ? "its value with --let " + (hasBlanks ? "\"" + word + "\"" : word)
                         : "it a column in the file of --answers")};
}

Expected<runtime::Rational> GivenValues::value(const ir::Expression &expression,
                                               const std::string &subject) const {
  missing = nullptr;
  interpreter::Evaluator evaluator(*this);
  const interpreter::Exact exact = evaluator.evaluate(expression);
  if (missing)
    return unknownBecauseOf(*missing, subject);
  if (evaluator.failure())
    return Error{subject + " has no value for these parameters"};
  return *runtime::Rational::parse(toString(exact.rational()));
}

std::optional<std::string> GivenValues::misfit(const ir::Variable &variable, const Given &given) const {
  const bool isTruth = variable.sort == ir::Sort::Bool;
  const bool isOfSort = given.isTruth ? isTruth
                        : isTruth     ? given.value == 0 || given.value == 1
                                      : variable.sort == ir::Sort::Real || isIntegral(given.value.rational());
  const std::string text = "`" + variable.name + "` cannot be " + textOf(given);
  if (!isOfSort)
    return text + "; give " +
           (isTruth                          ? "true or false"
            : variable.sort == ir::Sort::Int ? "integers"
                                             : "numbers");
  if (!variable.definition)
    return std::nullopt;
  if (variable.definition->aggregate == ir::SchemaQuery::Aggregate::Count && given.value < 0)
    return text + "; it is a number of records";
  if (!variable.definition->isExtremum())
    return std::nullopt;
  const auto least = value(*variable.definition->least, ""),
             greatest = value(*variable.definition->greatest, "");
  if ((least && given.value < exactOf(*least)) || (greatest && given.value > exactOf(*greatest)))
    return text + "; no record has such a value";
  return std::nullopt;
}

std::optional<Error> GivenValues::misfit(const ir::Neighbourhood &neighbourhood) const {
  for (const auto &variable : neighbourhood.variables) {
    if (variable->role != ir::Variable::Role::Parameter && variable->role != ir::Variable::Role::Query)
      continue;
    if (const auto one = values.find(variable->name); one != values.end() && !variable->isArray())
      if (auto text = misfit(*variable, {one->second, isTruth(one->first)}))
        return Error{*std::move(text)};
  }
  return std::nullopt;
}

std::optional<interpreter::Exact> GivenValues::places(const ir::Transcript &transcript) const {
  interpreter::Exact all = 1;
  for (const ir::For *loop : transcript.loops) {
    missing = nullptr;
    interpreter::Evaluator evaluator(*this);
    const interpreter::Exact length = evaluator.evaluate(*loop->high) - evaluator.evaluate(*loop->low);
    if (missing || evaluator.failure())
      return std::nullopt;
    all = length < 0 ? 0 : all * length;
  }
  return all;
}

std::size_t GivenValues::firstPlace(const ir::Transcript &transcript) const {
  if (transcript.loops.size() != 1)
    return 0;
  missing = nullptr;
  interpreter::Evaluator evaluator(*this);
  const auto low = evaluator.evaluate(*transcript.loops[0]->low).toInt64();
  return missing || evaluator.failure() || !low || *low < 0 ? 0 : static_cast<std::size_t>(*low);
}

bool GivenValues::mayHold(const ir::Expression &requirement) const {
  missing = nullptr;
  interpreter::Evaluator evaluator(*this);
  const bool holds = evaluator.holds(requirement);
  if (const auto &failure = evaluator.failure())
    return missing || failure->kind == interpreter::Failure::Kind::StepLimit;
  return holds || missing;
}

std::string GivenValues::text(const ir::Neighbourhood &neighbourhood) const {
  std::string words;
  for (const auto &variable : neighbourhood.variables)
    if (auto known = values.find(variable->name);
        known != values.end() && variable->role == ir::Variable::Role::Parameter && !variable->isArray())
      words += (words.empty() ? "" : ", ") + variable->name + " = " +
               textOf({known->second, variable->sort == ir::Sort::Bool});
  return words;
}

} // namespace plumb::claims
