// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/smtlib.h - Spelling of terms in SMT-LIB 2 ----*- C++ -*-===//
///
/// \file
/// What toSmtLib() and the scripts share. Source: the SMT-LIB standard, version
/// 2.6, sections 3.1 (symbols) and 3.6 (terms), as far as both Z3 4.8.12 and
/// cvc5 1.0.3 follow it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_SMTLIB_H
#define PLUMB_CHECKER_SMT_SMTLIB_H

#include "checker/smt/term.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb::smt {

/// \p name as an SMT-LIB symbol: itself where that is one (`x`, `x!1`), else between bars (`|lam'|`).
///
/// Bytes that no symbol may hold, and the first byte of a name that the standard or a solver keeps for
/// itself (`abs`, `+`), become $ and two hexadecimal digits. Different names stay different, and none
/// is ever `$` followed by a letter that is no such digit: those are free for names of our own.
std::string smtLibSymbol(std::string_view name);

/// "Bool", "Int" or "Real".
std::string_view smtLibSort(Sort sort);

/// `(declare-fun name (domain) range)`.
std::string smtLibDeclaration(const Symbol &symbol);

/// The smallest logic for \p formulas together; see logicOf().
std::string smallestLogic(const std::vector<Term> &formulas);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_SMTLIB_H
