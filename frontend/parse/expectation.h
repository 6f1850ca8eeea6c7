// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/expectation.h - "expected ..." ------------*- C++ -*-===//
///
/// \file
/// What could have stood at some place, in the words of the language.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_EXPECTATION_H
#define PLUMB_FRONTEND_PARSE_EXPECTATION_H

#include "frontend/support/help.h"

#include <antlr4-runtime.h>
#include <string>

namespace plumb {

/// The ASCII spelling of a token of the grammar that has only one, "" for the others.
std::string_view spellingOf(std::size_t tokenType);

/// A token that is spelled like a name but is none.
bool isReservedWord(std::size_t tokenType);

/// Anything else in the place of an operand is a mistake that the parser finds.
bool beginsOperand(std::size_t tokenType);

/// A token with which a statement begins; a name is one of them.
bool startsStatement(std::size_t tokenType);

/// A token with which a clause of the head begins.
bool startsClause(std::size_t tokenType);

/// A token with which a declaration of the file begins, a mechanism or what it is about.
bool startsDeclaration(std::size_t tokenType);

/// `decreasing`, `increasing` or `changes`: ordinary names except before `by`.
bool isDirection(std::string_view word);

/// What is written here for a word or a character of another notation; empty for all others.
Help helpForForeign(std::string_view text);

/// "`)`", "an expression", "`:=` or `~`".
///
/// \param tokens what the grammar allows there; not empty.
/// \param rule in which this is asked (PlumbParser::Rule...).
std::string phrase(const antlr4::misc::IntervalSet &tokens, std::size_t rule);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_EXPECTATION_H
