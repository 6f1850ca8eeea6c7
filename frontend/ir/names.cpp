// SPDX-License-Identifier: Apache-2.0
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

} // namespace plumb::ir
