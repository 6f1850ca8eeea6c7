// SPDX-License-Identifier: Apache-2.0
//===- kernel/model.h - Formulas that hold somewhere ------------*- C++ -*-===//
///
/// \file
/// Values for symbols, and whether formulas are true of them: so that nothing is proved of nothing. Terms
/// are evaluated over ranges of numbers, so that a Forall is about all integers: one by one where the values
/// of functions change, and at once beyond.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_MODEL_H
#define PLUMB_KERNEL_MODEL_H

#include "kernel/term.h"

#include <optional>

namespace plumb::kernel {

/// The numbers from low to high; without an end where there is none. Truth values are 0 and 1.
struct Range {
  std::optional<mpq_class> low, high;
  bool isPoint() const { return low && high && *low == *high; }
  bool contains(const mpq_class &number) const {
    return (!low || *low <= number) && (!high || number <= *high);
  }
};

/// A function has the values that are set, and is 0 or false elsewhere. `1/` and `div` are what they are
/// called.
class Model {
public:
  /// So many integers are tried in each direction.
  static constexpr unsigned reachLimit = 256;
  /// And so many words has the value of a term.
  static constexpr std::size_t wordLimit = 1u << 12;

  explicit Model(const Terms &ofTerms) : terms(ofTerms) {}

  /// Throws Rejected if \p function has other arguments, or another value is set.
  void set(Symbol function, const std::vector<mpq_class> &arguments, const mpq_class &value);

  /// False where it is not seen to be true. \pre \p formula is a closed Bool.
  bool satisfies(Term formula);

private:
  using Bindings = std::map<Term, Range>;

  Range valueOf(Term term, const Bindings &bindings);
  Range within(Range range) const;
  Range compute(Term term, const Bindings &values, const Bindings &bindings);
  Range application(const Node &node, const std::vector<Range> &arguments) const;
  Range forall(const Node &node, const Bindings &bindings);

  const Terms &terms;
  std::map<Symbol, std::map<std::vector<mpq_class>, mpq_class>> values;
  /// No Int among the arguments and values is larger.
  mpz_class reach = 1;
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_MODEL_H
