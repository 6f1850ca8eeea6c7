// SPDX-License-Identifier: Apache-2.0
//===- tests/kernel/checked.h - Each step by its name -----------*- C++ -*-===//
///
/// \file
/// A refutation whose steps are functions, for tests that take one at a time.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_KERNEL_CHECKED_H
#define PLUMB_TESTS_KERNEL_CHECKED_H

#include "kernel/refutation.h"

namespace plumb::kernel {

struct Checked : Refutation {
  using Refutation::Refutation;
  using Kind = Step::Kind;

  void unit(Term formula) { take({Kind::Unit, {formula}}); }
  void whole(Term formula) { take({Kind::Whole, {formula}}); }
  void apart(Term equation, Term disjunction) { take({Kind::Apart, {equation, disjunction}}); }
  void alike(Term application, Term other) { take({Kind::Alike, {application, other}}); }
  void split(Term formula) { take({Kind::Split, {formula}}); }
  void instance(Term universal, Term value, Term result) {
    take({Kind::Instance, {universal, value, result}});
  }
  void sum(const std::vector<std::pair<mpq_class, Source>> &parts) { take({Kind::Sum, {}, parts}); }
  void times(const Source &left, const Source &right) { take({Kind::Times, {}, {{1, left}, {1, right}}}); }
  void multiple(const Source &equation, Term factor) { take({Kind::Multiple, {factor}, {{1, equation}}}); }
  void round(const Source &source) { take({Kind::Round, {}, {{1, source}}}); }
};

} // namespace plumb::kernel

#endif // PLUMB_TESTS_KERNEL_CHECKED_H
