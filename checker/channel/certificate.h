// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/certificate.h - Signs of polynomials -----*- C++ -*-===//
///
/// \file
/// Proves polynomial >= 0 (or > 0) where given facts hold, by an exact certificate.
///
/// A variable with a known lower bound c is replaced by c + v, v >= 0. Then
///
///     polynomial = sum over i of c_i * m_i * (a product of facts),   c_i >= 0,
///
/// with monomials m_i in such v shows polynomial >= 0: without facts, that no coefficient is
/// negative. The c_i are the solution of a linear program; the solver is only asked to find
/// them, and the identity is checked here, coefficient by coefficient.
///
/// Reference: Handelman, Representing polynomials by positive linear functions on compact
/// convex polyhedra, Pacific J. Math. 132, 1988.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_CERTIFICATE_H
#define PLUMB_CHECKER_CHANNEL_CERTIFICATE_H

#include "checker/channel/algebra.h"
#include "checker/smt/solver.h"

#include <functional>
#include <memory>

namespace plumb::channel {

/// Who has shown it.
enum class Engine : std::uint8_t {
  /// Nobody.
  None,
  /// After the substitution no coefficient is negative.
  Coefficients,
  /// A sum of products of facts, found by linear programming, checked exactly.
  Products,
  /// Only Z3's nonlinear arithmetic: not enough for a proof.
  SolverAlone,
};

/// An engine that spends at most so much on a question.
using EngineMaker = std::function<std::unique_ptr<smt::Engine>(const smt::Budget &)>;

/// Answers for one channel. Not thread-safe.
class Prover {
public:
  /// \p isInteger: which variables are whole numbers. \p makeEngine is called when coefficients alone do not
  /// show something, if at all.
  Prover(std::vector<bool> isInteger, EngineMaker makeEngine);

  /// Shows that \p facts imply \p goal by a certificate: Coefficients, Products or None.
  Engine prove(const std::vector<Fact> &facts, const Fact &goal);

  /// Does Z3's nonlinear arithmetic say so within a second? No proof, but worth telling of what is open.
  bool solverAgrees(const std::vector<Fact> &facts, const Fact &goal);

  /// Of the linear programs and the nonlinear questions.
  std::uint64_t questions() const { return asked; }

private:
  /// The facts with their lower bounds taken out.
  struct Setting {
    std::vector<Fact> rest;
    /// v >= 0, and v > 0.
    std::vector<bool> isNonnegative, isPositive;
    Polynomial goal;
  };

  Setting shift(const std::vector<Fact> &facts, const Fact &goal) const;
  bool hasGoodSigns(const Setting &setting, bool strict) const;
  bool factors(const Setting &setting, bool strict, unsigned depth) const;
  bool combines(const Setting &setting, bool strict, unsigned order);
  smt::Solver &linearSolver();

  std::vector<bool> integers;
  EngineMaker engine;
  /// For linear programs; starting an engine costs more than most of them.
  smt::TermStore store;
  std::unique_ptr<smt::Solver> solver;
  std::uint64_t asked = 0;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_CERTIFICATE_H
