// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/identity.h - Certificates for readers ----*- C++ -*-===//
///
/// \file
/// A polynomial obligation with its certificate, as evidence: printed only when somebody reads it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_IDENTITY_H
#define PLUMB_CHECKER_CHANNEL_IDENTITY_H

#include "checker/channel/certificate.h"
#include "checker/channel/obligations.h"
#include "checker/verdict/evidence.h"

#include <memory>

namespace plumb::channel {

/// What the variables of the polynomials of one channel stand for.
struct Variables {
  /// "s", "exp(eps / 2)".
  std::vector<std::string> names;
  std::vector<bool> isInteger;
};

class PolynomialIdentity final : public verdict::Identity {
public:
  /// \param certificate of \p obligation; nothing if it is open.
  PolynomialIdentity(Obligation obligation, std::optional<Certificate> certificate,
                     std::shared_ptr<const Variables> variables);
  std::string goal() const override;
  std::string sum() const override;
  bool isTrivial() const override { return asked.goal.polynomial.isZero(); }
  smt::Obligation question(smt::TermStore &store) const override;

private:
  Obligation asked;
  std::optional<Certificate> certificate;
  std::shared_ptr<const Variables> variables;
};

/// \p obligation as it was answered by \p engine, which is empty if it is open.
verdict::Evidence evidenceOf(Obligation obligation, std::string_view engine, Certificate certificate,
                             std::shared_ptr<const Variables> variables);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_IDENTITY_H
