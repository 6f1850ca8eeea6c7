// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/estimates.h - From noisy values to counts -*- C++ -*-===//
///
/// \file
/// Estimates of counts from what a mechanism has published. They read nothing else, so they are
/// post-processing: whatever they compute, the privacy of what was published stays as it was proved.
///
/// A scale is that of the noise, in counts. Noise over the integers is treated as if it had a density,
/// which is off by 1/2 at most; the scales here are tens and more.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_ESTIMATES_H
#define PLUMB_EXAMPLES_CLICKSTREAM_ESTIMATES_H

#include <vector>

namespace clickstream {

/// The best linear unbiased estimates from k noisy values, of which only the differences are known, and from
/// k measurements (Ding, Wang, Zhang and Kifer, "Free gap information from the differentially private
/// sparse vector and noisy max mechanisms", VLDB 2020). It takes the noise of the selected values
/// for noise that was not selected.
///
/// \param selected the noisy values; only their differences enter
/// \param varianceRatio variance of the noise in \p selected / of that in \p measured
/// \pre both of the same length, at least 1.
std::vector<double> freeGapEstimates(const std::vector<double> &selected, const std::vector<double> &measured,
                                     double varianceRatio);

/// The mean of two unbiased values, weighted by the inverses of their variances.
double weightedMean(double value, double variance, double otherValue, double otherVariance);

/// Both values are the count plus one-sided noise. The least of two such noises is one-sided noise again, of
/// the scale 1 / (1 / scale + 1 / otherScale), whose mean is taken off.
double leastOfBoth(double value, double scale, double otherValue, double otherScale);

/// The mean of a count that may be any real number up to min(selected, fresh), given that `selected`, the
/// count plus one-sided noise, was seen because it reaches \p bar, and `fresh`, the count plus new one-sided
/// noise.
///
/// What is seen has the likelihood e^(f / freshScale) e^(max(f, bar) / selectedScale) for a count f, up to a
/// factor without f: below the bar the selected value says nothing about f, since an exponential law has no
/// memory. The prior is flat.
/// \pre selected >= bar.
double selectionAware(double selected, double selectedScale, double fresh, double freshScale, double bar);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_ESTIMATES_H
