// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/elaboration.h"

#include <cassert>

namespace plumb::sema {

const ir::RecordVariable *Elaboration::record(std::string_view name) const {
  for (const ir::RecordVariable *each : records)
    if (each->name == name)
      return each;
  return nullptr;
}

std::string describe(ir::Sort sort) {
  switch (sort) {
  case ir::Sort::Bool:
    return "a bool";
  case ir::Sort::Int:
    return "an int";
  case ir::Sort::Real:
    return "a real";
  case ir::Sort::Selection:
    return "a selection";
  }
  assert(false && "no such sort");
  return {};
}

std::string count(std::size_t number, const char *one, const char *many) {
  return (number == 0 ? "no" : std::to_string(number)) + " " + (number == 1 ? one : many);
}

} // namespace plumb::sema
