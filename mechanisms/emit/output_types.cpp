// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/emit/publications.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <algorithm>
#include <cassert>

namespace plumb::emit {

const CellShape &Publications::of(const ir::Transcript &transcript) const {
  auto found = std::find_if(cells.begin(), cells.end(),
                            [&](const CellShape &shape) { return shape.transcript == &transcript; });
  assert(found != cells.end() && "every transcript has a shape");
  return *found;
}

bool Publications::isOneCellEach() const {
  return cells.size() == 1 && cells.front().transcript->loops.size() == 1;
}

Publications named(plan::Publications planned, Identifiers &names) {
  Publications all{{}, planned.result};
  for (plan::CellShape &shape : planned.cells) {
    const std::string number = all.cells.empty() ? "" : std::to_string(all.cells.size() + 1);
    all.cells.push_back({std::move(shape), "Cell" + number, "out" + number, names.fresh("cell" + number)});
  }
  return all;
}

std::string valueMember(std::size_t position) {
  return position == 0 ? "value" : "value" + std::to_string(position + 1);
}

static std::string valueText(const ir::Tag &tag) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tag.components.size(); ++i)
    names.push_back("`" + valueMember(i) + "`");
  return names.empty() ? "nothing" : joined(names);
}

/// \p type in what is published: what may need more than 64 bits is not narrowed by accident.
static std::string publishedType(ValueType type, Includes &includes) {
  if (type != ValueType::Wide)
    return std::string(name(type));
  includes.add("\"plumb/runtime/integer.h\"");
  return "runtime::Integer";
}

/// The struct of one iteration, or of all that is published outside of loops.
static std::string cellStruct(const CellShape &shape, Includes &includes) {
  Writer tags, texts, values;
  for (const ir::Tag *tag : shape.tags) {
    tags.line("/// Carries " + valueText(*tag) + ".");
    tags.line(tagIdentifier(tag->name) + ",");
    std::string text = tag->components.empty() ? quoted(tag->name) : "std::string(" + quoted(tag->name) + ")";
    for (std::size_t i = 0; i < tag->components.size(); ++i) {
      includes.add("\"plumb/runtime/integer.h\"");
      text += " + ' ' + runtime::textOf(" + valueMember(i) + ")";
    }
    texts.under("case Tag::" + tagIdentifier(tag->name) + ":", "return " + text + ";");
  }
  for (std::size_t i = 0; i < shape.values.size(); ++i)
    values.line(publishedType(shape.values[i], includes) + " " + valueMember(i) + " = " +
                zero(shape.values[i]) + ";");
  std::vector<std::string> indices;
  for (const ir::For *loop : shape.transcript->loops)
    indices.push_back(loop->index.name);
  const bool isLone = indices.empty();
  return Template("cell.h")
      .set("type", shape.type)
      .set("tags", tags.text())
      .set("texts", texts.text())
      .set("values", values.text())
      .set("indices", joined(indices))
      .set("indexCount", std::to_string(indices.size()))
      .when("lone", isLone)
      .when("indexed", !isLone && !shape.isIndexedByPosition)
      .text(includes);
}

static void addCellMember(Writer &members, const CellShape &shape, Includes &includes) {
  if (shape.transcript->loops.empty()) {
    members.line(shape.type + " " + shape.member + ";");
    return;
  }
  includes.add("<vector>");
  members.line(shape.isIndexedByPosition
                   ? "/// One cell for each iteration that ran, that of iteration i at position i. Those "
                     "behind the end were\n/// not reached."
                   : "/// One cell for each iteration that ran, in the order in which they ran.");
  members.line("std::vector<" + shape.type + "> " + shape.member + ";");
}

static std::string resultMember(const plan::ResultShape &result, Includes &includes) {
  if (!result.isSelection)
    return publishedType(result.type, includes) + " result = " + zero(result.type) + ";";
  includes.add("\"plumb/runtime/top_k.h\"");
  return "runtime::TopK result;";
}

/// How a cell or the result is added to the text of all.
static void addText(Writer &texts, const CellShape &shape) {
  if (shape.transcript->loops.empty())
    texts.line("lines += " + shape.member + ".text() + '\\n';");
  else
    texts.under("for (const " + shape.type + " &each : " + shape.member + ")",
                "lines += each.text() + '\\n';");
}

std::string formatting(const Publications &publications, const std::string &space) {
  Writer lines;
  for (const CellShape &shape : publications.cells)
    lines.line("PLUMB_FORMAT_AS_TEXT(" + space + "::" + shape.type + ");");
  return lines.line("PLUMB_FORMAT_AS_TEXT(" + space + "::Output);").text();
}

std::string outputTypes(const Publications &publications, Includes &includes) {
  Writer cells, members, texts;
  for (const CellShape &shape : publications.cells) {
    cells.line(cellStruct(shape, includes) + "\n");
    addCellMember(members, shape, includes);
    addText(texts, shape);
  }
  const auto &result = publications.result;
  if (result)
    members.line(resultMember(*result, includes));
  if (result && !result->isSelection)
    includes.add("\"plumb/runtime/integer.h\"");
  if (result)
    texts.line(result->isSelection ? "lines += result.text();" : "lines += runtime::textOf(result) + '\\n';");
  return Template("output.h")
      .set("cells", cells.text())
      .set("members", members.text())
      .set("texts", texts.text())
      .when("result", result.has_value())
      .text(includes);
}

} // namespace plumb::emit
