// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/scope.h"

#include "frontend/parse/tokens.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <cassert>

namespace plumb::sema {

NameFacts &Scope::declare(ir::Variable::Role role, const std::string &name, ir::Sort sort,
                          SourceRange range) {
  assert(!global(name));
  return globals.emplace(name, NameFacts{&add(role, name, sort, range)}).first->second;
}

NameFacts &Scope::import(ir::Variable &variable) {
  assert(!global(variable.name));
  return globals.emplace(variable.name, NameFacts{&variable}).first->second;
}

NameFacts *Scope::global(std::string_view name) {
  auto found = globals.find(name);
  return found == globals.end() ? nullptr : &found->second;
}

ir::Variable &Scope::open(ir::Variable::Role role, const std::string &name, SourceRange range) {
  ir::Variable &variable = add(role, name, ir::Sort::Int, range);
  inner.push_back(&variable);
  return variable;
}

ir::Variable *Scope::find(std::string_view name) {
  auto named = [&](const ir::Variable *variable) { return variable->name == name; };
  auto found = std::find_if(inner.rbegin(), inner.rend(), named);
  if (found != inner.rend())
    return *found;
  NameFacts *facts = global(name);
  return facts ? facts->variable : nullptr;
}

std::string Scope::closest(std::string_view name) const {
  SimilarWord similar(name);
  for (const auto &[candidate, facts] : globals)
    similar.consider(candidate);
  for (const ir::Variable *variable : inner)
    similar.consider(variable->name);
  return similar.found();
}

ir::Variable &Scope::add(ir::Variable::Role role, const std::string &name, ir::Sort sort, SourceRange range) {
  owner.variables.push_back(std::make_unique<ir::Variable>(ir::Variable{role, name, sort, {}, range}));
  return *owner.variables.back();
}

std::string_view describe(ir::Variable::Role role) {
  switch (role) {
  case ir::Variable::Role::Parameter:
    return "a parameter";
  case ir::Variable::Role::Query:
    return "a query";
  case ir::Variable::Role::Sample:
    return "noise";
  case ir::Variable::Role::Local:
    return "a local variable";
  case ir::Variable::Role::LoopIndex:
    return "the variable of a loop";
  case ir::Variable::Role::Bound:
    return "a bound variable";
  }
  assert(false && "no such role");
  return {};
}

bool isReserved(std::string_view name) {
  const auto &words = reservedWords();
  return std::find(words.begin(), words.end(), name) != words.end();
}

} // namespace plumb::sema
