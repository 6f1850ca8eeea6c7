// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/replay_program.h"

#include "frontend/ir/announcement.h"
#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "mechanisms/emit/code.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <set>

namespace plumb::emit {

using llvm::cast;
using llvm::dyn_cast;
using Kind = ir::Statement::Kind;
using Role = ir::Variable::Role;

static bool isState(const ir::Variable &variable) {
  return variable.role == Role::Local || variable.role == Role::Sample || variable.role == Role::LoopIndex;
}

/// What alignments read of the first run as it was before the draw, in the order of declaration.
static std::vector<const ir::Variable *> variablesBefore(const ReplayUnit &unit) {
  std::set<const ir::Variable *> read;
  for (const ReplaySample &sample : unit.samples)
    plan::forEachPart(*sample.sample->aligned, [&](const ir::Expression &part) {
      const auto *use = dyn_cast<ir::Read>(&part);
      bool isOld = use && !use->primed && isState(use->variable);
      bool isDraw = use && use->variable.role == Role::Sample &&
                    (use->variable.isArray() || &use->variable == &sample.sample->target);
      if (isOld && !isDraw)
        read.insert(&use->variable);
    });
  std::vector<const ir::Variable *> ordered;
  for (const auto &variable : unit.mechanism().variables)
    if (read.count(variable.get()) != 0)
      ordered.push_back(variable.get());
  return ordered;
}

std::string replayState(ReplayUnit &unit) {
  ReplayTerms terms(unit);
  std::string members, sizes;
  for (const auto &variable : unit.mechanism().variables) {
    if (!isState(*variable))
      continue;
    const std::string &name = unit.names.of(*variable);
    members += "    " + replayType(*variable) + " " + name + (variable->isArray() ? ";\n" : "{};\n");
    if (variable->isArray())
      sizes += (sizes.empty() ? " : " : ", ") + name + "(Indices" + terms.list(variable->extents) + ")";
  }
  std::string before;
  for (const ir::Variable *variable : variablesBefore(unit))
    before += "    " + replayType(*variable) + " " + unit.names.of(*variable) + ";\n";
  return "  /// The variables of a run, zeros at first.\n  struct State {\n"
         "    explicit State([[maybe_unused]] const Public &p)" +
         sizes + " {}\n" + members +
         "  };\n\n  /// What alignments read of the run on D as it was just before a draw.\n  struct Before "
         "{\n" +
         before + "  };\n\n";
}

namespace {

class Reference {
public:
  explicit Reference(ReplayUnit &shared)
      : unit(shared), terms(ReplayTerms::ofProgram(shared)), proofTerms(ReplayTerms::ofProofOnly(shared)) {}

  std::string text();

private:
  std::string block(const ir::Block &block);
  std::string statement(const ir::Statement &statement);
  /// One that is not released, and so no place that a compiled run comes to.
  std::string proofOnly(const ir::Statement &statement);
  std::string indented(const ir::Block &inner);
  std::string sample(const ir::Sample &sample);
  std::string decision(const std::string &kind, const ir::Expression &condition);
  std::string branch(const ir::If &branch);
  std::string loop(const ir::For &loop);
  std::string loopHead(const ir::For &loop, ReplayTerms &ends,
                       llvm::function_ref<std::string(const ir::Expression &)> decide);
  std::string openCells();
  std::string publish(const ir::Output &output);
  std::string announce(const ir::Output &output);
  std::string end(const ir::Return &end);
  /// "{s.i_, s.j_}": of the loops around.
  std::string iteration() const;
  std::string line(const std::string &text) const { return std::string(2 * depth, ' ') + text + "\n"; }

