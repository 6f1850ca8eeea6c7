// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a user keeps secret: where his own values are mapped to.

#ifndef PLUMB_RUNTIME_LOCAL_MAPS_H
#define PLUMB_RUNTIME_LOCAL_MAPS_H

#include "plumb/runtime/local/law.h"

#include <cstdint>
#include <vector>

namespace plumb::runtime::local {

/// The members of one input class with what they are mapped to: entry i is the
/// image of member i, a member of the output class by its number in it.
using Map = std::vector<std::uint64_t>;

/// An error, unless each map that \p law uses is there, has one entry for each
/// member of its class, and all of them are members of the class that is mapped
/// to. The message tells sizes and nothing else of the maps.
std::optional<Error> problemOf(const Law &law, const std::vector<Map> &maps);

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_MAPS_H
