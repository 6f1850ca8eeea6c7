// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"

#include <algorithm>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using Role = ir::Variable::Role;

ValueType ExpressionWriter::typeOf(const ir::Variable &variable) {
  return unit.typeOf(variable, stage == Stage::Checking ? unit.rawRanges : unit.ranges);
}

Code ExpressionWriter::read(const ir::Read &read) {
  const ir::Variable &variable = read.variable;
  ValueType type = typeOf(variable);
  switch (variable.role) {
  case Role::Parameter:
    if (unit.logarithms.count(&variable) != 0) {
      if (!unit.isRoundedUp)
        return refuse("`" + variable.name +
                          "` is a logarithm of powers of e where a composition passes it, and emitted code "
                          "knows one as the scale of noise and as a price only",
                      read);
      return {place(variable, read.indices) + ".above()", Level::Postfix, ValueType::Rational};
    }
    if (variable.isArray() && !isInProgram())
      return checkedElement(read, place(variable, {}), variable.extents, read.indices, type);
    return {place(variable, read.indices), Level::Postfix, type};
  case Role::Query:
    if (type == ValueType::Word)
      return {place(variable, read.indices), Level::Postfix, type};
    use(Facility::ClampedTo);
    return {"clampedTo<" + std::to_string(unit.ranges.answerBits(variable).value_or(0)) + ">(" +
                place(variable, read.indices) + ")",
            Level::Postfix, type};
  case Role::Bound:
    return {unit.names.of(variable), Level::Postfix, type};
  case Role::Local:
  case Role::Sample:
  case Role::LoopIndex:
    // A variable that no type holds is reported where it is declared.
    return {place(variable, read.indices), Level::Postfix, type};
  }
  llvm_unreachable("all roles are handled");
}

std::string ExpressionWriter::place(const ir::Variable &variable,
                                    const std::vector<ir::ExpressionPtr> &indices) {
  bool isState = unit.isStreamed && unit.stream->isState(variable);
  std::string prefix = isState ? "state." : "";
  if (variable.role == Role::Parameter)
    prefix = stage == Stage::Run || stage == Stage::Record ? "parameters->" : "parameters.";
  // Of an array of answers a step of a stream has its own row.
  std::size_t skipped = unit.isStreamed && variable.role == Role::Query ? 1 : 0;
  bool isElement = indices.size() > skipped && !unit.storage.isOneElement(variable);
  return prefix + unit.names.of(variable) +
         (isElement ? "[" + subscript(variable, indices, skipped) + "]" : std::string());
}

/// Row-major. The array exists, so the place of an element is less than 2^63, and so is every part of
/// the sum.
std::string ExpressionWriter::subscript(const ir::Variable &variable,
                                        const std::vector<ir::ExpressionPtr> &indices, std::size_t skipped) {
  use(Facility::At);
  Code sum = write(*indices[skipped]);
  for (std::size_t i = skipped + 1; i < indices.size(); ++i) {
    Code extent = write(*variable.extents[i]), next = write(*indices[i]);
    sum = widened(std::move(sum), ValueType::Word);
    std::string product = operand(sum, Level::Product) + " * " + operand(extent, Level::Prefix);
    sum = {product + " + " + operand(next, Level::Product), Level::Sum,
           std::max({sum.type, extent.type, next.type})};
  }
  return "at(" + sum.text + ")";
}

Code ExpressionWriter::count(const ir::Variable &array, std::size_t skipped) {
  Code product = write(*array.extents[skipped]);
  for (std::size_t i = skipped + 1; i < array.extents.size(); ++i) {
    Code extent = write(*array.extents[i]);
    product = widened(std::move(product), ValueType::Word);
    product = {operand(product, Level::Product) + " * " + operand(extent, Level::Prefix), Level::Product,
               std::max(product.type, extent.type)};
  }
  return product;
}

std::string ExpressionWriter::size(const ir::Variable &array, std::size_t skipped) {
  use(Facility::At);
  return "at(" + count(array, skipped).text + ")";
}

Code ExpressionWriter::checkedElement(const ir::Expression &read, const std::string &array,
                                      const std::vector<ir::ExpressionPtr> &extents,
                                      const std::vector<ir::ExpressionPtr> &indices, ValueType type) {
  needsFlag = true;
  use(Facility::Element);
  std::string subscripts;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    Code index = write(*indices[i]), extent = write(*extents[i]);
    if (std::max(index.type, extent.type) == ValueType::Rational)
      return refuse("`" + ir::print(read) + "` has a subscript that may need more than 128 bits", read);
    subscripts += (i == 0 ? "{" : ", {") + index.text + ", " + extent.text + "}";
  }
  return {"element(" + array + ", {" + subscripts + "}, isDefined)", Level::Postfix, type};
}

} // namespace plumb::emit
