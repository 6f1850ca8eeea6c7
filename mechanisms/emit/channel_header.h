// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_header.h - A channel as a header -*- C++ -*-===//
///
/// \file
/// The C++ of a proved channel: the client that perturbs one value, and the collector that estimates from
/// reports.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_HEADER_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_HEADER_H

#include "checker/report/certificate.h"
#include "mechanisms/plan/channel_shape.h"
#include "mechanisms/plan/problem.h"

#include <string>

namespace plumb::emit {

/// One C++20 header with `Client`, which perturbs one value, and `Collector`. What has no exact sampler is
/// added to \p problems, and the text is of no use then.
std::string channelHeaderText(const report::Certificate &proved, plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_HEADER_H
