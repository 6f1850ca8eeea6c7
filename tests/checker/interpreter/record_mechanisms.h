// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/interpreter/record_mechanisms.h - About records ----*- C++ -*-===//
///
/// \file
/// Mechanisms in the schema form that several tests replay. What is private here is proved in
/// print; each broken twin differs from its original in one place.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_CHECKER_INTERPRETER_RECORD_MECHANISMS_H
#define PLUMB_TESTS_CHECKER_INTERPRETER_RECORD_MECHANISMS_H

#include <string>

namespace plumb::test {

/// Declarations with a mechanism over them that publishes noise alone: for questions about the data.
inline std::string aboutRecords(const std::string &declarations, const std::string &adjacency,
                                const std::string &clauses = "", const std::string &parameters = "") {
  return declarations + "\nmechanism m(eps: real" + parameters + ")\n  requires eps > 0\n  " + clauses +
         "\n  adjacency " + adjacency +
         "\n  guarantees private(eps)\n"
         "{\n  lam ~ laplace(1 / eps)   align lam' = lam + answer - answer'\n  output answer + lam\n}\n";
}

/// Example 1 of Takagi, Cao and Yoshikawa: a histogram of places under a policy for each of them.
inline std::string visitedPlaces(const std::string &sensitive = "visited[i] when visited[i]") {
  return "size n\n"
         "record Trajectory { visited: bool[n] }\n"
         "policy hide_visits on Trajectory { sensitive " +
         sensitive +
         " }\n"
         "query f[i in 0 .. n] = count t: Trajectory where t.visited[i]\n"
         "mechanism visited_places(eps: real)\n"
         "  requires eps > 0\n"
         "  adjacency replace Trajectory under hide_visits\n"
         "  guarantees private(eps * n)\n"
         "{\n"
         "  for i in 0 .. n {\n"
         "    lam ~ exponential(1 / eps)   align lam' = lam + f[i] - f'[i]\n"
         "    output f[i] + lam\n"
         "  }\n"
         "}\n";
}

/// Algorithm 3 of the same paper, with silence by the public clock; \p silence follows a publication.
inline std::string monitor(const std::string &silence = "silent_until := clear[t]",
                           const std::string &premise = "v.leave <= clear[t]") {
  return "size H\n"
         "record Visit { enter: int, leave: int, there: bool }\n"
         "policy hide_presence on Visit { public enter, leave; sensitive there when there }\n"
         "query f[t in 0 .. H] = count v: Visit where v.there and v.enter <= t and t < v.leave\n"
         "mechanism monitor(eps: real, threshold: int, clear: int[H])\n"
         "  requires eps > 0, forall t in 0 .. H: t <= clear[t]\n"
         "  requires forall v in data, t in 0 .. H: v.enter <= t < v.leave implies " +
         premise +
         "\n"
         "  adjacency replace Visit under hide_presence\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  silent_until := 0\n"
         "  for t in 0 .. H {\n"
         "    if t < silent_until {\n"
         "      output silent\n"
         "    } else {\n"
         "      lam ~ exponential(1 / eps)   align lam' = lam + (out[t] is above ? f[t] - f'[t] : 0)\n"
         "      noisy := f[t] + lam\n"
         "      if noisy >= threshold {\n"
         "        output above(noisy)\n"
         "        " +
         silence +
         "\n"
         "      } else {\n"
         "        output below\n"
         "      }\n"
         "    }\n"
         "  }\n"
         "}\n";
}

/// Algorithm 4 of the same paper: a place that was published is marked by \p mark, and then silent.
inline std::string markedPlaces(const std::string &mark = "marked[l] := true",
                                const std::string &allowed = "r'.place = r.place or r'.place = none") {
  return "size L\n"
         "record Fix { place: int in 0 .. L or none }\n"
         "policy hide_place on Fix allows r' where " +
         allowed +
         "\n"
         "query f[l in 0 .. L] = count x: Fix where x.place = l\n"
         "mechanism places(eps: real, H: size, threshold: int)\n"
         "  requires eps > 0\n"
         "  adjacency replace Fix under hide_place\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  for l in 0 .. L { marked[l] := false }\n"
         "  for t in 0 .. H {\n"
         "    for l in 0 .. L {\n"
         "      if marked[l] {\n"
         "        output silent\n"
         "      } else {\n"
         "        lam ~ exponential(1 / eps)   align lam' = lam + (out[t][l] is above ? f[l] - f'[l] : 0)\n"
         "        noisy := f[l] + lam\n"
         "        if noisy >= threshold {\n"
         "          output above(noisy)\n"
         "          " +
         mark +
         "\n"
         "        } else {\n"
         "          output below\n"
         "        }\n"
         "      }\n"
         "    }\n"
         "  }\n"
         "}\n";
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_INTERPRETER_RECORD_MECHANISMS_H
