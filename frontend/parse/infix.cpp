// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/infix.h"

#include "frontend/parse/expectation.h"

#include <PlumbParser.h>
#include <cassert>

namespace plumb {

namespace {

using grammar::PlumbParser;

Strength strengthOf(std::size_t tokenType) {
  switch (tokenType) {
  case PlumbParser::QUESTION:
    return Strength::Conditional;
  case PlumbParser::IFF:
    return Strength::Iff;
  case PlumbParser::IMPLIES:
    return Strength::Implies;
  case PlumbParser::OR:
    return Strength::Or;
  case PlumbParser::AND:
    return Strength::And;
  case PlumbParser::LESS:
  case PlumbParser::LESS_EQUAL:
  case PlumbParser::GREATER:
  case PlumbParser::GREATER_EQUAL:
  case PlumbParser::EQUAL:
  case PlumbParser::NOT_EQUAL:
  case PlumbParser::IS:
  case PlumbParser::IN:
    return Strength::Comparison;
  case PlumbParser::PLUS:
  case PlumbParser::MINUS:
    return Strength::Sum;
  case PlumbParser::TIMES:
  case PlumbParser::DIVIDE:
  case PlumbParser::DIV:
  case PlumbParser::MOD:
    return Strength::Product;
  default:
    assert(false && "no operator between two operands");
    return Strength::Conditional;
  }
}

} // namespace

InfixOperator infixOperator(std::size_t tokenType) {
  return {strengthOf(tokenType), spellingOf(tokenType)};
}

} // namespace plumb
