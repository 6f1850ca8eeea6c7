// SPDX-License-Identifier: Apache-2.0
//
// Expressions over one record, in the class that counts records. A record is tested before anybody has
// shown that it is one, so that nothing is taken to be defined, and no range to be short.
#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"

#include <algorithm>

namespace plumb::emit {

Code ExpressionWriter::fieldRead(const ir::FieldRead &read) {
  const std::string field = "record." + identifier(read.field.name);
  const ValueType type = read.sort() == ir::Sort::Bool   ? ValueType::Bool
                         : read.sort() == ir::Sort::Real ? ValueType::Rational
                                                         : ValueType::Word;
  if (read.indices.empty())
    return {field, Level::Postfix, type};
  return checkedElement(read, field, read.field.extents, read.indices, type);
}

Code ExpressionWriter::noneTest(const ir::NoneTest &test) {
  return {"!" + write(*test.operand).text + ".has_value()", Level::Prefix, ValueType::Bool};
}

Code ExpressionWriter::forallOfRecord(const ir::Forall &forall) {
  const ValueType type = typeOf(forall.variable);
  const Code low = write(*forall.low), high = write(*forall.high);
  if (std::max({type, low.type, high.type}) == ValueType::Rational)
    return refuse("the range of `" + ir::print(forall) + "` may need more than 128 bits", forall);
  const std::string index(name(type));
  needsFlag = true;
  return {"runtime::holdsForEach(runtime::IndexRange<" + index + ">(" + low.text + ", " + high.text +
              "), effort, [&]([[maybe_unused]] " + index + " " + unit.names.of(forall.variable) +
              ") { return " + write(*forall.body).text + "; })",
          Level::Postfix, ValueType::Bool};
}

} // namespace plumb::emit
