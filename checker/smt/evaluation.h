// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/evaluation.h - Exact values of terms ---------*- C++ -*-===//
///
/// \file
/// What a term is worth when its symbols have given values: our own arithmetic
/// over exact rationals, so that a solver's model is checked rather than
/// believed. Truth values are 0 and 1.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_EVALUATION_H
#define PLUMB_CHECKER_SMT_EVALUATION_H

#include "checker/smt/term.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumb::smt {

/// One interpretation of the symbols, asked for lazily. Terms are those of one TermStore.
class Evaluation {
public:
  /// The value of an Apply-subterm, or nothing if it has no rational one.
  using Interpretation = std::function<std::optional<Rational>(Term application)>;

  explicit Evaluation(Interpretation values) : interpretation(std::move(values)) {}

  /// The exact value of \p term. Nothing if it rests on an application without a value; a conjunction
  /// with a false operand, say, does not rest on the others.
  std::optional<Rational> value(Term term);

  /// Why the interpretation is none, or empty as long as nothing is wrong with it: a Bool that is
  /// neither 0 nor 1, a fraction for an Int, or two values of one function at the same arguments.
  /// Once it is not empty, no value means anything.
  const std::string &fault() const { return firstFault; }

private:
  std::optional<Rational> compute(Term term);
  std::optional<Rational> applied(Term application);
  std::optional<Rational> known(Term term) const { return computed.at(term.id()); }
  void report(std::string text);

  Interpretation interpretation;
  std::unordered_map<std::uint32_t, std::optional<Rational>> computed;
  std::map<std::pair<const Symbol *, std::vector<Rational>>, Rational> graph;
  std::string firstFault;
};

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_EVALUATION_H
