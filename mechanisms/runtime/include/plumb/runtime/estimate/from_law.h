// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// From the exact law of a local mechanism to the channel that estimates know.

#ifndef PLUMB_RUNTIME_ESTIMATE_FROM_LAW_H
#define PLUMB_RUNTIME_ESTIMATE_FROM_LAW_H

#include "plumb/runtime/estimate/channel.h"
#include "plumb/runtime/estimate/personalized.h"
#include "plumb/runtime/local/law.h"

namespace plumb::runtime::estimate {

/// The channel whose law on the classes of outputs is \p law, compared exactly:
/// randomised response or RAPPOR, plain or utility-optimised, with any theta.
/// Symbol j is output number j.
///
/// An input whose class is no class of outputs has to act like an output that
/// it is mapped to.
///
/// An error value if
///  - the law is another one; with outputs that only their owners send in front
///    of others; or not defined at the given sizes;
///  - the channel is none that can be estimated from, see `Channel`.
///
/// If every output is sent by its owner alone, its eps says nothing and is 1.
Expected<Channel> channelOf(const local::Law &law);

/// `channelOf`, as the common channel of a personalized mechanism: \p bots of
/// the outputs, the last ones that are sensitive, stand for tags.
Expected<Personalized> personalizedOf(const local::Law &law, std::size_t bots);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_FROM_LAW_H
