// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/cvc5_engine.h - The other solver, and both ---*- C++ -*-===//
///
/// \file
/// cvc5 behind the interface of an Engine, and two engines of which both have to say the same. cvc5 is a
/// program of its own and no library: whoever never asks for it needs none and starts as fast as before, what
/// crashes there does not crash here, and Debian's library brings CLN with it, which is under the GPL.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_CVC5_ENGINE_H
#define PLUMB_CHECKER_SMT_CVC5_ENGINE_H

#include "checker/smt/solver.h"

#include <memory>
#include <string>

namespace plumb::smt {

/// The program `cvc5` in PATH; it is started with the first question, in some 20 ms. A unit of its resources
/// is about as much as one of Z3's.
std::unique_ptr<Engine> makeCvc5Engine(const Budget &budget);

/// What is wrong with that program: it does not start, ends, talks nonsense or does not answer within some
/// seconds. Empty if it gives an answer, be it a wrong one. Starts it.
std::string cvc5Fault();

/// Asks both. What both say is the answer, with the model of \p first; what only one says is Unknown; if one
/// has a model and the other says that there is none, check() throws a Disagreement (checker/smt/afresh.h).
std::unique_ptr<Engine> makeAgreeingEngine(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_CVC5_ENGINE_H
