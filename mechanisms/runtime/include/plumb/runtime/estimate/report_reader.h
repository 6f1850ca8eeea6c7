// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Reports from CSV, one at a time, into a Tally: for collectors whose reports are more than fit into
/// memory.

#ifndef PLUMB_RUNTIME_ESTIMATE_REPORT_READER_H
#define PLUMB_RUNTIME_ESTIMATE_REPORT_READER_H

#include "plumb/runtime/estimate/tally.h"

#include <istream>
#include <vector>

namespace plumb::runtime::estimate {

/// Adds the reports of one or more streams to a tally, without ever holding a
/// stream or a line of it.
///
/// A line is a report, and after a comma there may be the number of users who
/// sent it. A report is the number of a symbol, from 0, or for channels of bits
/// exactly one 0 or 1 for each symbol, first symbol first, without commas:
///
///     symbol            report,count
///     3                 010010,7
///     0                 000000,2
///
/// The first line is a heading, and skipped, if it starts with a letter. Lines
/// end with LF or CR LF; there are no blanks, quotes or empty lines.
class ReportReader {
public:
  /// \param target receives the reports; must outlive the reader.
  explicit ReportReader(Tally &target);

  /// Reads \p stream to its end; returns the number of reports in it. The error
  /// value names line and column, both from 1, the latter in bytes; what stood
  /// before the mistake has been added.
  Expected<std::uint64_t> read(std::istream &stream);

private:
  Tally &tally;
  std::vector<std::uint64_t> bits; ///< scratch for one report
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_REPORT_READER_H
