// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/print_certificate.h - Identities as text -*- C++ -*-===//
///
/// \file
/// The certificate of a channel as text: each inequality as an identity that a reader can multiply out by
/// hand or by machine.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_PRINT_CERTIFICATE_H
#define PLUMB_CHECKER_CHANNEL_PRINT_CERTIFICATE_H

#include "checker/channel/certificate.h"

#include <string>

namespace plumb::channel {

/// What the variables of an algebra stand for: "s", "exp(eps)", "exp(eps / 2)".
std::vector<std::string> variableNames(const Algebra &algebra);

/// "s * exp(eps) - 2 * exp(eps)^2 + 1", the highest powers first.
std::string print(const Polynomial &polynomial, const std::vector<std::string> &names);

/// "exp(eps) - 1 >= 0"
std::string print(const Fact &fact, const std::vector<std::string> &names);

/// The right side of the identity: sums of products of numbers, of variables less their lower bounds, and
/// of facts, each of the latter two in parentheses: "2 * (s - 1) * (exp(eps) * b - a) + (s - 1)^2". "0"
/// without summands.
std::string print(const Certificate &certificate, const std::vector<Fact> &facts,
                  const std::vector<std::string> &names);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_PRINT_CERTIFICATE_H
