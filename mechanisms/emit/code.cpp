// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/code.h"

#include <llvm/Support/ErrorHandling.h>
#include <utility>

namespace plumb::emit {

std::string_view name(ValueType type) {
  switch (type) {
  case ValueType::Bool:
    return "bool";
  case ValueType::Literal:
    return "int";
  case ValueType::Word:
    return "std::int64_t";
  case ValueType::Wide:
    return "Wide";
  case ValueType::Rational:
    return "Rational";
  }
  llvm_unreachable("all types are named");
}

std::string zero(ValueType type) {
  return type == ValueType::Bool ? "false" : "0";
}

std::string operand(const Code &code, Level least) {
  return code.level < least ? "(" + code.text + ")" : code.text;
}

Code assigned(Code code, ValueType type) {
  // No integer becomes a Rational by itself, and no truth value a runtime::Integer.
  if (type == ValueType::Rational || (type == ValueType::Wide && code.type == ValueType::Bool))
    return widened(std::move(code), type);
  if (code.type > type)
    return {"static_cast<" + std::string(name(type)) + ">(" + code.text + ")", Level::Postfix, type};
  return code;
}

Code widened(Code code, ValueType type) {
  if (code.type >= type)
    return code;
  bool isClass = type == ValueType::Rational;
  return {std::string(name(type)) + (isClass ? "(" : "{") + code.text + (isClass ? ")" : "}"), Level::Postfix,
          type};
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += '\\';
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
      continue;
    }
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    // Octal escapes end after three digits, whatever follows.
    result += '\\';
    for (unsigned shift : {6U, 3U, 0U})
      result += static_cast<char>('0' + ((byte >> shift) & 7U));
  }
  return result + "\"";
}

} // namespace plumb::emit
