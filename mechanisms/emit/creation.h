// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/creation.h - Checks of public values -----*- C++ -*-===//
///
/// \file
/// The body of `Mechanism::create`: what has to hold of the parameters before a
/// mechanism exists. All arithmetic is exact; a violation is an error value that
/// quotes the premise.
///
/// The order is: premises over single parameters, sizes of arrays, premises over
/// elements, limits on the number of steps (plan/value_ranges.h), the price, samplers. So each
/// check may rely on those before it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CREATION_H
#define PLUMB_MECHANISMS_EMIT_CREATION_H

#include "mechanisms/emit/expression_writer.h"

namespace plumb::emit {

class Creation {
public:
  explicit Creation(Unit &shared) : unit(shared) {}

  /// The whole body, indented by two blanks.
  std::string body();

private:
  std::string premises(bool ofArrays);
  std::string premise(const ir::Expression &requirement);
  std::string sizes();
  std::string extent(const ir::Variable &array, const ir::Expression &extent);
  std::string product(const ir::Variable &array);
  std::string lengthCheck(const ir::Variable &array);
  std::string stepLimits();
  std::string executions(const plan::Definition &definition, SourceRange &unbounded);
  std::string price();
  std::string samplers();
  /// "if (FAILS) return Error{...};": the message is the sum of \p parts, C++ each, the first of which is
  /// a std::string or followed by one. With \p usesIsDefined also if the flag was cleared.
  std::string refusal(const std::string &fails, const std::vector<std::string> &parts,
                      bool usesIsDefined = false);

  Unit &unit;
  bool hasFlag = false;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CREATION_H
