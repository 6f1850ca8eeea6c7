// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/context.h - What one proof shares -----*- C++ -*-===//
///
/// \file
/// The tables that every part of one proof of one mechanism reads and fills: its terms, its symbols, its
/// products and its scales. They live as long as the proof and are used by one thread.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_CONTEXT_H
#define PLUMB_CHECKER_RELATIONAL_CONTEXT_H

#include "checker/relational/apart.h"

namespace plumb::smt {
class TermStore;
}

namespace plumb::relational {

class Symbols;
class Products;
class Scales;

/// Owns nothing: all of them outlive it.
struct Context {
  smt::TermStore &store;
  Symbols &symbols;
  Products &products;
  const Scales &scales;
  /// At these the runs go apart; null: at none.
  const ApartBranches *apart = nullptr;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_CONTEXT_H
