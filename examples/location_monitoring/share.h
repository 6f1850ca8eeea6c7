// SPDX-License-Identifier: Apache-2.0
//===- examples/location_monitoring/share.h - Errors per occasion -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCATION_MONITORING_SHARE_H
#define PLUMB_EXAMPLES_LOCATION_MONITORING_SHARE_H

#include <cstdint>
#include <vector>

namespace location_monitoring {

/// What was counted in one run.
struct Tally {
  std::int64_t hits = 0, occasions = 0;

  void count(bool isHit) {
    hits += isHit ? 1 : 0;
    ++occasions;
  }
};

/// An estimate with its 95 % confidence band.
struct Band {
  double value, low, high;
};

/// Hits per occasion, estimated from independent runs. Within a run occasions may depend on each other.
class Share {
public:
  /// A run without an occasion says nothing.
  void add(Tally run) {
    if (run.occasions > 0)
      runs.push_back(run);
  }

  /// Was there any occasion?
  bool isKnown() const { return !runs.empty(); }

  /// R = sum of hits / sum of occasions, with R -+ 1.96 times the standard error of a ratio over r runs, the
  /// root of r / (r - 1) * sum of (hits - R * occasions)^2, divided by the sum of occasions; not below 0.
  /// Where no occasion was hit the upper end is 3 / occasions, since (1 - 3/m)^m is about 5 %. \pre
  /// isKnown().
  Band band() const;

private:
  std::vector<Tally> runs;
};

} // namespace location_monitoring

#endif // PLUMB_EXAMPLES_LOCATION_MONITORING_SHARE_H
