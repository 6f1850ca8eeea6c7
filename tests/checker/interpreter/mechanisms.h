// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/interpreter/mechanisms.h - Private and broken ones -*- C++ -*-===//
///
/// \file
/// Mechanisms that several tests replay. What is private here is proved in print; each broken
/// twin differs from its original in one place.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_CHECKER_INTERPRETER_MECHANISMS_H
#define PLUMB_TESTS_CHECKER_INTERPRETER_MECHANISMS_H

#include <string>

namespace plumb::test {

/// Algorithm 2 of Takagi, Cao and Yoshikawa, with the pieces that the twins replace.
inline std::string asymmetricSvt(const std::string &scale = "c / eps",
                                 const std::string &shift = "out[i] is above ? f[i] - f'[i] : 0",
                                 const std::string &adjacency = "f decreasing by 1",
                                 const std::string &guard = " while count < c") {
  return "mechanism svt(eps: real, c: int, n: int, T: int[n], f: query[n])\n"
         "  requires eps > 0, c >= 1, n >= 0\n"
         "  adjacency " +
         adjacency +
         "\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  count := 0\n"
         "  for i in 0 .. n" +
         guard +
         " {\n"
         "    lam ~ exponential(" +
         scale + ")   align lam' = lam + (" + shift +
         ")\n"
         "    z := f[i] + lam\n"
         "    if z >= T[i] { output above(z)  count := count + 1 }\n"
         "    else         { output below }\n"
         "  }\n"
         "}\n";
}

/// Algorithm 1 of the same paper.
inline std::string asymmetricTopK(const std::string &scale = "k / eps",
                                  const std::string &shift = "i in result.indices ? f[i] - f'[i] : 0") {
  return "mechanism top(eps: real, k: int, n: int, f: query[n])\n"
         "  requires eps > 0, 1 <= k, k <= n\n"
         "  adjacency f decreasing by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  for i in 0 .. n {\n"
         "    lam[i] ~ exponential(" +
         scale + ")   align lam'[i] = lam[i] + (" + shift +
         ")\n"
         "    v[i] := f[i] + lam[i]\n"
         "  }\n"
         "  return top_k(k, v)\n"
         "}\n";
}

/// One query with additive noise.
inline std::string additive(const std::string &law, const std::string &adjacency,
                            const std::string &epsilon = "eps") {
  return "mechanism additive(eps: real, f: query)\n"
         "  requires eps > 0\n"
         "  adjacency " +
         adjacency + "\n  guarantees private(" + epsilon + ")\n{\n  lam ~ " + law +
         "   align lam' = lam + f - f'\n"
         "  output f + lam\n"
         "}\n";
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_INTERPRETER_MECHANISMS_H
