// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/structure.h - IR without a grammar -----------*- C++ -*-===//
///
/// \file
/// Every node, its sort and its parts, fully bracketed, in a text that nothing reads. Two programs with the
/// same structure are the same IR, wherever their words stand and whatever the printer makes of them.
///
/// A saved stream goes on only with a mechanism whose structure has the hash that it carries
/// (mechanisms/emit/stream_writer.h). So a change of what is written here, or of the order of an enumeration
/// of the IR, makes all saved streams useless; the emitted headers under tests/ show it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_STRUCTURE_H
#define PLUMB_FRONTEND_IR_STRUCTURE_H

#include "frontend/ir/program.h"

#include <string>

namespace plumb::ir {

std::string structure(const Block &block);
/// Its requirements, guarantee and stated differences.
std::string structureOfClauses(const Mechanism &mechanism);
/// With the records, policies and queries of the file that it speaks of.
std::string structure(const Mechanism &mechanism);
/// Declarations and mechanisms.
std::string structure(const Program &program);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_STRUCTURE_H
