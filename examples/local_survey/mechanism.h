// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/mechanism.h - How people answer ----*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_MECHANISM_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_MECHANISM_H

#include "examples/figures/simulation_bits.h"
#include "krr.h"
#include "plumb/runtime/estimate/tally.h"
#include "rappor.h"
#include "urap_half.h"
#include "urr.h"

#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace local_survey {

namespace estimate = plumb::runtime::estimate;

/// Randomised response and basic RAPPOR, which protect every value alike, and their utility-optimised forms.
enum class Kind { Rr, Rappor, Urr, Urap };
constexpr Kind kinds[] = {Kind::Rr, Kind::Rappor, Kind::Urr, Kind::Urap};

/// As in the figures' legends.
const char *nameOf(Kind kind);

/// Is a report one bit for each value?
constexpr bool reportsBits(Kind kind) {
  return kind == Kind::Rappor || kind == Kind::Urap;
}

/// One kind of mechanism at one alphabet and eps: the client that `plumb emit` wrote for a proved channel,
/// and the channel that its collector knows.
class Mechanism {
public:
  /// \param eps a decimal number, > 0. Throws std::runtime_error if the mechanism refuses it.
  Mechanism(Kind kind, estimate::Alphabet alphabet, const std::string &eps);

  const estimate::Channel &channel() const { return known; }

  /// One report of each of \p users.
  estimate::Tally ask(std::span<const std::uint32_t> users, estimate::Tally::Keep keep,
                      figures::SimulationBits &bits) const;

private:
  using Client =
      std::variant<plumb::krr::Client, plumb::rappor::Client, plumb::urr::Client, plumb::urap_half::Client>;
  struct Ends {
    Client client;
    estimate::Channel channel;
  };

  explicit Mechanism(Ends ends);
  static Ends endsOf(Kind kind, estimate::Alphabet alphabet, const std::string &eps);

  Client client;
  estimate::Channel known;
};

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_MECHANISM_H
