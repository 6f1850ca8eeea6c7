// SPDX-License-Identifier: Apache-2.0
//===- checker/report/channel_json.h - Channels for programs ----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REPORT_CHANNEL_JSON_H
#define PLUMB_CHECKER_REPORT_CHANNEL_JSON_H

#include "checker/channel/check.h"
#include "checker/report/table_verdict.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// One JSON object. \param path of the file that \p result is about.
void writeChannel(llvm::json::OStream &json, const channel::Result &result, const std::string &path);

/// The attributes that say which small tables were tried, and that none was.
void writeTried(llvm::json::OStream &json, const channel::Result &result);

/// The same for a table in numbers.
void writeTable(llvm::json::OStream &json, const TableVerdict &verdict);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHANNEL_JSON_H
