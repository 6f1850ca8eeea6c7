// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/seeded_engine.h - Z3 with another seed -------*- C++ -*-===//
///
/// \file
/// For those who ask whether an answer rests on the choices that Z3 makes at random.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_SEEDED_ENGINE_H
#define PLUMB_CHECKER_SMT_SEEDED_ENGINE_H

#include "checker/smt/solver.h"

namespace plumb::smt {

/// makeZ3Engine(budget) has seed 0.
std::unique_ptr<Engine> makeZ3Engine(const Budget &budget, std::uint32_t seed);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_SEEDED_ENGINE_H
