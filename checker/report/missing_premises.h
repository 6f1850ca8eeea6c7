// SPDX-License-Identifier: Apache-2.0
//===- checker/report/missing_premises.h - What to require ------*- C++ -*-===//
///
/// \file
/// That scales are positive is mostly open because nobody has said that the parameters in them are, and then
/// that is what to require, and not that the scale is. Where counters are in a scale the same is missing for
/// the cost, at scales that nothing is drawn at. What is advised was tried: with it the condition is proved.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_MISSING_PREMISES_H
#define PLUMB_CHECKER_REPORT_MISSING_PREMISES_H

#include "checker/proof/proof.h"
#include "checker/synthesis/alternative.h"

#include <cstdint>
#include <map>
#include <string>

namespace plumb::report {

struct MissingPremises {
  /// "eps > 0, n >= 1" for each scale that is positive with it and not proved to be without it, by where it
  /// begins in the text.
  std::map<std::uint32_t, std::string> ofScales;
  /// "c >= 1": with it the whole is proved. Empty if that is not known.
  std::string ofCost;
};

/// Of parameters that scales are made of, as few as will do. The mechanism is changed meanwhile, and as it
/// was in the end.
///
/// \param written its proof.
/// \param isCostAsked whether the cost may be all that is missing.
MissingPremises findMissingPremises(ir::Mechanism &mechanism, const proof::Proof &written, bool isCostAsked,
                                    const proof::EngineMaker &makeEngine, const synthesis::IsText &isText);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_MISSING_PREMISES_H
