// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/published_svt.h - A baseline as it was published -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_PUBLISHED_SVT_H
#define PLUMB_EXAMPLES_CLICKSTREAM_PUBLISHED_SVT_H

#include "release.h"

namespace clickstream {

/// The adaptive sparse vector technique with gap, as in the code that was published with Takagi, Cao and
/// Yoshikawa's paper (AdaptiveNoisyCounter of tkgsn/adp-algorithms), with integer noise in place of real.
///
/// FOR COMPARISON ONLY, it is not differentially private: it draws a new noisy threshold for each query, so
/// that each answer "below" costs something too. Further, it stops at the first answer that it cannot pay
/// for, and where it stopped can be seen.
///
/// \pre k >= 1 and eps > 0; aborts with a message otherwise.
Method publishedSvt(std::int64_t k, Budget eps);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_PUBLISHED_SVT_H
