// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/band.h - A mean and how sure it is --*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_BAND_H
#define PLUMB_EXAMPLES_CLICKSTREAM_BAND_H

#include <vector>

namespace clickstream {

/// A mean over runs with its 95 % confidence band.
struct Band {
  double mean, low, high;
};

/// mean -+ 1.96 s / sqrt(r) for r runs with the standard deviation s: the central limit theorem's band. One
/// run alone has a band of width 0. \pre at least one run.
Band bandOf(const std::vector<double> &runs);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_BAND_H
