// SPDX-License-Identifier: Apache-2.0
//===- checker/report/remark.h - What became of files -----------*- C++ -*-===//
///
/// \file
/// What is told below the report on a subject of which something was written: each file, and what there is
/// not and why.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_REMARK_H
#define PLUMB_CHECKER_REPORT_REMARK_H

#include <cstdint>
#include <llvm/Support/JSON.h>
#include <string>
#include <vector>

namespace plumb::report {

struct Remark {
  enum class Kind : std::uint8_t {
    Written,  ///< the path
    UpToDate, ///< the path: what is there is what would be written
    Left,     ///< the path: somebody has gone on with it
    Replaced, ///< what was there before
    NotMade,  ///< that there is none of what was asked for, and why
  };
  Kind kind;
  /// One line; where it is no sentence, without the name of the kind.
  std::string text;
};

/// "  written: out/m.h": a line for each.
std::string textOf(const std::vector<Remark> &remarks);

/// An attribute `emitted`, if there are any: their kinds and texts.
void writeRemarks(llvm::json::OStream &json, const std::vector<Remark> &remarks);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_REMARK_H
