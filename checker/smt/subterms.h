// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/subterms.h - The nodes of a formula, once each -*- C++ -*-===//
///
/// \file
/// Terms are shared graphs and may be deep (one level per statement of a long
/// program), so nothing in this folder recurses over them: every pass is a loop
/// over this list.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_SUBTERMS_H
#define PLUMB_CHECKER_SMT_SUBTERMS_H

#include "checker/smt/term.h"

#include <vector>

namespace plumb::smt {

/// All subterms of \p roots, the roots included, each once, in order of creation. A term is created
/// after its arguments, so arguments come before whatever uses them.
std::vector<Term> subterms(const std::vector<Term> &roots);

/// The Apply-subterms of \p roots, each once, in order of creation.
std::vector<Term> applications(const std::vector<Term> &roots);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_SUBTERMS_H
