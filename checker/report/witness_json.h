// SPDX-License-Identifier: Apache-2.0
//===- checker/report/witness_json.h - A violation to be checked -*- C++ -*-===//
///
/// \file
/// What a reader of JSON needs to check a violation alone: the word by its parts, and on either data set the
/// paths that publish it, as linear forms in the draws. docs/schema/check.schema.json says what each part
/// means.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_WITNESS_JSON_H
#define PLUMB_CHECKER_REPORT_WITNESS_JSON_H

#include "checker/disproof/violation.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// The attributes of an open object.
void writeWitness(llvm::json::OStream &json, const witness::Witness &witness,
                  const disproof::ByCells &byCells);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_WITNESS_JSON_H
