// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/stream_writer.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/structure.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/template.h"

namespace plumb::emit {

using Role = ir::Variable::Role;

StreamWriter::StreamWriter(Unit &shared, const DataWriter &fromRecords)
    : unit(shared), data(fromRecords),
      queries(withRole(shared.mechanism, Role::Query)), state{&shared.stream->loop->index} {
  state.insert(state.end(), unit.stream->kept.begin(), unit.stream->kept.end());
}

std::string StreamWriter::fields() {
  Writer members;
  StatementWriter statements(unit);
  for (const ir::Variable *variable : state) {
    const ValueType type = statements.declaredType(*variable);
    const std::string word(name(type)), field = unit.names.of(*variable);
    if (variable->isArray())
      unit.includes.add("<vector>");
    members.line(variable->isArray() ? "std::vector<" + word + "> " + field + ";"
                                     : word + " " + field + " = " + zero(type) + ";");
  }
  return members.text();
}

bool StreamWriter::isLong(const ir::Variable &query) const {
  return data.isThere() && data.holdsRecordsFor(query);
}

std::string StreamWriter::rows(Rows use) {
  std::vector<std::string> parameters;
  for (const ir::Variable *query : queries) {
    const std::string type(name(unit.typeOf(*query, unit.ranges)));
    const bool isSpan = query->extents.size() > 1,
               isIgnored = use == Rows::Sized && !isSpan && !isCount(*query);
    const bool isUnused = use == Rows::Read && !unit.storage.isRead(*query);
    if (isLong(*query))
      unit.includes.add("\"plumb/runtime/answer_row.h\"");
    const std::string row = use != Rows::Passed && isLong(*query) ? "const runtime::AnswerRow<" + type + "> &"
                            : isSpan                              ? "std::span<const " + type + ">"
                                                                  : type;
    parameters.push_back((isUnused ? "[[maybe_unused]] " : "") + row +
                         (isIgnored ? "" : (row.back() == '&' ? "" : " ") + unit.names.of(*query)));
  }
  return joined(parameters);
}

/// Of the rows that have a size, or count records.
std::string StreamWriter::rowChecks() {
  Writer checks;
  for (const ir::Variable *query : queries) {
    const std::string name = unit.names.of(*query);
    if (query->extents.size() > 1) {
      const std::string size = ExpressionWriter(unit, Stage::Run).size(*query, 1);
      checks.under(
          isLong(*query) ? "if (!" + name + ".isOf(" + size + "))"
                         : "if (" + name + ".size() != " + size + ")",
          "return " +
              quoted("the number of answers in `" + query->name + "` is not `" + sizeText(*query, 1) + "`") +
              ";");
    }
    if (isCount(*query))
      checks.under("if (" +
                       (isLong(*query) ? "!" + name + ".isCount()"
                                       : belowZero(name, query->extents.size() > 1, unit.includes)) +
                       ")",
                   "return " + quoted(belowZeroReason(*query)) + ";");
  }
  return checks.text();
}

/// The class Mechanism has what makes a step.
void StreamWriter::setSteps(Template &header) {
  StatementWriter statements(unit);
  ExpressionWriter writer(unit, Stage::Run);
  const ir::For &loop = *unit.stream->loop;
  const std::string index = writer.place(loop.index, {}),
                    low = operand(writer.write(*loop.low), Level::Product);
  std::string running = index + " < " + operand(writer.write(*loop.high), Level::Sum);
  if (loop.guard)
    running += " && " + operand(writer.write(*loop.guard), Level::Equality);
  header.set("state", fields())
      .set("sizing", statements.sizing())
      .set("beginning", statements.beginning())
      .set("iteration", statements.iteration())
      .set("index", index)
      .set("firstIndex", low)
      .set("running", running)
      .set("unusedIfLate", unit.stream->startsWithNoise ? "" : "[[maybe_unused]] ")
      .when("beginsAtZero", low == "0");
}

void StreamWriter::fill(Template &header) {
  unit.isStreamed = true;
  setSteps(header);
  Writer saved, texts;
  for (const ir::Variable *variable : state)
    saved.line("each(" + quoted(variable->name) + ", self." + unit.names.of(*variable) + ");");
  for (const ir::Variable *parameter : withRole(unit.mechanism, Role::Parameter))
    texts.line("text.add(parameters->" + unit.names.of(*parameter) + ");");
  const std::string checks = rowChecks();
  header.set("savedFields", saved.text())
      .set("parameterTexts", texts.text())
      .set("structure", report::sha256(ir::structure(unit.mechanism)))
      .set("published", published())
      .set("rows", rows(Rows::Taken))
      .set("usedRows", rows(Rows::Read))
      .set("rowsForSizes", rows(Rows::Sized))
      .set("rowChecks", checks)
      .set("streamClass", classText(!checks.empty()))
      .when("rowChecks", !checks.empty());
  unit.isStreamed = false;
}

std::string StreamWriter::published() const {
  return unit.publications.isOneCellEach() ? unit.publications.cells.front().type : "Output";
}

std::string StreamWriter::classText(bool hasSpans) {
  Writer comments;
  std::vector<std::string> names, secret;
  for (const ir::Variable *query : queries) {
    names.push_back(unit.names.of(*query));
    comments.line("/// \\param " + unit.names.of(*query) + " the answer" +
                  (query->extents.size() > 1 ? "s, " + sizeText(*query, 1) + " of them" : "") + ": private");
  }
  const bool isVouched = !knownOfRecords(unit.mechanism).empty();
  for (const ir::Variable *variable : unit.stream->secret)
    secret.push_back("`" + variable->name + "`");
  return Template("stream.h")
      .set("epsilon", commentText(ir::printPromoted(*unit.mechanism.guarantee.epsilon)))
      .set("published", published())
      .set("rows", rows(Rows::Passed))
      .set("rowNames", joined(names))
      .set("rowComments", comments.text())
      .set("vouched", isVouched ? "Vouched, " : "")
      .when("vouched", isVouched)
      .set("secret", joined(secret))
      .set("dataRows", data.isThere() ? data.rows() : "")
      .when("data", data.isThere())
      .when("secret", !secret.empty())
      .when("spans", hasSpans)
      .text(unit.includes);
}

} // namespace plumb::emit
