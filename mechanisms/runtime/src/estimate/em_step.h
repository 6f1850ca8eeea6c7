// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// One step of EM; the formula is in plumb/runtime/estimate/em.h.

#ifndef PLUMB_RUNTIME_ESTIMATE_EM_STEP_H
#define PLUMB_RUNTIME_ESTIMATE_EM_STEP_H

#include "plumb/runtime/estimate/tally.h"

#include <memory>
#include <span>
#include <vector>

namespace plumb::runtime::estimate {

/// The reports that reveal no symbol of X_N, equal ones together.
class ProtectedReports {
public:
  virtual ~ProtectedReports() = default;

  /// For each of them, how often it was sent.
  virtual std::span<const double> multiplicities() const = 0;
  /// P(y) for each of them; \p p is the part of a distribution on X_S.
  virtual void masses(std::span<const double> p, std::span<double> result) const = 0;
  /// For each x of X_S the sum of \p weights over the reports that mark it.
  virtual void collect(std::span<const double> weights, std::span<double> result) const = 0;
};

/// The map whose fixpoint is sought, with room for its intermediate results.
class EmStep {
public:
  /// \pre tally has reports, with their rows if they are bits, and outlives
  ///   this; threads > 0.
  EmStep(const Tally &tally, unsigned threads);

  /// The successor of \p p in \p next, which may be p itself; returns their l1
  /// distance.
  double operator()(std::span<const double> p, std::span<double> next);

  /// The log-likelihood of \p p, up to the constant that em.h leaves out.
  double logLikelihood(std::span<const double> p);

  /// Both at once, for little more than the time of one.
  struct Result {
    double distance, logLikelihood;
  };
  Result withLikelihood(std::span<const double> p, std::span<double> next);

private:
  void findMasses(std::span<const double> p);
  double likelihoodFromMasses(std::span<const double> p) const;
  double successorFromMasses(std::span<const double> p, std::span<double> next);

  const Alphabet &alphabet;
  double gain, users; ///< u' and n
  std::span<const std::uint64_t> revealed;
  std::unique_ptr<ProtectedReports> reports;
  /// P(y), then the weight of y, for each report.
  std::vector<double> mass;
  std::vector<double> collected;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_EM_STEP_H
