// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/code.h - A piece of C++ ------------------*- C++ -*-===//
///
/// \file
/// C++ expressions as text, together with what has to be known to put them into
/// larger ones: how tightly they bind and what type they have.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CODE_H
#define PLUMB_MECHANISMS_EMIT_CODE_H

#include "mechanisms/plan/value_type.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::emit {

using plan::ValueType;

/// As written in the emitted header.
std::string_view name(ValueType type);

/// What a variable of the type begins with: "false", "0".
std::string zero(ValueType type);

/// Binding strength in C++, loosest first.
enum class Level : std::uint8_t { Ternary, Or, And, Equality, Relational, Sum, Product, Prefix, Postfix };

struct Code {
  std::string text;
  Level level = Level::Postfix;
  ValueType type = ValueType::Word;
};

/// The text of \p code as an operand that has to bind at least like \p least.
std::string operand(const Code &code, Level least);

/// \p code where a value of type \p type is initialized or assigned: C++ widens integers by itself, and
/// narrowing is written as a static_cast, since the caller knows that the value fits.
Code assigned(Code code, ValueType type);

/// \p code with at least type \p type.
Code widened(Code code, ValueType type);

/// As a C++ string literal; what is not printable ASCII is escaped.
std::string quoted(std::string_view text);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CODE_H
