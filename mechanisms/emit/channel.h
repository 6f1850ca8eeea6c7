// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel.h - From a proved channel to C++ -*- C++ -*-===//
///
/// \file
/// A proved channel becomes a header for both ends of it. The client draws a report for one value from the
/// very table that was proved: its entries are fractions of powers of e, compared with random bits digit by
/// digit, and no floating point takes part. The collector counts reports, and what is estimated from them
/// is only as exact as doubles are.
///
/// The name of each class, parameter and map is kept. Premises on parameters are checked when a client is
/// created. A map, such as that of a personalized mechanism to its bots, is not a parameter there: it is
/// handed to the client, and no member and no message gives it back.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_H

#include "mechanisms/emit/emit.h"

namespace plumb::emit {

/// The header of a channel. Rules about mechanisms, with parameters for the probabilities of an arbitrary
/// event, are no mechanisms and a problem.
/// \pre \p certificate is of a channel.
std::string channelText(const report::Certificate &certificate, plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_H
