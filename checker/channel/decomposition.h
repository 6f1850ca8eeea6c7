// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/decomposition.h - OSLDP from ULDP --------*- C++ -*-===//
///
/// \file
/// Proposition 14 of Murakami and Kawamoto for one table: an OSLDP mechanism is a ULDP mechanism with the
/// same budget, followed by a mixing of outputs that looks at nothing else.
///
/// With K = e^eps and M(y) the largest Q(y|x) of a sensitive x, let every input that is not sensitive keep y
/// with probability M(y) / K (it has at least as much, by OSLDP), and reveal itself with what is left. That
/// output is then mixed as Q(y|x) - M(y) / K asks.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_DECOMPOSITION_H
#define PLUMB_CHECKER_CHANNEL_DECOMPOSITION_H

#include "checker/channel/finite_table.h"

namespace plumb::channel {

struct Decomposition {
  /// From the inputs to the outputs and one more output for each input that is not sensitive.
  FiniteTable utility;
  /// Its protected outputs are those of the table.
  Roles roles;
  /// From the outputs of \c utility to those of the table.
  FiniteTable mixing;
};

/// \pre \p table is OSLDP with e^eps = \p bound, and some input is sensitive.
Decomposition decompose(const FiniteTable &table, const std::vector<bool> &sensitive, const Rational &bound);

/// First \p first, then \p second on its output. \pre the outputs of the one are the inputs of the other.
FiniteTable afterwards(const FiniteTable &first, const FiniteTable &second);

/// Does \p second, on the outputs of a table of which \p guarded are protected, keep data types (Definition
/// 5)? Each of its outputs comes from protected ones alone if \p guardedBehind protects it, and else from one
/// output that is not protected. What is behind a ULDP mechanism then keeps its budget (Proposition 11).
bool keepsTypes(const FiniteTable &second, const std::vector<bool> &guarded,
                const std::vector<bool> &guardedBehind);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_DECOMPOSITION_H
