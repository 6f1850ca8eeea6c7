// SPDX-License-Identifier: Apache-2.0
//===- tests/frontend/sema/schema.h - Declarations in tests -----*- C++ -*-===//

#ifndef PLUMB_TESTS_FRONTEND_SEMA_SCHEMA_H
#define PLUMB_TESTS_FRONTEND_SEMA_SCHEMA_H

#include "tests/frontend/sema/analyzed.h"

namespace plumb::test {

/// Declarations of every kind: size n; records R (a int, o int or none, b bool, A int[n]) and S;
/// policies p on R and q on S; queries f (two indices), g over R, h over S.
inline const std::string declarations =
    "size n\n"
    "record R { a: int, o: int in 0 .. n or none, b: bool, A: int[n] }\n"
    "record S { c: bool }\n"
    "policy p on R { public a, A; sensitive o, b when b }\n"
    "policy q on S allows s' where s.c or not s'.c\n"
    "query f[i in 0 .. n][j in 0 .. 2 * n] = count x: R where x.A[i] = j\n"
    "query g = sum x: R of x.a + 1\n"
    "query h = count x: S where x.c\n";

/// A mechanism that publishes \p output of these declarations.
inline std::string publishing(const std::string &output, const std::string &clauses,
                              const std::string &parameters = "") {
  return "mechanism m(eps: real, k: int, T: int[n]" + parameters + ")\n" + clauses +
         "\nguarantees private(eps) { output " + output + " }\n";
}

/// Of more declarations, which some mechanism does not use.
inline Told mistakesInDeclaration(const std::string &more) {
  return Analyzed(declarations + more + "\n" + publishing("h", "adjacency replace S")).mistakes();
}

inline Told mistakesInMechanism(const std::string &output, const std::string &clauses,
                                const std::string &parameters = "") {
  return Analyzed(declarations + publishing(output, clauses, parameters)).mistakes();
}

} // namespace plumb::test

#endif // PLUMB_TESTS_FRONTEND_SEMA_SCHEMA_H
