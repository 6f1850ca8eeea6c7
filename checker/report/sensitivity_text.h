// SPDX-License-Identifier: Apache-2.0
//===- checker/report/sensitivity_text.h - Bounds for a reader --*- C++ -*-===//
///
/// \file
/// Sensitivity as text: bounds, monotonicity, and the pairs of records that show them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SENSITIVITY_TEXT_H
#define PLUMB_CHECKER_REPORT_SENSITIVITY_TEXT_H

#include "checker/proof/sensitivity.h"

namespace plumb::report {

/// The sensitivity of the queries of one mechanism, or of one adjacency.
struct SensitivityReport {
  /// As on the command line.
  std::string path;
  const ir::Mechanism *mechanism;
  /// False: the mechanism only stands for its adjacency, and its name means nothing.
  bool isWritten;
  /// Nothing in the textbook form, where it is stated and not derived.
  std::optional<proof::Sensitivity> derived;
};

/// Several lines: bounds and properties, and below each the pair of records that attains or refutes it.
std::string sensitivityText(const SensitivityReport &report);

// Parts that other forms of the report share.

/// "f[i in 0 .. n]"
std::string queryText(const ir::Variable &query);
/// "f[0][1]"
std::string answerText(const proof::RecordWitness::Change &change);
/// The values of the parameters of which \p mechanism's records, adjacency or premises speak, by name:
/// "3", or "[0, 1]" for an array.
std::vector<std::pair<std::string, std::string>> parameterTexts(const ir::Mechanism &mechanism,
                                                                const proof::RecordWitness &witness);
/// The fields of one record: "true", "[1, none]". \param growth null, or what is added to \p isFirst's
/// fields.
std::vector<std::pair<std::string, std::string>> fieldTexts(const ir::Record &record,
                                                            const proof::RecordModel &model, bool isFirst,
                                                            const proof::RecordFamily::Growth *growth);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SENSITIVITY_TEXT_H
