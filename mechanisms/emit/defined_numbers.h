// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/defined_numbers.h - What `let` names in C++ -*- C++ -*-===//
///
/// \file
/// Numbers that a composition defines with `exp` and `ln`, as C++: budgets of parts that are logarithms
/// (runtime::Logarithm), coins and prices. They are written as the numbers of a channel are
/// (channel_terms.h), over runtime::local::Number, and what that cannot say is a problem.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_DEFINED_NUMBERS_H
#define PLUMB_MECHANISMS_EMIT_DEFINED_NUMBERS_H

#include "checker/composition/powers.h"
#include "frontend/ir/composition.h"
#include "mechanisms/emit/channel_terms.h"
#include "mechanisms/emit/unit.h"

#include <string>

namespace plumb::emit {

class DefinedNumbers {
public:
  /// Both outlive this. What cannot be written is added to the problems of \p shared.
  DefinedNumbers(const ir::Composition &subject, Terms &shared);

  /// Does \p term read what is defined?
  bool isReadBy(const ir::Expression &term) const;

  // Bodies of functions with `parameters`, which return an Expected.

  /// Of a runtime::Logarithm: \p budget, at the call \p call of a part.
  std::string logarithm(const ir::Expression &budget, const std::string &call);
  /// Of a runtime::local::Coins.
  std::string coin(const ir::Expression &probability);
  /// Of a Rational that is no less than \p total and than 0.
  std::string price(const ir::Expression &total);

private:
  /// What \p ending needs, and \p ending.
  std::string body(ChannelTerms &used, const std::string &ending);
  void checkNames();
  void tell(const plan::Problems &found, const std::string &what, SourceRange range);

  const ir::Composition &composition;
  Terms &terms;
  composition::Powers powers;
  ir::Channel numbers;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_DEFINED_NUMBERS_H
