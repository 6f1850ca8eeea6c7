// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/few_values.h - One of a few values -----*- C++ -*-===//
///
/// \file
/// Values that the program chooses among a few public ones: a flag, a number told for an answer, a position.
/// Which of them it was can be asked of the output.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_FEW_VALUES_H
#define PLUMB_CHECKER_SYNTHESIS_FEW_VALUES_H

#include "checker/synthesis/terms.h"

#include <vector>

namespace plumb::synthesis {

/// The public terms of which one is the value of each of \p values, no two of them the same term, in the
/// order of the text; empty if they are not known, or too many.
std::vector<ExpressionPtr> publicValues(const ir::Mechanism &mechanism,
                                        const std::vector<const ir::Expression *> &values);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_FEW_VALUES_H
