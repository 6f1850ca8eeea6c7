// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/channel_values.h - A channel at numbers ---*- C++ -*-===//
///
/// \file
/// What the terms of a channel are worth at given parameters: exactly where no power of e takes part, and
/// between two ends where one does.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_CHANNEL_VALUES_H
#define PLUMB_CHECKER_CLAIMS_CHANNEL_VALUES_H

#include "checker/claims/given_values.h"
#include "frontend/ir/channel.h"
#include "plumb/runtime/otp/interval.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumb::claims {

runtime::otp::Interval intervalOf(const Rational &value);

/// A real number between two ends, and what it is if that is known to be a fraction.
struct Enclosed {
  runtime::otp::Interval ends;
  std::optional<Rational> exact;
  explicit Enclosed(const Rational &value) : ends(intervalOf(value)), exact(value) {}
  explicit Enclosed(const runtime::otp::Interval &interval) : ends(interval) {}
};

/// Numbers for all parameters of one channel.
class ChannelValues {
public:
  /// An error value if a parameter has no value or one that it cannot have, or if it is not certain that all
  /// requirements hold. Names that the channel has not are left alone. \p channel outlives the result.
  static runtime::Expected<ChannelValues> create(const ir::Channel &channel, const GivenValues &given);

  const ir::Channel &channel() const { return *subject; }
  /// Nothing where it may not be defined.
  std::optional<Enclosed> value(const ir::ChannelTerm &term) const;
  /// How many members the class has.
  Rational sizeOf(std::size_t classNumber) const;
  /// "eps = 1/2, s = 2"
  std::string text() const;

private:
  explicit ChannelValues(const ir::Channel &channel) : subject(&channel) {}
  std::optional<runtime::Error> unmet(const ir::Channel::Requirement &requirement) const;

  const ir::Channel *subject;
  std::vector<Rational> values;
};

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CHANNEL_VALUES_H
