// SPDX-License-Identifier: Apache-2.0
//===- checker/report/table.h - Columns of text -----------------*- C++ -*-===//
///
/// \file
/// A table of three columns for a terminal.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_TABLE_H
#define PLUMB_CHECKER_REPORT_TABLE_H

#include <array>
#include <string>
#include <vector>

namespace plumb::report {

/// Three columns: what, on D, on D'. As wide as their longest text, in code points.
class Table {
public:
  void add(std::string what, std::string first, std::string second);
  /// Leaves the last column empty.
  void keepFirst();
  /// Each line behind \p indent blanks and with a line feed, without blanks at its end.
  std::string text(unsigned indent) const;

private:
  std::vector<std::array<std::string, 3>> rows;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_TABLE_H
