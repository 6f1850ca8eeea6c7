// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/statement_writer.h"

#include "frontend/ir/program.h"
#include "mechanisms/plan/program_walk.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Statement::Kind;

std::string StatementWriter::body() {
  block(unit.mechanism.body);
  if (unit.mechanism.body.empty() || !llvm::isa<ir::Return>(*unit.mechanism.body.back()))
    lines.line("return output;");
  return taken();
}

std::string StatementWriter::sizing() {
  for (const ir::Variable *variable : unit.stream->kept)
    if (variable->isArray())
      lines.line("state." + unit.names.of(*variable) + ".resize(" + expressions.size(*variable) + ");");
  const ir::For &loop = *unit.stream->loop;
  lines.line(expressions.place(loop.index, {}) + " = " +
             expressions.write(*loop.low, declaredType(loop.index)) + ";");
  return taken();
}

std::string StatementWriter::beginning() {
  for (const ir::Statement *inFront : unit.stream->prefix)
    statement(*inFront);
  return taken();
}

std::string StatementWriter::iteration() {
  const bool isOneCell = unit.publications.isOneCellEach();
  if (!isOneCell)
    lines.line("Output output;");
  loops = {unit.stream->loop};
  openCells();
  block(unit.stream->loop->body);
  loops.clear();
  lines.line("++" + expressions.place(unit.stream->loop->index, {}) + ";");
  lines.line("return " + (isOneCell ? unit.publications.cells.front().current : "output") + ";");
  return taken();
}

/// What is read where \p variable is assigned.
std::vector<const ir::Variable *> StatementWriter::assignedFrom(const ir::Variable &variable) const {
  std::vector<const ir::Variable *> read;
  plan::forEachStatement(unit.mechanism, [&](const ir::Statement &statement, const plan::Nest &) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (assign && &assign->target == &variable)
      addReads(*assign->value, read);
  });
  return read;
}

ValueType StatementWriter::declaredType(const ir::Variable &variable) {
  ValueType type = expressions.typeOf(variable);
  if (type != ValueType::Rational)
    return type;
  if (variable.sort == ir::Sort::Real)
    unit.problems.add("`" + variable.name +
                          "` holds a real; emitted programs compute with integers, and with reals only "
                          "in scales and premises",
                      variable.range);
  else
    unit.problems.addUnbounded(
        "`" + variable.name +
            "` may need more than 128 bits, and an emitted mechanism must not wrap; bound "
            "what is assigned to it",
        variable.range, &variable, assignedFrom(variable));
  return type;
}

std::string StatementWriter::declarations() {
  lines.line("Output output;");
  for (const CellShape &shape : unit.publications.cells)
    if (shape.transcript->loops.empty())
      lines.line(shape.type + " &" + shape.current + " = output." + shape.member + ";");
  for (const auto &variable : unit.mechanism.variables) {
    if (!unit.storage.isDeclaredFirst(*variable))
      continue;
    const ValueType type = declaredType(*variable);
    const std::string unused = unit.storage.isRead(*variable) ? "" : "[[maybe_unused]] ";
    const std::string typeName(name(type)), word = unit.names.of(*variable);
    if (!variable->isArray()) {
      lines.line(unused + typeName + " " + word + " = " + zero(type) + ";");
      continue;
    }
    unit.includes.add("<vector>");
    lines.line(unused + "std::vector<" + typeName + "> " + word + "(" + expressions.size(*variable) + ");");
  }
  return taken();
}

void StatementWriter::block(const ir::Block &block) {
  for (const ir::Statement *inner : unit.released.statementsOf(block))
    statement(*inner);
}

void StatementWriter::statement(const ir::Statement &statement) {
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

void StatementWriter::sample(const ir::Sample &sample) {
  for (const Sampler &sampler : unit.samplers)
    if (std::find(sampler.samples.begin(), sampler.samples.end(), &sample) != sampler.samples.end()) {
      lines.line(declarator(sample.target, sample) + " = " + sampler.name + "->sample(bits);");
      return;
    }
  assert(!unit.problems.empty() && "a sample without a sampler was reported");
}

void StatementWriter::assign(const ir::Assign &assign) {
  const ValueType type = declaredType(assign.target);
  // It was reported.
  if (type == ValueType::Rational)
    return;
  lines.line(declarator(assign.target, assign) + " = " + expressions.write(*assign.value, type) + ";");
}

void StatementWriter::branch(const ir::If &branch) {
  lines.open("if (" + expressions.write(*branch.condition).text + ")");
  block(branch.thenBlock);
  if (!unit.released.statementsOf(branch.elseBlock).empty()) {
    lines.reopen("else");
    block(branch.elseBlock);
  }
  lines.close();
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

void StatementWriter::loop(const ir::For &loop) {
  const ValueType type = declaredType(loop.index);
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
  lines.open("for (" + start + "; " + test + "; ++" + index + ")");
  loops.push_back(&loop);
  openCells();
  block(loop.body);
  loops.pop_back();
  lines.close();
}

/// The iteration begins with an empty cell in each transcript of this loop nest.
void StatementWriter::openCells() {
  for (const CellShape &shape : unit.publications.cells) {
    if (shape.transcript->loops != loops)
      continue;
    const bool isReturned = unit.isStreamed && unit.publications.isOneCellEach();
    lines.line(isReturned
                   ? shape.type + " " + shape.current + ";"
                   : shape.type + " &" + shape.current + " = output." + shape.member + ".emplace_back();");
    if (shape.isIndexedByPosition)
      continue;
    std::vector<std::string> indices;
    for (const ir::For *around : loops)
      indices.push_back(expressions.place(around->index, {}));
    lines.line(shape.current + ".index = {" + joined(indices) + "};");
  }
}

void StatementWriter::publish(const ir::Output &output) {
  const CellShape &shape = unit.publications.of(output.transcript);
  lines.line(shape.current + ".tag = " + shape.type + "::Tag::" + tagIdentifier(output.tag.name) + ";");
  for (std::size_t i = 0; i < output.values.size(); ++i)
    lines.line(shape.current + "." + valueMember(i) + " = " +
               expressions.write(*output.values[i], shape.values[i]) + ";");
}

std::string StatementWriter::selection(const ir::TopK &selection) {
  unit.facilities.insert(Facility::At);
  if (selection.array.role == ir::Variable::Role::Query)
    unit.problems.add("`" + selection.array.name + "` is selected from without noise; copy it first",
                      selection.range());
  const bool isConstant = unit.work == plan::Work::Constant;
  if (isConstant)
    unit.includes.add("\"plumb/runtime/constant_work_top_k.h\"");
  return std::string(isConstant ? "runtime::constantWorkTopK" : "runtime::topK") + "(at(" +
         expressions.write(*selection.count).text + "), " + unit.names.of(selection.array) + ")";
}

void StatementWriter::end(const ir::Return &end) {
  if (end.value) {
    const auto *chosen = dyn_cast<ir::TopK>(end.value.get());
    lines.line("output.result = " +
               (chosen ? selection(*chosen) : expressions.write(*end.value, unit.publications.result->type)) +
               ";");
  }
  lines.line("return output;");
}

} // namespace plumb::emit
