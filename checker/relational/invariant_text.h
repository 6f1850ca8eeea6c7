// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/invariant_text.h - Invariants as text -*- C++ -*-===//
///
/// \file
/// Found invariants in the language, so that somebody who looks for none can read and prove them again.
/// Beside the language they use `entry(x)`, the value where the loop was entered, `below(i)`, how many
/// members of result.indices are smaller than i, `changed(f, d)`, a subscript of the one answer of f that
/// differs, `draw(e)`, in which noise is what it will be where it is not drawn yet, `r.age` and `r'.age` of
/// the record that differs, and `r.add`: it is D that has one more. The first best index is an `argmax`, as
/// is an index at which a `forall` fails.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_INVARIANT_TEXT_H
#define PLUMB_CHECKER_RELATIONAL_INVARIANT_TEXT_H

#include "checker/relational/two_run.h"

#include <string>
#include <vector>

namespace plumb::relational {

struct InvariantTexts {
  std::vector<std::vector<std::string>> ofLoops;
  /// None was left out.
  bool areAll = true;
};

/// For each loop in program order, what \p invariants say beside those that are written. What has no text (it
/// counts the indices that cells name) is left out: who reads the text then knows less.
InvariantTexts invariantTexts(Context context, const LoopInvariants &invariants);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_INVARIANT_TEXT_H
