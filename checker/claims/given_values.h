// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/given_values.h - Parameters at numbers ----*- C++ -*-===//
///
/// \file
/// Values that a user gives for scalar parameters, and place by place for answers and public arrays; what
/// terms over these are worth, exactly.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H
#define PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H

#include "checker/interpreter/evaluate.h"
#include "frontend/ir/composition.h"
#include "frontend/ir/program.h"
#include "frontend/ir/statement.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumb::claims {

interpreter::Exact exactOf(const runtime::Rational &value);

/// Where something stands in a file.
struct Origin {
  std::size_t line = 0, column = 0;
};

/// What somebody writes for a value.
struct Given {
  /// Of a truth value 1 or 0.
  interpreter::Exact value;
  /// It is written `true` or `false`.
  bool isTruth = false;
};

/// "3", "1/2", "true"; nothing if \p word is no value.
std::optional<Given> givenBy(const std::string &word);

/// Values at one place after the other, and where they were written.
struct Column {
  Origin name;
  std::vector<Given> values;
  /// One for each value.
  std::vector<Origin> origins;
};

/// Parameters and answers by name, and nothing else of a run.
class GivenValues final : public interpreter::Scope {
public:
  /// False if \p name has a value.
  bool add(const std::string &name, const Given &value);
  bool has(const std::string &name) const { return values.count(name) != 0; }
  /// Is its value written as a truth value?
  bool isTruth(const std::string &name) const { return truths.count(name) != 0; }
  const std::map<std::string, interpreter::Exact> &all() const { return values; }

  /// Values at one place after the other, as many for each name. \pre Nothing has the name.
  void addColumn(const std::string &name, Column column);
  /// The file that they are from: what says where something stands in it begins with this.
  void setFile(const std::string &path) { file = path; }
  /// "answers.csv:3:4: "
  std::string at(const Origin &origin) const;
  const std::map<std::string, Column> &columns() const { return byPlace; }
  /// The number of places of which something is given.
  std::size_t placeCount() const { return byPlace.empty() ? 0 : byPlace.begin()->second.values.size(); }
  /// A name without a subscript, and whatever is bound, means \p place. \pre place < placeCount().
  GivenValues at(std::size_t place) const;
  /// With one value for each name that \p neighbourhood knows as no array, from its column. An error value
  /// where a column has several and \p isOneRun. \pre place < placeCount() or there are no columns.
  runtime::Expected<GivenValues> scalarsAt(const ir::Neighbourhood &neighbourhood, std::size_t place,
                                           bool isOneRun) const;
  /// With a value, and no column, for each scalar parameter of \p neighbourhood of which every line says the
  /// same.
  GivenValues withConstants(const ir::Neighbourhood &neighbourhood) const;
  /// What \p part of a composition with the head \p whole is given, where these are values of the
  /// composition. An argument that reads a column is one.
  GivenValues ofPart(const ir::Neighbourhood &whole, const ir::Part &part) const;

  /// Why nothing is known of what reads \p variable; \p subject is what does.
  runtime::Error unknownBecauseOf(const ir::Variable &variable, const std::string &subject) const;
  /// An error value, naming it, if a parameter in \p expression has no value, or if the expression has none;
  /// \p subject is what it is of.
  runtime::Expected<runtime::Rational> value(const ir::Expression &expression,
                                             const std::string &subject) const;
  /// "`c` cannot be 3/2; give integers": why \p variable cannot have \p value; nothing if it can.
  std::optional<std::string> misfit(const ir::Variable &variable, const Given &value) const;
  /// Why a scalar parameter of \p neighbourhood cannot have its value; nothing if each can, where it is from
  /// no column.
  std::optional<runtime::Error> misfit(const ir::Neighbourhood &neighbourhood) const;
  /// How many places \p transcript has; nothing if that depends on more than these values.
  std::optional<interpreter::Exact> places(const ir::Transcript &transcript) const;
  /// The index of its first one, where it has one loop; 0 else, and where that depends on more than these
  /// values.
  std::size_t firstPlace(const ir::Transcript &transcript) const;
  /// False if \p requirement can be seen not to hold.
  bool mayHold(const ir::Expression &requirement) const;
  /// "eps = 1/2, c = 2", as far as \p neighbourhood has such parameters.
  std::string text(const ir::Neighbourhood &neighbourhood) const;

  const interpreter::Exact *element(const ir::Variable &variable, bool isPrimed,
                                    llvm::ArrayRef<std::int64_t> indices) const override;
  const interpreter::Cell *cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const override {
    return nullptr;
  }
  const interpreter::Result &result() const override { return none; }

private:
  const interpreter::Exact *known(const ir::Variable &variable, llvm::ArrayRef<std::int64_t> indices) const;
  runtime::Expected<Column> columnOf(const ir::Neighbourhood &whole, const ir::Expression &argument,
                                     const std::string &subject) const;

  std::map<std::string, interpreter::Exact> values;
  /// Of these, those that are written as truth values.
  std::set<std::string> truths;
  std::map<std::string, Column> byPlace;
  std::string file;
  std::optional<interpreter::Exact> place;
  /// Of a part: its call, and why an argument has no value.
  std::string call;
  std::map<std::string, runtime::Error> unknown;
  /// What the last expression read first of all that is not known.
  mutable const ir::Variable *missing = nullptr;
  interpreter::Result none;
};

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_GIVEN_VALUES_H
