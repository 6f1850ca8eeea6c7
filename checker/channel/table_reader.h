// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/table_reader.h - Tables from CSV ---------*- C++ -*-===//
///
/// \file
/// A channel as a table of numbers, from CSV. Errors are one line that says line and column.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_TABLE_READER_H
#define PLUMB_CHECKER_CHANNEL_TABLE_READER_H

#include "checker/channel/finite_table.h"

#include <string_view>
#include <variant>

namespace plumb::channel {

/// The table that \p text writes down: a first line with the outputs behind a first field that means nothing,
/// and below a line for each input with its entries, "1/3" or "0.25", all exact. Two inputs at least. Spaces
/// around fields and empty lines do not count; quotation marks are not read.
///
/// \returns otherwise why it is none: "line 3, column 5: `x` where a number like 1/3 or 0.25 is expected".
std::variant<FiniteTable, std::string> readTable(std::string_view text);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_TABLE_READER_H
