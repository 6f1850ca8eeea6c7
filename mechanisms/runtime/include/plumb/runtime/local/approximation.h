// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Entries of local mechanisms as doubles, for estimates and for display. None
/// of this may decide what a user sends.

#ifndef PLUMB_RUNTIME_LOCAL_APPROXIMATION_H
#define PLUMB_RUNTIME_LOCAL_APPROXIMATION_H

#include "plumb/runtime/local/powers.h"

namespace plumb::runtime::local {

/// \p value and its logarithm, to about 16 digits. \pre value is defined, for
/// the logarithm also positive at E; aborts if it is not defined.
double approximately(const Powers &powers, const Number &value);
double logarithm(const Powers &powers, const Number &value);

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_APPROXIMATION_H
