// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/statement.h"
#include "frontend/ir/type.h"

#include <cassert>

namespace plumb::ir {

std::string_view name(Sort sort) {
  switch (sort) {
  case Sort::Bool:
    return "bool";
  case Sort::Int:
    return "int";
  case Sort::Real:
    return "real";
  case Sort::Selection:
    return "selection";
  }
  assert(false && "no such sort");
  return {};
}

std::string_view name(Law law) {
  switch (law) {
  case Law::Laplace:
    return "laplace";
  case Law::Exponential:
    return "exponential";
  case Law::NegExponential:
    return "neg_exponential";
  }
  assert(false && "no such law");
  return {};
}

std::optional<Law> lawNamed(std::string_view word) {
  for (Law law : {Law::Laplace, Law::Exponential, Law::NegExponential})
    if (name(law) == word)
      return law;
  return std::nullopt;
}

} // namespace plumb::ir
