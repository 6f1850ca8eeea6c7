// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What emitted headers are checked against when they are compiled.

#ifndef PLUMB_RUNTIME_VERSION_H
#define PLUMB_RUNTIME_VERSION_H

namespace plumb::runtime {

/// Grows whenever code that was emitted before could no longer be compiled with this
/// library, or would come to mean something else. Each emitted header asserts the
/// number that it was emitted for.
inline constexpr int interfaceVersion = 8;

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_VERSION_H
