// SPDX-License-Identifier: Apache-2.0
//===- tests/frontend/parse/syntax_dump.h - Trees as text -------*- C++ -*-===//
///
/// \file
/// The syntax tree as S-expressions, so that a test can say what it expects in a line.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_FRONTEND_PARSE_SYNTAX_DUMP_H
#define PLUMB_TESTS_FRONTEND_PARSE_SYNTAX_DUMP_H

#include "frontend/parse/parser.h"

#include <string>

namespace plumb::syntax {

std::string dump(const Expression &expression);
std::string dump(const Statement &statement);
std::string dump(const Mechanism &mechanism);
std::string dump(const Record &record);
std::string dump(const Policy &policy);
std::string dump(const QueryDefinition &query);
std::string dump(const Program &program);

} // namespace plumb::syntax

namespace plumb {

/// Of one parsed text; the rendered diagnostics if there are any.
std::string dumpOf(const std::string &text);

/// "(+ a b)" for "a + b": the text is parsed as the value of an assignment.
std::string dumpOfExpression(const std::string &text);

/// The statements of \p body, separated by blanks.
std::string dumpOfBody(const std::string &body);

/// The clauses of \p head, which stand before an empty body.
std::string dumpOfHead(const std::string &head);

/// "UnexpectedWord@3:7 ..." for each diagnostic of \p text in their order.
std::string mistakesIn(const std::string &text);

/// The same for statements; lines count from the first line of \p body.
std::string mistakesInBody(const std::string &body);

/// The rendered diagnostics of \p body without its source lines: messages and helps.
std::string messagesInBody(const std::string &body);

} // namespace plumb

#endif // PLUMB_TESTS_FRONTEND_PARSE_SYNTAX_DUMP_H
