// SPDX-License-Identifier: Apache-2.0
//===- tests/frontend/ir/random_text.h - Programs from choices --*- C++ -*-===//

#ifndef PLUMB_TESTS_FRONTEND_IR_RANDOM_TEXT_H
#define PLUMB_TESTS_FRONTEND_IR_RANDOM_TEXT_H

#include "frontend/ir/type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::test {

/// Writes a well-formed program, every expression in brackets. All decisions are read from a
/// list of numbers (zero when it is used up, which is the simplest choice), so that a failing
/// program shrinks with the list.
class RandomText {
public:
  explicit RandomText(std::vector<std::uint8_t> numbers) : choices(std::move(numbers)) {}

  std::string program();

private:
  /// What the names of the current place may be.
  struct Place {
    bool isPublic = false;
    bool hasPrimes = false;
    bool hasOutput = false;
    bool hasLocals = false;
    bool hasCost = false;
    /// Loop or bound variable in scope, or empty.
    std::string index;
  };

  unsigned pick(unsigned count);
  std::string boolean(const Place &place, int depth);
  std::string integer(const Place &place, int depth);
  std::string real(const Place &place, int depth);
  std::string number(const Place &place, ir::Sort sort, int depth);
  std::string aggregate(const Place &place, ir::Sort sort, int depth);
  std::string integerName(const Place &place);
  std::string realName(const Place &place);
  std::string statement(const Place &place);

  std::vector<std::uint8_t> choices;
  std::size_t next = 0;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_FRONTEND_IR_RANDOM_TEXT_H
