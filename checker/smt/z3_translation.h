// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/z3_translation.h - Terms in Z3's memory ------*- C++ -*-===//
///
/// \file
/// Terms as Z3 expressions, one to one. With z3_engine.cpp the only code that sees Z3's headers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_Z3_TRANSLATION_H
#define PLUMB_CHECKER_SMT_Z3_TRANSLATION_H

#include "checker/smt/term.h"

#include <map>
#include <vector>
#include <z3++.h>

namespace plumb::smt {

/// Builds each Term of one TermStore at most once in \p context, which must outlive it.
///
/// Symbols are numbers there, by the order in which they are first met: a program whose names are changed is
/// the same to Z3, which orders by names.
///
/// Sorts were checked when the Term was made, so none of Z3's silent coercions can apply. Throws
/// z3::exception when Z3 does (out of memory), and std::length_error for a term of more than
/// maximalDepth levels: Z3 recurses over terms, and overruns a stack of 8 MiB at some 15,000.
class Z3Translation {
public:
  static constexpr unsigned maximalDepth = 4'000;

  explicit Z3Translation(z3::context &owner) : context(owner) {}

  z3::expr translate(Term term);

private:
  z3::expr build(Term term);
  unsigned depthOf(Term term) const;
  z3::func_decl declaration(const Symbol &symbol);
  z3::sort sortOf(Sort sort);

  z3::context &context;
  std::vector<z3::expr> built;  // by Term::id; the null expression where there is none yet
  std::vector<unsigned> depths; // by Term::id, of those built
  std::map<const Symbol *, z3::func_decl> declarations;
};

/// What all solvers of the context of \p solver have cost since it was made; modulo 2^32.
std::uint32_t resourceUnitsUsed(const z3::solver &solver);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_Z3_TRANSLATION_H
