// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/defined_values.h - What `let` names, at numbers -*- C++ -*-===//
///
/// \file
/// What terms are worth in which numbers stand that a composition defines with `exp` and `ln`: between two
/// ends.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_DEFINED_VALUES_H
#define PLUMB_CHECKER_CLAIMS_DEFINED_VALUES_H

#include "checker/claims/given_values.h"
#include "checker/composition/powers.h"
#include "plumb/runtime/otp/claimed_answer.h"

#include <string>

namespace plumb::claims {

using runtime::otp::Ends;

class DefinedValues {
public:
  /// Both outlive this.
  DefinedValues(const ir::Composition &subject, const GivenValues &values);

  /// An error value, naming it, if a parameter that matters has no value, or if the expression has none; \p
  /// subject is what it is of.
  runtime::Expected<Ends> value(const ir::Expression &expression, const std::string &subject) const;

private:
  const ir::Composition &composition;
  const GivenValues &given;
  composition::Powers powers;
  ir::Channel numbers;
};

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_DEFINED_VALUES_H
