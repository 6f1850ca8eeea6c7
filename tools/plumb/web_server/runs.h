// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/runs.h - Both runs, step by step --*- C++ -*-===//
///
/// \file
/// The run on D beside the aligned run on D', as JSON: what each statement does in both, how noise is moved
/// and what that costs, and where the runs part. The exact interpreter makes both runs.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_RUNS_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_RUNS_H

#include "tools/plumb/language_server/document.h"
#include "tools/plumb/options.h"

#include <llvm/Support/JSON.h>

namespace plumb::tool::web_server {

/// Of the mechanism \p one of \p document, of which open places are filled if they can be. On the data and
/// with the noise that \p inputs has; without it, where the alignment fails, or else where much is seen.
/// Where there is nothing to show, the object says why: `problem`.
llvm::json::Object runsOf(const language_server::Document &document, const language_server::Examined &one,
                          const llvm::json::Object *inputs, const Options &options);

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_RUNS_H
