// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/program.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/emit/publications.h"

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
  std::string names;
  for (std::size_t i = 0; i < tag.components.size(); ++i)
    names += (i == 0 ? "`" : ", `") + valueMember(i) + "`";
  return names.empty() ? "nothing" : names;
}

/// "enum class Tag { none, above, below };" with what each carries.
static std::string tagEnumeration(const CellShape &shape) {
  std::string text = "  enum class Tag {\n    /// This iteration published nothing.\n    none,\n";
  for (const ir::Tag *tag : shape.tags)
    text += "    /// Carries " + valueText(*tag) + ".\n    " + tagIdentifier(tag->name) + ",\n";
  return text + "  };\n";
}

/// \p type in what is published: what may need more than 64 bits is not narrowed by accident.
static std::string publishedType(ValueType type) {
  return type == ValueType::Wide ? "runtime::Integer" : std::string(name(type));
}

static std::string streamOperator(const std::string &type) {
  return "  /// Writes `text()`.\n  template <class Char, class Traits>\n"
         "  friend std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &stream, "
         "const " +
         type + " &" + "published) {\n    return stream << published.text().c_str();\n  }\n";
}

/// "above 25": the name in the program and what it carries.
static std::string cellText(const CellShape &shape) {
  std::string text = "\n  /// The tag, and what it carries behind blanks.\n  std::string text() const {\n"
                     "    switch (tag) {\n    case Tag::none:\n      break;\n";
  for (const ir::Tag *tag : shape.tags) {
    text += "    case Tag::" + tagIdentifier(tag->name) + ":\n      return ";
    text += tag->components.empty() ? quoted(tag->name) : "std::string(" + quoted(tag->name) + ")";
    for (std::size_t i = 0; i < tag->components.size(); ++i)
      text += " + ' ' + runtime::textOf(" + valueMember(i) + ")";
    text += ";\n";
  }
  return text + "    }\n    return \"nothing\";\n  }\n" + streamOperator(shape.type);
}

static std::string cellStruct(const CellShape &shape) {
  bool isLone = shape.transcript->loops.empty();
  std::string text = isLone ? "/// What the mechanism published.\n" : "/// What one iteration published.\n";
  text += "struct " + shape.type + " {\n" + tagEnumeration(shape);
  if (!isLone && !shape.isIndexedByPosition) {
    std::string names;
    for (const ir::For *loop : shape.transcript->loops)
      names += (names.empty() ? "" : ", ") + loop->index.name;
    text += "  /// Of the iteration: " + names + ".\n  std::array<runtime::Integer, " +
            std::to_string(shape.transcript->loops.size()) + "> index{};\n";
  }
  text += "  Tag tag = Tag::none;\n";
  for (std::size_t i = 0; i < shape.values.size(); ++i)
    text += "  " + publishedType(shape.values[i]) + " " + valueMember(i) +
            (shape.values[i] == ValueType::Bool ? " = false;\n" : " = 0;\n");
  return text + cellText(shape) + "\n  friend bool operator==(const " + shape.type + " &, const " +
         shape.type + " &) = default;\n};\n\n";
}

static std::string cellMember(const CellShape &shape) {
  if (shape.transcript->loops.empty())
    return "  " + shape.type + " " + shape.member + ";\n";
  std::string order =
      shape.isIndexedByPosition
          ? "  /// One cell for each iteration that ran, that of iteration i at position i. Those "
            "behind the end were\n  /// not reached.\n"
          : "  /// One cell for each iteration that ran, in the order in which they ran.\n";
  return order + "  std::vector<" + shape.type + "> " + shape.member + ";\n";
}

static std::string resultMember(const plan::ResultShape &result) {
  std::string type = result.isSelection ? "runtime::TopK" : publishedType(result.type);
  std::string start = result.isSelection ? "" : result.type == ValueType::Bool ? " = false" : " = 0";
  return "  " + type + " result" + start + ";\n";
}

/// The cells, one on each line, then the result.
static std::string outputText(const Publications &publications) {
  std::string text = "\n  /// The cells, a line each" +
                     std::string(publications.result ? ", then the result" : "") +
                     ".\n  std::string text() const {\n    std::string lines;\n";
  for (const CellShape &shape : publications.cells)
    text += shape.transcript->loops.empty() ? "    lines += " + shape.member + ".text() + '\\n';\n"
                                            : "    for (const " + shape.type + " &each : " + shape.member +
                                                  ")\n      lines += each.text() + '\\n';\n";
  if (publications.result)
    text += publications.result->isSelection ? "    lines += result.text();\n"
                                             : "    lines += runtime::textOf(result) + '\\n';\n";
  return text + "    return lines;\n  }\n" + streamOperator("Output");
}

std::string formatting(const Publications &publications, const std::string &space) {
  std::string text = "\n";
  for (const CellShape &shape : publications.cells)
    text += "PLUMB_FORMAT_AS_TEXT(" + space + "::" + shape.type + ");\n";
  return text + "PLUMB_FORMAT_AS_TEXT(" + space + "::Output);\n";
}

std::string outputTypes(const Publications &publications) {
  std::string text;
  for (const CellShape &shape : publications.cells)
    text += cellStruct(shape);
  text += "/// Everything that leaves the mechanism; all of it may be shown to anyone.\nstruct Output {\n";
  for (const CellShape &shape : publications.cells)
    text += cellMember(shape);
  if (publications.result)
    text += resultMember(*publications.result);
  return text + outputText(publications) +
         "\n  friend bool operator==(const Output &, const Output &) = default;\n};\n";
}

} // namespace plumb::emit
