// SPDX-License-Identifier: Apache-2.0
//===- checker/report/table_verdict.h - What is said of a table -*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_TABLE_VERDICT_H
#define PLUMB_CHECKER_REPORT_TABLE_VERDICT_H

#include "checker/channel/finite_table.h"
#include "checker/channel/logarithm.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::report {

/// The smallest eps of a table in numbers, or why there is none.
struct TableVerdict {
  std::string path;
  /// "ldp", "uldp" or "osldp".
  std::string notion;
  std::vector<std::string> sensitive;
  /// The protected outputs; of uldp only.
  std::vector<std::string> guarded;
  /// With no eps. Otherwise the rest says with which.
  std::optional<channel::Violation> violation;
  channel::SmallestBound smallest;
  /// Of ln(smallest.bound).
  channel::Enclosure eps;
  /// Outputs of the uldp mechanism that the table is a mixing of (Proposition 14), of osldp and small tables.
  std::optional<std::size_t> decomposedOutputs;
};

/// The verdict, some lines; each ends with a newline.
std::string textReport(const TableVerdict &verdict);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_TABLE_VERDICT_H
