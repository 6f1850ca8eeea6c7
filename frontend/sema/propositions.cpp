// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/propositions.h"

#include "frontend/sema/access.h"
#include "frontend/sema/expressions.h"

#include <algorithm>

namespace plumb {

using namespace sema;
using Written = syntax::Expression;

namespace {

/// Opens the subscripts for which nothing stands.
class FreeIndices {
public:
  FreeIndices(Elaboration &shared, ir::Proposition &result) : elaboration(shared), proposition(result) {}

  void open(const Written &expression) {
    const Access access = accessOf(expression);
    if (expression.kind == Written::Kind::Index && access.base->kind == Written::Kind::Name)
      if (const ir::Field *field = proposition.record->field(access.base->text))
        openSubscripts(access, *field);
    const bool binds =
        expression.kind == Written::Kind::Forall || expression.kind == Written::Kind::ForallRecord;
    if (binds)
      bound.push_back(expression.text);
    for (const syntax::ExpressionPtr &operand : expression.operands)
      open(*operand);
    if (binds)
      bound.pop_back();
  }

private:
  void openSubscripts(const Access &access, const ir::Field &field) {
    for (std::size_t i = 0; i < access.indices.size(); ++i) {
      const Written &index = *access.indices[i];
      if (index.kind != Written::Kind::Name || index.primed || isReserved(index.text) ||
          proposition.record->field(index.text) != nullptr ||
          elaboration.scope.global(index.text) != nullptr ||
          std::find(bound.begin(), bound.end(), index.text) != bound.end())
        continue;
      // One too many is a mistake of the field's, not of its name.
      ir::Proposition::Index &opened = indexNamed(index);
      if (i < field.extents.size())
        opened.extents.push_back(field.extents[i].get());
    }
  }

  ir::Proposition::Index &indexNamed(const Written &index) {
    for (ir::Proposition::Index &known : proposition.indices)
      if (known.variable->name == index.text)
        return known;
    proposition.indices.push_back(
        {&elaboration.scope.open(ir::Variable::Role::Bound, index.text, index.range), {}});
    return proposition.indices.back();
  }

  Elaboration &elaboration;
  ir::Proposition &proposition;
  /// By a `forall` around the place that is looked at.
  std::vector<std::string> bound;
};

} // namespace

std::optional<ir::Proposition> analyzeProposition(const Written &written, const SourceFile &file,
                                                  const ir::Program &program, const ir::Record &record,
                                                  DiagnosticSink &sink) {
  ir::Neighbourhood scratch;
  Elaboration elaboration(file, sink, scratch);
  for (const std::unique_ptr<ir::Variable> &size : program.sizes)
    elaboration.scope.import(*size);
  ir::Proposition result;
  result.record = &record;
  result.subject = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"", &record, written.range});
  elaboration.records.push_back(result.subject.get());
  FreeIndices(elaboration, result).open(written);
  result.formula =
      ExpressionAnalysis(elaboration, Place::Attribute).value(ir::Sort::Bool, written, "a proposition");
  result.bound = std::move(scratch.variables);
  if (elaboration.failed || !result.formula)
    return std::nullopt;
  return result;
}

} // namespace plumb
