// SPDX-License-Identifier: Apache-2.0
//===- checker/report/undefined_at.h - What has no value there --*- C++ -*-===//
///
/// \file
/// What else of a mechanism has no value on the input of a run that has none: one requirement that was
/// forgotten may leave several places without one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_UNDEFINED_AT_H
#define PLUMB_CHECKER_REPORT_UNDEFINED_AT_H

#include "checker/interpreter/instance.h"
#include "checker/refutation/counterexample.h"
#include "frontend/ir/program.h"

#include <optional>

namespace plumb::report {

/// The parameters of a run. What depends on anything else, be it the index of a loop, is not known.
class UndefinedAt {
public:
  /// \pre \p run is one of \p mechanism.
  UndefinedAt(const ir::Mechanism &mechanism, const refutation::Counterexample &run);

  /// Has a part of \p expression no value there: a quotient, or an element outside of its array?
  bool isUndefined(const ir::Expression &expression) const;
  /// Is \p scale none there: undefined, or not positive?
  bool isNoScale(const ir::Expression &scale) const;

private:
  /// Nothing if it has none, or is not known.
  struct Value {
    bool isKnown = false;
    std::optional<interpreter::Exact> exact = {};
  };
  Value valueOf(const ir::Expression &expression) const;
  bool isOutside(const ir::Expression &index, const ir::Expression &extent) const;

  std::optional<interpreter::Instance> instance;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_UNDEFINED_AT_H
