// SPDX-License-Identifier: Apache-2.0
//===- checker/report/assumption.h - What is taken on trust -----*- C++ -*-===//
///
/// \file
/// What a verdict rests on beside the proof. A reader who accepts these lines, the solver and Plumb may
/// accept the guarantee.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_ASSUMPTION_H
#define PLUMB_CHECKER_REPORT_ASSUMPTION_H

#include "frontend/ir/program.h"

#include <llvm/Support/JSON.h>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::report {

/// Something that a proof uses and that Plumb did not prove. Every verdict, certificate and emitted header
/// lists them all.
struct Assumption {
  enum class Kind : std::uint8_t {
    /// A stated difference set: about the data, nobody checks it.
    DifferenceSet,
    /// The range of a field, or a `requires forall v in data`: about every record of both data sets, nobody
    /// checks it.
    DataPremise,
    /// Which records a composition is run on: its emitted object draws them, and whoever calls the parts
    /// without it sees to it.
    Sample,
    /// A `requires`: about public parameters; emitted code checks it when it is constructed.
    Premise,
    /// Public parameters are chosen without looking at the sensitive data.
    PublicParameters,
  };
  Kind kind;
  /// One line: "0 <= f[i] - f'[i] <= 1 for every i".
  std::string text;
  SourceRange range;
};

/// With what it is about: "assumes of neighbouring data: 0 <= f[i] - f'[i] <= 1 for every i".
std::string assumptionText(const Assumption &assumption);

/// "premise about the data": the kind's name in files for programs.
std::string_view kindName(Assumption::Kind kind);

/// An object of its kind and its text.
void writeAssumption(llvm::json::OStream &json, const Assumption &assumption);

/// In the order: difference sets, ranges of fields, premises about the data, premises, public parameters.
std::vector<Assumption> assumptionsOf(const ir::Neighbourhood &neighbourhood);
/// Of the head and the sample; what parts pass on to later ones nobody chooses.
std::vector<Assumption> assumptionsOf(const ir::Composition &composition);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_ASSUMPTION_H