  ReplayUnit &unit;
  ReplayTerms terms, proofTerms;
  unsigned depth = 2;
  unsigned loopCount = 0;
  plan::Nest loops;
};

} // namespace

std::string Reference::text() {
  return "  template <class Host>\n"
         "  static void reference([[maybe_unused]] const Public &p, [[maybe_unused]] const Answers &a, State "
         "&s,\n"
         "                        [[maybe_unused]] Published &published, [[maybe_unused]] Host &run) {\n" +
         openCells() + block(unit.mechanism().body) + "  }\n\n";
}

std::string Reference::block(const ir::Block &block) {
  std::string text;
  for (const auto &inner : block)
    text += statement(*inner);
  return text;
}

std::string Reference::indented(const ir::Block &inner) {
  ++depth;
  std::string text = block(inner);
  --depth;
  return text;
}

std::string Reference::proofOnly(const ir::Statement &statement) {
  if (const auto *output = dyn_cast<ir::Output>(&statement))
    return announce(*output);
  if (const auto *branch = dyn_cast<ir::If>(&statement))
    return line("if (" + proofTerms.write(*branch->condition) + ") {") + indented(branch->thenBlock) +
           line("} else {") + indented(branch->elseBlock) + line("}");
  if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    return line(proofTerms.place(assign->target, assign->indices) + " = " + proofTerms.write(*assign->value) +
                ";");
  const auto &loop = cast<ir::For>(statement);
  const std::string head =
      loopHead(loop, proofTerms, [&](const ir::Expression &guard) { return proofTerms.write(guard); });
  loops.push_back(&loop);
  ++depth;
  std::string text = openCells() + block(loop.body);
  --depth;
  loops.pop_back();
  return head + text + line("}");
}

std::string Reference::statement(const ir::Statement &statement) {
  if (!unit.released->runs(statement))
    return proofOnly(statement);
  switch (statement.kind()) {
  case Kind::Sample:
    return sample(cast<ir::Sample>(statement));
  case Kind::Assign: {
    const auto &assign = cast<ir::Assign>(statement);
    const std::string place = terms.place(assign.target, assign.indices);
    return line(place + " = " + terms.write(*assign.value) + ";");
  }
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

std::string Reference::iteration() const {
  std::string text;
  for (const ir::For *around : loops)
    text += (text.empty() ? "s." : ", s.") + unit.names.of(around->index);
  return "{" + text + "}";
}

std::string Reference::sample(const ir::Sample &sample) {
  std::string number = std::to_string(unit.sampleOf(sample.target));
  return line(terms.place(sample.target, sample.indices) + " = run.draw(" + number + ", " + iteration() +
              ", s);");
}

/// "run.decide(3, ...)"
std::string Reference::decision(const std::string &kind, const ir::Expression &condition) {
  const std::string number = unit.point(kind, print(condition));
  return "run.decide(" + number + ", " + terms.write(condition) + ")";
}

std::string Reference::branch(const ir::If &branch) {
  std::string text = line("if (" + decision("Branch", *branch.condition) + ") {");
  text += indented(branch.thenBlock) + line("} else {");
  return text + indented(branch.elseBlock) + line("}");
}

/// "for (s.i_ = begin1; s.i_ < end1; s.i_ = s.i_ + 1) {"
///
/// \param decide writes the guard.
std::string Reference::loopHead(const ir::For &loop, ReplayTerms &ends,
                                llvm::function_ref<std::string(const ir::Expression &)> decide) {
  const std::string index = "s." + unit.names.of(loop.index), number = std::to_string(++loopCount);
  // Both ends are evaluated before the index changes.
  std::string text = line("const Int begin" + number + " = " + ends.write(*loop.low) + ";");
  text += line("const Int end" + number + " = " + ends.write(*loop.high) + ";");
  const std::string guard = loop.guard ? " && " + decide(*loop.guard) : "";
  return text + line("for (" + index + " = begin" + number + "; " + index + " < end" + number + guard + "; " +
                     index + " = " + index + " + 1) {");
}

std::string Reference::loop(const ir::For &loop) {
  const std::string index = "s." + unit.names.of(loop.index), number = std::to_string(loopCount + 1),
                    point = unit.point("Loop", "for " + loop.index.name + " in " + ir::printBound(*loop.low) +
                                                   " .. " + ir::printBound(*loop.high));
  std::string text =
      loopHead(loop, terms, [&](const ir::Expression &guard) { return decision("Guard", guard); });
  loops.push_back(&loop);
  ++depth;
  text += line("run.iterate(" + point + ", " + index + " - begin" + number + ");");
  text += openCells() + block(loop.body);
  --depth;
  loops.pop_back();
  return text + line("}");
}

/// An iteration that runs has a cell, empty at first, in each transcript of its loops.
std::string Reference::openCells() {
  std::string text;
  for (const auto &transcript : unit.mechanism().transcripts)
    if (transcript->loops == loops)
      text += line("published.cells[" + std::to_string(unit.transcript(*transcript)) + "].push_back({" +
                   iteration() + ", 0, std::vector<Int>(" + std::to_string(unit.valueCount(*transcript)) +
                   ")});");
  return text;
}

static std::string valueList(const ir::Output &output, ReplayTerms &terms) {
  std::string values;
  for (const auto &value : output.values)
    values += (values.empty() ? "Int(" : ", Int(") + terms.write(*value) + ")";
  return values;
}

/// "published.cells[0].back()"
static std::string cellOf(const ReplayUnit &unit, const ir::Output &output) {
  return "published.cells[" + std::to_string(unit.transcript(output.transcript)) + "].back()";
}

std::string Reference::announce(const ir::Output &output) {
  const std::string cell = cellOf(unit, output);
  return line(cell + ".tag = " + std::to_string(unit.tag(output.tag)) + ";") +
         line(cell + ".values = {" + valueList(output, proofTerms) + "};");
}

std::string Reference::publish(const ir::Output &output) {
  const std::string cell = cellOf(unit, output);
  std::string values = valueList(output, terms);
  for (std::size_t i = output.values.size(); i < unit.valueCount(output.transcript); ++i)
    values += values.empty() ? "Int(0)" : ", Int(0)";
  return line("run.publish(" + unit.point("Output", "output " + output.tag.name) + ");") +
         line(cell + ".tag = " + std::to_string(unit.tag(output.tag)) + ";") +
         line(cell + ".values = {" + values + "};");
}

std::string Reference::end(const ir::Return &end) {
  if (!end.value)
    return line("return;");
  if (const auto *chosen = dyn_cast<ir::TopK>(end.value.get()))
    return line("select(published, " + terms.write(*chosen->count) + ", s." + unit.names.of(chosen->array) +
                ");") +
           line("return;");
  return line("published.hasResult = true;") +
         line("published.result = Int(" + terms.write(*end.value) + ");") + line("return;");
}

/// What a run can meet, in the order of their numbers.
static std::string points(const ReplayUnit &unit) {
  std::string text;
  for (const ReplayPoint &point : unit.points)
    text += "      {Point::Kind::" + point.kind + ", " + quoted(point.text) + "},\n";
  return "  static constexpr std::array<Point, " + std::to_string(unit.points.size()) + "> points = {{\n" +
         text + "  }};\n\n";
}

/// What a run of the program publishes, as others see it: what is announced is no cell at all where nothing
/// else is published, and an empty one elsewhere.
static std::string releasedPart(const ReplayUnit &unit) {
  std::string announced;
  for (const auto &tag : unit.mechanism().tags)
    if (ir::isAnnounced(*tag))
      announced = std::to_string(unit.tag(*tag));
  if (announced.empty())
    return "  /// As others see it.\n  static const Published &released(const Published &seen) { return "
           "seen; }\n\n";
  std::string text;
  for (const auto &transcript : unit.mechanism().transcripts) {
    const std::string cells = "seen.cells[" + std::to_string(unit.transcript(*transcript)) + "]";
    text += transcript->isSeen ? "    for (auto &cell : " + cells + ")\n      if (cell.tag == " + announced +
                                     ")\n        cell = {cell.indices, 0, std::vector<Int>(" +
                                     std::to_string(unit.valueCount(*transcript)) + ")};\n"
                               : "    " + cells + ".clear();\n";
  }
  return "  /// As others see it: without what is announced to the proof.\n"
         "  static Published released(Published seen) {\n" +
         text + "    return seen;\n  }\n\n";
}

std::string replayReference(ReplayUnit &unit) {
  const std::string reference = releasedPart(unit) + Reference(unit).text();
  return "  /// The program, statement by statement; it asks for its noise, and tells where it goes.\n" +
         reference + points(unit);
}

static std::string alignment(ReplayUnit &unit, std::size_t number) {
  const ReplaySample &sample = unit.samples[number];
  return "    case " + std::to_string(number) + ": // " + sample.sample->target.name + "\n      return " +
         ReplayTerms::ofAlignment(unit, sample).write(*sample.sample->aligned) + ";\n";
}

/// The end of a `switch` over draws.
static const char *const noDraw =
    "    default:\n      throw Undefined{\"there is no such draw\"};\n    }\n  }\n\n";

std::string replayLaws(ReplayUnit &unit) {
  ReplayTerms terms(unit);
  std::string before, laws, names, scales;
  for (const ir::Variable *variable : variablesBefore(unit))
    before += (before.empty() ? "s." : ", s.") + unit.names.of(*variable);
  for (std::size_t i = 0; i < unit.samples.size(); ++i) {
    const ir::Sample &sample = *unit.samples[i].sample;
    laws += (i == 0 ? "Law::" : ", Law::") + std::string(ir::row(sample.law).id);
    names += (i == 0 ? "" : ", ") + quoted(sample.target.name);
    scales += "    case " + std::to_string(i) + ":\n      return " + terms.write(*sample.scale) + ";\n";
  }
  const std::string real = unit.logarithms.empty() ? "Rational" : "Enclosure";
  return "  static constexpr std::size_t statements = " + std::to_string(unit.samples.size()) + ";\n" +
         "  static constexpr std::array<Law, statements> laws = {" + laws + "};\n" +
         "  static constexpr std::array<const char *, statements> samples = {" + names + "};\n  static " +
         real +
         " scale([[maybe_unused]] const Public &p, std::size_t statement) {\n"
         "    switch (statement) {\n" +
         scales + noDraw + "  static " + real + " epsilon([[maybe_unused]] const Public &p) {\n    return " +
         terms.write(*unit.mechanism().guarantee.epsilon) +
         ";\n  }\n\n"
         "  static Before before([[maybe_unused]] const State &s) { return {" +
         before + "}; }\n\n";
}

std::string replayAlignments(ReplayUnit &unit) {
  std::string cases;
  for (std::size_t i = 0; i < unit.samples.size(); ++i)
    cases += alignment(unit, i);
  return "  /// The alignments: draw number `current` of the run on D, as the run on D' needs it.\n"
         "  static Int aligned(std::size_t statement, [[maybe_unused]] const Public &p,\n"
         "                     [[maybe_unused]] const First<Program> &first,\n"
         "                     [[maybe_unused]] const Second<Program> &second, std::size_t current) {\n"
         "    [[maybe_unused]] const Draw<Before> &own = first.draws[current];\n"
         "    switch (statement) {\n" +
         cases + noDraw;
}

} // namespace plumb::emit
