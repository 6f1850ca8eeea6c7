// SPDX-License-Identifier: Apache-2.0
//===- checker/report/examination.h - What small inputs say -----*- C++ -*-===//
///
/// \file
/// Behind the proof: a proof is held against the exact interpreter, and of an open one it is asked what is
/// wrong. A violation of the guarantee comes first, then an input that has no meaning, then a run that breaks
/// a claim, then another alignment that is a proof. What is none of these is open.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXAMINATION_H
#define PLUMB_CHECKER_REPORT_EXAMINATION_H

#include "checker/report/result.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::report {

/// \p whenProved is given the mechanism as it is proved.
using FindAlternative =
    llvm::function_ref<std::optional<synthesis::Alternative>(const proof::Proof &own, WhenProved whenProved)>;
using FindBoundary = llvm::function_ref<std::optional<Boundary>(const Result &result, WhenProved whenProved)>;

/// \p result with its verdict and what goes with it.
///
/// \param another looks for another alignment; asked at most once.
/// \param boundary looks for where a mechanism that is not private, as the result says, is private all the
/// same; asked at most once.
/// \throws std::logic_error if a proof and the interpreter disagree, which is a bug in Plumb.
Result examined(Result result, FindAlternative another, FindBoundary boundary);

/// The result of a mechanism that leaves places open and is ill-formed whatever will stand there: with the
/// input that shows it, and without a search for what is left open. Nothing if that is not known,
/// or if a violation is known, which comes first; then \p missing is given what would have been told of that
/// input.
std::optional<Result> illFormed(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                std::vector<Diagnostic> &missing);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXAMINATION_H
