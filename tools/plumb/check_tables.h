// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/check_tables.h - Channels as CSV -------------*- C++ -*-===//
///
/// \file
/// `plumb check` of local mechanisms that are tables of numbers in CSV files: which budget each one meets.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CHECK_TABLES_H
#define PLUMB_TOOLS_PLUMB_CHECK_TABLES_H

#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>

namespace plumb::tool {

/// The smallest eps with which each table of the command line has the notion that was asked for.
ExitCode checkTables(const Options &options, std::ostream &out, std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CHECK_TABLES_H
