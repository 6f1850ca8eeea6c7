// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/prover.h - Finds certificates ------------*- C++ -*-===//
///
/// \file
/// Looks for a certificate (certificate.h): in the signs of coefficients, in the divisors of the goal, and
/// last by a linear program over products of facts, whose solution the solver is only asked to find.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_PROVER_H
#define PLUMB_CHECKER_CHANNEL_PROVER_H

#include "checker/channel/certificate.h"
#include "checker/smt/solver.h"

#include <functional>
#include <memory>
#include <string_view>

namespace plumb::channel {

/// An engine that spends at most so much on a question.
using EngineMaker = std::function<std::unique_ptr<smt::Engine>(const smt::Budget &)>;

/// Answers for one channel. Not thread-safe.
class Prover {
public:
  /// \p isInteger: which variables are whole numbers. \p makeEngine is called when coefficients alone do not
  /// show something, if at all.
  Prover(std::vector<bool> isInteger, EngineMaker makeEngine);

  struct Answer {
    /// "coefficients": after the substitution of lower bounds none is negative. "products": a sum of products
    /// of facts, checked exactly. Empty: it is not shown.
    std::string_view engine;
    /// If it is shown: proves() has said so.
    Certificate certificate = {};
    bool isProved() const { return !engine.empty(); }
  };
  /// Shows that \p facts imply \p goal. The same question is answered once.
  Answer prove(const std::vector<Fact> &facts, const Fact &goal);

  /// Of the linear programs.
  std::uint64_t questions() const { return asked; }

  /// Has the solver given up some linear program at its limit?
  bool ranOut() const { return isExhausted; }

  /// Has the channel had all linear programs that it may have? Five times what the dearest one of the
  /// examples needs; some seconds of processor time.
  bool isSpent() const { return spent >= 1'000'000; }

private:
  /// Everything with v - c in the place of each v with a lower bound c.
  struct Setting {
    std::vector<std::optional<LowerBound>> bounds;
    /// The facts that are no such bounds, and their numbers.
    std::vector<Fact> rest;
    std::vector<std::size_t> numbers;
    Polynomial goal;
    bool isStrict;
  };
  using Summands = std::optional<std::vector<Certificate::Summand>>;

  /// Which products of facts and monomials are tried.
  struct Effort {
    /// At most so many facts.
    unsigned order;
    /// Only products of facts that have no higher degree in any variable than the goal.
    bool isNarrow;
    /// Some fact, and at most so many factors with the variables; nothing: as many as the goal has room for.
    std::optional<unsigned> factors = {};
  };

  Answer search(const std::vector<Fact> &facts, const Fact &goal);
  /// What shows the goal, and the engine that found it.
  std::pair<std::string_view, Summands> find(const Setting &setting);
  Setting shift(const std::vector<Fact> &facts, const Fact &goal) const;
  /// Takes out of the goal, and returns, what all its terms have of variables that are nowhere negative (of a
  /// strict goal: that are positive), as q of q - p * q. What is left shows the goal.
  Polynomial takeFactor(Setting &setting) const;
  Summands bySigns(const Setting &setting) const;
  Summands byContradiction(const Setting &setting) const;
  Summands byDivision(const Setting &setting, unsigned depth) const;
  Summands byProducts(const Setting &setting, Effort effort);
  smt::Solver &linearSolver();

  std::vector<bool> integers;
  EngineMaker engine;
  /// For linear programs; starting an engine costs more than most of them.
  smt::TermStore store;
  std::unique_ptr<smt::Solver> solver;
  std::map<std::pair<std::vector<Fact>, Fact>, Answer> known;
  std::uint64_t asked = 0;
  /// Over all linear programs of the channel: terms of the products, and rows times columns.
  std::uint64_t spent = 0;
  bool isExhausted = false;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_PROVER_H
