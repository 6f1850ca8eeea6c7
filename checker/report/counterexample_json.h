// SPDX-License-Identifier: Apache-2.0
//===- checker/report/counterexample_json.h - Counterexamples as JSON --*- C++ -*-===//
///
/// \file
/// A failing pair of runs, or a violation, as attributes of a JSON object (docs/schema/check.schema.json).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_JSON_H
#define PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_JSON_H

#include "checker/disproof/composed.h"
#include "checker/refutation/bad_pair.h"
#include "checker/refutation/bad_parameters.h"

#include <llvm/Support/JSON.h>

namespace plumb::report {

/// The attributes of one JSON object each; numbers are exact and therefore strings.
void writeCounterexample(llvm::json::OStream &json, const refutation::Counterexample &example);
/// Of the one run.
void writeBadRun(llvm::json::OStream &json, const refutation::Counterexample &example);
void writeBadPair(llvm::json::OStream &json, const refutation::BadPair &pair);
void writeBadParameters(llvm::json::OStream &json, const refutation::BadParameters &bad);
/// The question: parameters, data and word.
void writeEvent(llvm::json::OStream &json, const disproof::ToldQuestion &question);
/// The question with its loss.
void writeQuestion(llvm::json::OStream &json, const disproof::ToldQuestion &question);
void writeViolation(llvm::json::OStream &json, const disproof::Violation &violation);
void writeViolation(llvm::json::OStream &json, const disproof::ComposedViolation &violation);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_COUNTEREXAMPLE_JSON_H
