// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/law.h - The laws of noise --------------------*- C++ -*-===//
///
/// \file
/// The table of laws, as everybody but the solver sees it: how a law is written,
/// which values its draws have, what moving a draw costs, and what draws from it.
/// The rows are in laws.def. Formulas, sentences, densities and masses are in
/// checker/noise, one file for each law.
///
/// What proves asks for a column and names no law. What refutes names laws.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_LAW_H
#define PLUMB_FRONTEND_IR_LAW_H

#include "frontend/ir/statement.h"
#include "frontend/support/rational.h"

#include <llvm/ADT/ArrayRef.h>
#include <optional>
#include <string>
#include <string_view>

namespace plumb::ir {

enum class Law : std::uint8_t {
#define LAW(id, ...) id,
#include "frontend/ir/laws.def"
#undef LAW
};

/// What one draw can be.
enum class DrawValues : std::uint8_t { Integers, Reals, IntegersOrReals };

/// Where a law has density or mass.
enum class Support : std::uint8_t { AllNumbers, NonNegative, NonPositive };

/// How often a draw passes a threshold, by the name of runtime::otp::Side.
enum class Tail : std::uint8_t { TwoSided, OneSided, Mirrored, Unknown };

/// What moving a draw in one direction costs: by s, at scale b, at most
/// numerator / denominator * s / b, or no bound.
struct Rate {
  unsigned numerator = 1;
  unsigned denominator = 1;

  static constexpr Rate unbounded() { return {1, 0}; }
  constexpr bool isBounded() const { return denominator != 0; }
  /// \pre isBounded().
  Rational value() const { return Rational(numerator) / Rational(denominator); }
};

struct LawRow {
  /// "Laplace", the enumerator.
  std::string_view id;
  /// "laplace", as in a program.
  std::string_view word;
  /// IntegersOrReals: a program chooses with `lam: real ~ ...`.
  DrawValues values;
  Support support;
  /// The cost of moving a draw up or down: a c with p(x) <= exp(c s / b) p(x + s), or p(x - s), wherever both
  /// places lie in the support. For densities and masses alike. A direction without a bound is a direction
  /// in which no draw may be moved.
  Rate up, down;
  /// A bounded c, if density and mass are multiples of exp(-c |x| / b) on the support. Mechanisms with
  /// another law are refuted where somebody has integrated it (checker/disproof/closed_form.h), and else not
  /// at all.
  std::optional<Rate> decay;
  /// The class of mechanisms/runtime that draws integers from this law; empty if there is none, and then a
  /// mechanism with this law is not emitted.
  std::string_view sampler;
  /// Unknown: `plumb bounds` and emitted bounds say nothing of such a draw.
  Tail tail;

  /// Can a draw have this sort? \pre Int or Real.
  bool isOver(Sort sort) const;
};

const LawRow &row(Law law);

/// All, in the order of the table.
llvm::ArrayRef<Law> laws();

/// "laplace", as written in a program.
std::string_view name(Law law);
std::optional<Law> lawNamed(std::string_view word);

/// "`laplace` and `exponential`": the words of those laws that \p isMeant holds of, in the order of the
/// table.
std::string lawList(bool (*isMeant)(const LawRow &) = [](const LawRow &) { return true; });

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_LAW_H
