// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/counts.h - Reading the counts -------*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_COUNTS_H
#define PLUMB_EXAMPLES_CLICKSTREAM_COUNTS_H

#include <cstdint>
#include <istream>
#include <string>
#include <variant>
#include <vector>

namespace clickstream {

/// How often each item was clicked: by how many records.
struct Counts {
  /// In ascending order, each once.
  std::vector<std::int64_t> items;
  /// In the order of the items; not negative.
  std::vector<std::int64_t> values;
};

/// Where a file stops making sense. Both numbers start at 1; the column counts bytes.
struct Malformed {
  std::size_t line, column;
  std::string message;
};

/// Reads one of two formats, told apart by a comma in the first line that is not empty.
///
/// - Counts, `item,count` in each line; further columns and a first line of words are skipped.
/// - Transactions (the FIMI repository's format): one record per line, the items in it as numbers
///   between blanks. An item counts once per record however often it stands there, since one record
///   may change a count by 1 only.
std::variant<Counts, Malformed> readCounts(std::istream &stream);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_COUNTS_H
