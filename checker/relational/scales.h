// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/scales.h - The scales of the noise ---*- C++ -*-===//
///
/// \file
/// Which samples are charged to which ghost sum: samples share one exactly if
/// their scales are the same rational function of scalar parameters.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_SCALES_H
#define PLUMB_CHECKER_RELATIONAL_SCALES_H

#include "checker/relational/products.h"
#include "checker/relational/symbols.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <string>
#include <vector>

namespace plumb::relational {

/// numerator / denominator, polynomials over scalar parameters (as Reals).
struct RationalFunction {
  Polynomial numerator, denominator;
  /// Exact: cross-multiplied polynomials agree. \pre denominators are not zero as polynomials.
  bool equals(const RationalFunction &other) const;
  /// this / other if that is a positive constant.
  std::optional<Rational> ratioTo(const RationalFunction &other) const;
};

/// \p expression as a rational function of scalar parameters, or nothing if it contains anything else
/// (a loop variable, an assigned variable, an output, a query, an array) or divides by 0.
std::optional<RationalFunction> rationalFunction(const ir::Expression &expression, Symbols &symbols,
                                                 Products &products, smt::TermStore &store);

/// The same where whatever is no number, parameter or arithmetic stands for the value that \p valueOf gives
/// it. Nothing if it divides by 0, or is too large.
std::optional<RationalFunction>
rationalFunctionOfValues(const ir::Expression &expression, Symbols &symbols, Products &products,
                         smt::TermStore &store,
                         llvm::function_ref<smt::Term(const ir::Expression &)> valueOf);

class Scales {
public:
  Scales(Symbols &symbols, Products &products, smt::TermStore &store);

  struct Scale {
    RationalFunction value;
    /// As first written, and "c / eps".
    const ir::Expression *written;
    std::string text;
  };
  const std::vector<Scale> &all() const { return scales; }

  /// Scales that differ by a constant factor only. What is moved at all of them is measured at the largest:
  /// the sum of weight * moved over the members costs that sum / base.
  struct Class {
    std::size_t base;
    /// Positions in all(), each with base / its scale, at least 1.
    std::vector<std::pair<std::size_t, Rational>> members;
  };
  /// Every scale is in exactly one class.
  const std::vector<Class> &classes() const { return scaleClasses; }

  /// The position of the scale of \p sample in all(); nothing if it has to be charged sample by sample.
  std::optional<std::size_t> of(const ir::Sample &sample) const;
  /// The same for any scale expression (of `moved(b)`).
  std::optional<std::size_t> find(const RationalFunction &scale) const;

private:
  void makeClasses();
  std::vector<Scale> scales;
  std::vector<Class> scaleClasses;
  std::unordered_map<const ir::Sample *, std::size_t> positions;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_SCALES_H
