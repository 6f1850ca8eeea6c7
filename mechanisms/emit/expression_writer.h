// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/expression_writer.h - Terms in C++ -------*- C++ -*-===//
///
/// \file
/// Translates expressions. Integers are computed in the narrowest type that holds
/// every value they can take: 64 bits, else 128 bits, else (in public terms only)
/// exact rationals. `and`, `or`, `implies` and `?:` evaluate from the left and only
/// what they need, in C++ as in the program.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_EXPRESSION_WRITER_H
#define PLUMB_MECHANISMS_EMIT_EXPRESSION_WRITER_H

#include "frontend/ir/aggregate.h"
#include "frontend/ir/record.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/emit/unit.h"

namespace plumb::emit {

/// Where the code stands.
enum class Stage : std::uint8_t {
  /// In the program. Definedness is proved; there are no reals.
  Run,
  /// The same, in code that fills in the parameters itself.
  Caller,
  /// In the constructor, while the premises are still being checked. Public terms only. Nothing is
  /// proved: a subscript out of range or a zero divisor clears `isDefined`.
  Checking,
  /// In the class that counts records, about one of them. Nothing is taken to be defined, as in Checking;
  /// parameters are those of a mechanism that exists.
  Record,
  /// In the constructor behind those checks. Divisors that the premises do not make positive are
  /// still checked.
  Checked,
};

/// The variables that \p expression reads.
void addReads(const ir::Expression &expression, std::vector<const ir::Variable *> &all);

class ExpressionWriter {
public:
  ExpressionWriter(Terms &shared, Stage where) : unit(shared), stage(where) {}

  Code write(const ir::Expression &expression);
  /// For a place of type \p type (see assigned).
  std::string write(const ir::Expression &expression, ValueType type) {
    return assigned(write(expression), type).text;
  }
  /// The opposite of a truth value, without a `!` in front of a comparison.
  Code negation(const ir::Expression &expression);
  /// The variable or element that a statement assigns.
  std::string place(const ir::Variable &variable, const std::vector<ir::ExpressionPtr> &indices);
  /// The number of elements of \p array as a std::size_t, without its first \p skipped dimensions; the
  /// constructor has checked its extents.
  std::string size(const ir::Variable &array, std::size_t skipped = 0);
  /// The same as an integer of whatever type.
  Code count(const ir::Variable &array, std::size_t skipped = 0);
  /// Type of \p variable in C++, of its elements for an array.
  ValueType typeOf(const ir::Variable &variable);
  /// The code written so far may clear `isDefined`.
  bool usesIsDefined() const { return needsFlag; }

private:
  Code number(const ir::Number &number);
  Code read(const ir::Read &read);
  Code unary(const ir::Unary &unary);
  Code absolute(const ir::Unary &unary);
  Code binary(const ir::Binary &binary);
  Code arithmetic(const ir::Binary &binary);
  Code euclidean(const ir::Binary &binary);
  Code divide(const ir::Binary &binary);
  Code comparison(const ir::Binary &binary, ir::BinaryOperator op);
  Code connective(const ir::Binary &binary);
  Code conditional(const ir::Conditional &conditional);
  Code extremum(const ir::Extremum &extremum);
  Code forall(const ir::Forall &forall);
  Code aggregate(const ir::Aggregate &aggregate);
  Code checkedElement(const ir::Expression &read, const std::string &array,
                      const std::vector<ir::ExpressionPtr> &extents,
                      const std::vector<ir::ExpressionPtr> &indices, ValueType type);
  Code fieldRead(const ir::FieldRead &read);
  Code noneTest(const ir::NoneTest &test);
  Code fieldComparison(const ir::FieldComparison &comparison);
  Code forallOfRecord(const ir::Forall &forall);
  std::string subscript(const ir::Variable &variable, const std::vector<ir::ExpressionPtr> &indices,
                        std::size_t skipped);
  Code divisor(const ir::Expression &expression);

  /// The type that holds every value of \p expression, of sort Int or Real.
  ValueType needed(const ir::Expression &expression);
  std::optional<plan::Range> range(const ir::Expression &expression);
  bool isInProgram() const { return stage == Stage::Run || stage == Stage::Caller; }
  Code refuse(std::string message, const ir::Expression &expression);
  void use(Facility facility) { unit.facilities.insert(facility); }

  Terms &unit;
  Stage stage;
  bool needsFlag = false;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_EXPRESSION_WRITER_H
