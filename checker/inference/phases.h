// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/phases.h - Where a loop comes round ----*- C++ -*-===//
///
/// \file
/// What decides, together with literals, which way an iteration goes: a counter that is set back, `t := t +
/// 1; if t >= 3 { ...; t := 0 }`, or what is left of the loop variable, `i mod 3`. It has few values, and how
/// often something is still read depends on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_PHASES_H
#define PLUMB_CHECKER_INFERENCE_PHASES_H

#include "checker/inference/templates.h"

namespace plumb::inference {

/// (i + s) mod m of the loop variable i, with literals s and m > 0.
struct Remainder {
  Rational divisor, more;

  /// Nothing of any other term.
  static std::optional<Remainder> of(const ir::Expression &expression, const ir::For &loop);
};

class Phases {
public:
  /// Its value somewhere in an iteration; nothing if it is not known there.
  using Known = std::optional<Rational>;

  /// Nothing if there is none, or it has too many values.
  static std::optional<Phases> of(const Templates &templates);

  /// Those with which an iteration may begin, growing.
  const std::vector<Rational> &values() const { return heads; }
  /// How the next iteration begins after one with \p value behind its body.
  Known next(const Known &value) const;

  /// The values in their order, begun with the least, if iterations go through all of them one after the
  /// other; else empty.
  std::vector<Rational> round() const;

  Known behind(const ir::Statement &statement, Known value) const;
  std::optional<bool> holds(const ir::Expression &condition, const Known &value) const;

  /// Where an iteration with the loop variable \p index begins; an invalid term if it has no value yet.
  smt::Term at(relational::Context context, const relational::State &state, smt::Term index) const;

  /// Is it the remainder of the loop variable?
  bool isRemainder() const { return !counter; }

  /// "t is one of 0, 1, 2".
  std::string text() const;

private:
  Phases(const ir::For &newLoop, const ir::Variable *newCounter, Rational newDivisor)
      : loop(&newLoop), counter(newCounter), divisor(std::move(newDivisor)) {}

  Known behind(const ir::Block &block, Known value) const;
  /// The values behind \p block, whichever way conditions turn out that it does not decide. False if some
  /// value is not known, or there are too many.
  bool follow(const ir::Block &block, std::vector<Rational> &values) const;
  Known valueOf(const ir::Expression &expression, const Known &value) const;
  /// Adds what \p expression may be, whichever way choices turn out that \p value does not decide. False if
  /// that is not known.
  bool choose(const ir::Expression &expression, const Known &value, std::vector<Rational> &values) const;

  const ir::For *loop;
  /// Null: the remainder of the loop variable.
  const ir::Variable *counter;
  Rational divisor;
  std::vector<Rational> heads;
};

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_PHASES_H
