// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/claim_writer.h - Calculators of claims ---*- C++ -*-===//
///
/// \file
/// For each claim a runtime::otp::ClaimedAnswer as a member of an emitted class Bounds, made from public
/// parameters: those of a mechanism, or those of a composition, whose arguments stand for the parameters of a
/// part.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CLAIM_WRITER_H
#define PLUMB_MECHANISMS_EMIT_CLAIM_WRITER_H

#include "checker/claims/claim_terms.h"
#include "frontend/ir/substitution.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/writer.h"

#include <string>
#include <vector>

namespace plumb::emit {

/// A part of a composition, of which claims are written.
struct ClaimingPart {
  const ir::Composition &composition;
  const ir::Part &part;
  /// From 1 on.
  std::size_t number;
};

class ClaimWriter {
public:
  /// All outlive this. \p epsilon is that of the guarantee: what any mechanism can do is asked of it.
  ClaimWriter(Terms &shared, const ir::Expression &epsilon) : terms(shared), guarantee(epsilon) {}

  /// Writes \p claims, which are those of \p mechanism: by itself, or as \p part if that is not null.
  void add(const ir::Mechanism &mechanism, const std::vector<claims::ClaimTerms> &claims,
           const ClaimingPart *part = nullptr);

  // What was written: member functions, and functions behind them.
  std::string accessors() const { return joined(all.accessors, "\n"); }
  std::string functions() const { return joined(all.functions, "\n"); }
  // In `create`, and of the constructor.
  std::string creations() const { return all.creations.text(); }
  const std::vector<std::string> &arguments() const { return all.arguments; }
  const std::vector<std::string> &parameters() const { return all.parameters; }
  const std::vector<std::string> &initializers() const { return all.initializers; }
  std::string members() const { return all.members.text(); }
  bool empty() const { return all.accessors.empty(); }

private:
  class OneClaim;
  struct Texts {
    std::vector<std::string> accessors, functions, arguments, parameters, initializers;
    Writer creations, members;
  };

  Terms &terms;
  const ir::Expression &guarantee;
  Texts all;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CLAIM_WRITER_H
