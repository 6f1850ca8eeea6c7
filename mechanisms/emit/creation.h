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
#include "mechanisms/emit/writer.h"

#include <set>
#include <utility>

namespace plumb::emit {

/// The members of the struct `Parameters`, in the order of their declaration, without those that \p
/// isLeftOut.
std::string parameterMembers(
    Terms &terms,
    llvm::function_ref<bool(const ir::Variable &)> isLeftOut = [](const ir::Variable &) { return false; });

// Where a stream has no end (plan/open_end.h): the members of the struct `EndlessParameters`, and the members
// of `Parameters` that it stands for.
std::string endlessMembers(Terms &terms);
std::string endlessValues(Terms &terms);

/// The answers to a query of which there may be more than any memory holds, as a stream without an end takes
/// row by row.
bool isEndlessAnswer(const Terms &terms, const ir::Variable &variable);

/// Checks of the parameters of whatever is created, a mechanism or a composition.
class ParameterChecks {
public:
  /// \param later arrays that are no parameters of what is created, though they stand among them.
  explicit ParameterChecks(Terms &shared, std::set<const ir::Variable *> later = {})
      : unit(shared), notGiven(std::move(later)) {}

  /// Those of the premises and of the sizes of arrays.
  void inputs();
  /// "Rational price = ..."
  void price(const ir::Expression &epsilon);
  /// The same, made by the function \p function, which has `parameters` and may refuse.
  void priceOf(const std::string &function);
  /// What was written, with what it needs in front of it.
  std::string text() const;

protected:
  void premises(bool ofArrays);
  bool isAboutLogarithm(const ir::Expression &requirement) const;
  void premise(const ir::Expression &requirement);
  void sizes();
  void extent(const ir::Variable &array, const ir::Expression &extent);
  std::string product(const ir::Variable &array, std::size_t skipped = 0);
  void lengthCheck(const ir::Variable &array);
  /// "if (FAILS) return Error{...};": the message is the sum of \p parts, C++ each, the first of which is
  /// a std::string or followed by one. With \p usesIsDefined also if the flag was cleared.
  void refuse(const std::string &fails, const std::vector<std::string> &parts, bool usesIsDefined = false);

  Terms &unit;
  std::set<const ir::Variable *> notGiven;
  Writer lines;
  bool hasFlag = false;
};

class Creation : ParameterChecks {
public:
  explicit Creation(Unit &shared) : ParameterChecks(shared), created(shared) {}

  /// The whole body.
  std::string body();

private:
  void stepLimits();
  void budget();
  void logarithmic(const Sampler &sampler, const std::string &what);
  std::string executions(const plan::Definition &definition, SourceRange &unbounded);
  void samplers();

  Unit &created;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CREATION_H
