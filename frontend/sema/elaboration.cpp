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

Repair Elaboration::oneMoreParameter(const std::string &declared) const {
  // The clauses begin behind the `)`.
  const std::uint32_t end = neighbourhood.clauses - 1;
  const std::string before = textOf({0, end});
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  const bool isFirst = last != std::string::npos && before[last] == '(';
  return {SourceRange{end, end}, (isFirst ? "" : ", ") + declared};
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
