// SPDX-License-Identifier: Apache-2.0
#ifndef PLUMB_EXAMPLES_CLICKSTREAM_SIMULATION_H
#define PLUMB_EXAMPLES_CLICKSTREAM_SIMULATION_H

#include "plumb/runtime/ledger.h"

namespace clickstream {

/// Simulations release nothing, and nobody pays for them.
inline const plumb::runtime::Budget unaccounted = plumb::runtime::Ledger::unaccounted();

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_SIMULATION_H
