// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/unaccounted.h - Paid by nobody -----*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_UNACCOUNTED_H
#define PLUMB_TESTS_MECHANISMS_EMIT_UNACCOUNTED_H

#include "plumb/runtime/ledger.h"

namespace plumb::test {

/// What tests pay from.
inline const runtime::Unaccounted unaccounted = runtime::Ledger::unaccounted();

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_UNACCOUNTED_H
