// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/statement_writer.h"

#include "frontend/ir/program.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Statement::Kind;

std::string StatementWriter::body() {
  std::string text = declarations() + block(unit.mechanism.body);
  bool hasEnded = !unit.mechanism.body.empty() && llvm::isa<ir::Return>(*unit.mechanism.body.back());
  return hasEnded ? text : text + line("return output;");
}

std::string StatementWriter::sizing() {
  std::string text;
  for (const ir::Variable *variable : unit.stream->kept)
    if (variable->isArray())
      text += line("state." + unit.names.of(*variable) + ".resize(" + expressions.size(*variable) + ");");
  const ir::For &loop = *unit.stream->loop;
  return text + line(expressions.place(loop.index, {}) + " = " +
                     expressions.write(*loop.low, declaredType(loop.index)) + ";");
}

std::string StatementWriter::beginning() {
  std::string text;
  for (std::size_t i = 0; i < unit.stream->prefixLength; ++i)
    text += statement(*unit.mechanism.body[i]);
  return text;
}

std::string StatementWriter::iteration() {
  bool isOneCell = unit.publications.isOneCellEach();
  std::string text = isOneCell ? "" : line("Output output;");
  loops = {unit.stream->loop};
  text += openCells() + block(unit.stream->loop->body);
  loops.clear();
  return text + line("++" + expressions.place(unit.stream->loop->index, {}) + ";") +
         line("return " + (isOneCell ? unit.publications.cells.front().current : "output") + ";");
}

ValueType StatementWriter::declaredType(const ir::Variable &variable) {
  ValueType type = expressions.typeOf(variable);
  if (type == ValueType::Rational)
    unit.problems.add(
        variable.sort == ir::Sort::Real
            ? "`" + variable.name +
                  "` holds a real; emitted programs compute with integers, and with reals only "
                  "in scales and premises"
            : "`" + variable.name +
                  "` may need more than 128 bits, and an emitted mechanism must not wrap; bound "
                  "what is assigned to it",
        variable.range);
  return type;
}

static std::string zero(ValueType type) {
  return type == ValueType::Bool ? "false" : "0";
}

std::string StatementWriter::declarations() {
  std::string text = line("Output output;");
  for (const CellShape &shape : unit.publications.cells)
    if (shape.transcript->loops.empty())
      text += line(shape.type + " &" + shape.current + " = output." + shape.member + ";");
  for (const auto &variable : unit.mechanism.variables) {
    if (!unit.storage.isDeclaredFirst(*variable))
      continue;
    ValueType type = declaredType(*variable);
    std::string unused = unit.storage.isRead(*variable) ? "" : "[[maybe_unused]] ";
    std::string typeName(name(type)), word = unit.names.of(*variable);
    if (!variable->isArray()) {
      text += line(unused + typeName + " " + word + " = " + zero(type) + ";");
      continue;
    }
    text += line(unused + "std::vector<" + typeName + "> " + word + "(" + expressions.size(*variable) + ");");
  }
  return text;
}

std::string StatementWriter::block(const ir::Block &block) {
  std::string text;
  for (const auto &inner : block)
    text += statement(*inner);
  return text;
}

std::string StatementWriter::statement(const ir::Statement &statement) {
  switch (statement.kind()) {
  case Kind::Sample:
    return sample(cast<ir::Sample>(statement));
  case Kind::Assign:
    return assign(cast<ir::Assign>(statement));
  case Kind::If:
    return branch(cast<ir::If>(statement));
  case Kind::For:
    return loop(cast<ir::For>(statement));
  case Kind::Output:
    return publish(cast<ir::Output>(statement));
  case Kind::Return:
    return end(cast<ir::Return>(statement));
  }
  llvm_unreachable("all statements are handled");
}

/// "z", "v[at(i)]", or with a type in front if \p statement declares it.
std::string StatementWriter::declarator(const ir::Variable &variable, const ir::Statement &statement) {
  bool isState = unit.isStreamed && unit.stream->isState(variable);
  if (isState || !unit.storage.isDeclaredBy(variable, statement)) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    return expressions.place(variable, assign ? assign->indices : cast<ir::Sample>(statement).indices);
  }
  return std::string(unit.storage.isRead(variable) ? "" : "[[maybe_unused]] ") +
         (unit.storage.isConstant(variable) ? "const " : "") + std::string(name(declaredType(variable))) +
         " " + unit.names.of(variable);
}

