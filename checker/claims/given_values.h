// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/given_values.h - Parameters at numbers ----*- C++ -*-===//
///
/// \file
/// Values that a user gives for scalar parameters, and what terms over these are worth, exactly.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H
#define PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H

#include "checker/interpreter/evaluate.h"
#include "frontend/ir/program.h"
#include "frontend/ir/statement.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace plumb::claims {

/// Scalar parameters by name, and nothing else of a run.
class GivenValues final : public interpreter::Scope {
public:
  /// False if \p name has a value.
  bool add(const std::string &name, const Rational &value);
  bool has(const std::string &name) const { return values.count(name) != 0; }
  const std::map<std::string, interpreter::Exact> &all() const { return values; }

  /// An error value, naming it, if a parameter in \p expression has no value, or if the expression has none;
  /// \p subject is what it is of.
  runtime::Expected<runtime::Rational> value(const ir::Expression &expression,
                                             const std::string &subject) const;
  /// Why a parameter of \p mechanism cannot have its value; nothing if each can.
  std::optional<runtime::Error> misfit(const ir::Mechanism &mechanism) const;
  /// How many places \p transcript has; nothing if that depends on more than these values.
  std::optional<interpreter::Exact> places(const ir::Transcript &transcript) const;
  /// False if \p requirement can be seen not to hold.
  bool mayHold(const ir::Expression &requirement) const;
  /// "eps = 1/2, c = 2", as far as \p mechanism has such parameters.
  std::string text(const ir::Mechanism &mechanism) const;

  const interpreter::Exact *element(const ir::Variable &variable, bool isPrimed,
                                    llvm::ArrayRef<std::int64_t> indices) const override;
  const interpreter::Cell *cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const override {
    return nullptr;
  }
  const interpreter::Result &result() const override { return none; }

private:
  std::map<std::string, interpreter::Exact> values;
  /// Of the last expression.
  mutable std::set<std::string> missing;
  interpreter::Result none;
};

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H
