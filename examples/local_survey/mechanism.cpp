// SPDX-License-Identifier: Apache-2.0
#include "mechanism.h"

#include "checked.h"

#include <stdexcept>
#include <utility>

namespace local_survey {

using plumb::runtime::Rational;

const char *nameOf(Kind kind) {
  switch (kind) {
  case Kind::Rr:
    return "RR";
  case Kind::Rappor:
    return "RAPPOR";
  case Kind::Urr:
    return "uRR";
  case Kind::Urap:
    return "uRAP";
  }
  return "";
}

/// What `Tally` reads.
static estimate::Symbol reportIn(std::uint64_t report) {
  return report;
}
static estimate::Bits reportIn(const plumb::runtime::local::BitReport &report) {
  return report;
}

Mechanism::Ends Mechanism::endsOf(Kind kind, estimate::Alphabet alphabet, const std::string &epsText) {
  const Rational eps = checked(Rational::parse(epsText));
  const auto size = static_cast<std::int64_t>(alphabet.size());
  const auto s = static_cast<std::int64_t>(alphabet.sensitive);
  switch (kind) {
  case Kind::Rr:
    return {checked(plumb::krr::Client::create({eps, size})),
            checked(plumb::krr::Collector::create({eps, size})).tally().channel()};
  case Kind::Rappor:
    return {checked(plumb::rappor::Client::create({eps, size})),
            checked(plumb::rappor::Collector::create({eps, size})).tally().channel()};
  case Kind::Urr:
    return {checked(plumb::urr::Client::create({eps, s, size - s})),
            checked(plumb::urr::Collector::create({eps, s, size - s})).tally().channel()};
  case Kind::Urap:
    return {checked(plumb::urap_half::Client::create({eps, s, size - s})),
            checked(plumb::urap_half::Collector::create({eps, s, size - s})).tally().channel()};
  }
  throw std::logic_error("no such kind of mechanism");
}

Mechanism::Mechanism(Ends ends) : client(std::move(ends.client)), known(std::move(ends.channel)) {}

Mechanism::Mechanism(Kind kind, estimate::Alphabet alphabet, const std::string &eps)
    : Mechanism(endsOf(kind, alphabet, eps)) {}

/// The collector that was emitted keeps all rows. Where no EM follows, marks are enough, and smaller.
estimate::Tally Mechanism::ask(std::span<const std::uint32_t> users, estimate::Tally::Keep keep,
                               figures::SimulationBits &bits) const {
  estimate::Tally tally(known, keep);
  std::visit(
      [&](const auto &emitted) {
        for (std::uint32_t x : users)
          if (const auto problem = tally.add(reportIn(checked(emitted.perturb(x, bits)))))
            throw std::runtime_error(problem->message);
      },
      client);
  return tally;
}

} // namespace local_survey