std::string StatementWriter::sample(const ir::Sample &sample) {
  for (const Sampler &sampler : unit.samplers)
    if (std::find(sampler.samples.begin(), sampler.samples.end(), &sample) != sampler.samples.end())
      return line(declarator(sample.target, sample) + " = " + sampler.name + ".sample(bits);");
  assert(!unit.problems.empty() && "a sample without a sampler was reported");
  return {};
}

std::string StatementWriter::assign(const ir::Assign &assign) {
  ValueType type = declaredType(assign.target);
  if (type == ValueType::Rational)
    return {};
  return line(declarator(assign.target, assign) + " = " + expressions.write(*assign.value, type) + ";");
}

std::string StatementWriter::branch(const ir::If &branch) {
  std::string text = line("if (" + expressions.write(*branch.condition).text + ") {");
  ++depth;
  text += block(branch.thenBlock);
  --depth;
  if (!branch.elseBlock.empty()) {
    text += line("} else {");
    ++depth;
    text += block(branch.elseBlock);
    --depth;
  }
  return text + line("}");
}

/// Can the value of \p end change after the loop has begun?
static bool isFixed(const ir::Expression &end) {
  bool fixed = true;
  plan::forEachPart(end, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    fixed = fixed && (!read || read->variable.role == ir::Variable::Role::Parameter ||
                      read->variable.role == ir::Variable::Role::LoopIndex);
  });
  return fixed && (llvm::isa<ir::Read>(end) || llvm::isa<ir::Number>(end));
}

std::string StatementWriter::loop(const ir::For &loop) {
  ValueType type = declaredType(loop.index);
  std::string index = unit.names.of(loop.index), high = expressions.write(*loop.high).text;
  std::string start = std::string(name(type)) + " " + index + " = " + expressions.write(*loop.low, type);
  if (!isFixed(*loop.high)) {
    std::string last = unit.names.fresh(loop.index.name + "End");
    start += ", " + last + " = " + expressions.write(*loop.high, type);
    high = last;
  }
  std::string test = index + " < " + high;
  if (loop.guard)
    test += " && " + operand(expressions.write(*loop.guard), Level::Equality);
  std::string text = line("for (" + start + "; " + test + "; ++" + index + ") {");
  loops.push_back(&loop);
  ++depth;
  text += openCells() + block(loop.body);
  --depth;
  loops.pop_back();
  return text + line("}");
}

/// The iteration begins with an empty cell in each transcript of this loop nest.
std::string StatementWriter::openCells() {
  std::string text;
  for (const CellShape &shape : unit.publications.cells) {
    if (shape.transcript->loops != loops)
      continue;
    bool isReturned = unit.isStreamed && unit.publications.isOneCellEach();
    text += line(isReturned
                     ? shape.type + " " + shape.current + ";"
                     : shape.type + " &" + shape.current + " = output." + shape.member + ".emplace_back();");
    if (shape.isIndexedByPosition)
      continue;
    std::string indices;
    for (const ir::For *around : loops)
      indices += (indices.empty() ? "" : ", ") + expressions.place(around->index, {});
    text += line(shape.current + ".index = {" + indices + "};");
  }
  return text;
}

std::string StatementWriter::publish(const ir::Output &output) {
  const CellShape &shape = unit.publications.of(output.transcript);
  std::string text =
      line(shape.current + ".tag = " + shape.type + "::Tag::" + tagIdentifier(output.tag.name) + ";");
  for (std::size_t i = 0; i < output.values.size(); ++i)
    text += line(shape.current + "." + valueMember(i) + " = " +
                 expressions.write(*output.values[i], shape.values[i]) + ";");
  return text;
}

std::string StatementWriter::selection(const ir::TopK &selection) {
  unit.facilities.insert(Facility::At);
  if (selection.array.role == ir::Variable::Role::Query)
    unit.problems.add("`" + selection.array.name + "` is selected from without noise; copy it first",
                      selection.range());
  return std::string(unit.work == plan::Work::Constant ? "runtime::constantWorkTopK" : "runtime::topK") +
         "(at(" + expressions.write(*selection.count).text + "), " + unit.names.of(selection.array) + ")";
}

std::string StatementWriter::end(const ir::Return &end) {
  if (!end.value)
    return line("return output;");
  const auto *chosen = dyn_cast<ir::TopK>(end.value.get());
  std::string value =
      chosen ? selection(*chosen) : expressions.write(*end.value, unit.publications.result->type);
  return line("output.result = " + value + ";") + line("return output;");
}

} // namespace plumb::emit
