// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/passed_on.h"

#include "frontend/ir/announcement.h"
#include "mechanisms/emit/writer.h"

#include <llvm/Support/Casting.h>

namespace plumb::emit {

const CellShape *cellOf(const PartText &part, const Unit &unit) {
  const bool isCell = !part.passed.empty() && !part.passesArrays() && part.passed.front().variable->cellPart;
  return isCell ? &unit.publications.cells.front() : nullptr;
}

/// C++ for the Value of \p read of a `cell`.
static std::string partOfCell(const ir::Variable::CellPart &read) {
  const std::string hasTag = "cell.tag == Tag::" + tagIdentifier(read.tag->name);
  if (!read.component)
    return "runtime::passedOn(" + hasTag + ")";
  // Of another tag it is 0, or false, whatever stands in its place there.
  return hasTag + " ? runtime::passedOn(cell." + valueMember(*read.component) +
         ") : runtime::passedOn(false)";
}

std::string partsOfCell(const PartText &part) {
  std::vector<std::string> values;
  for (const Passed &passed : part.passed)
    values.push_back(partOfCell(*passed.variable->cellPart));
  return joined(values, ",\n");
}

std::string arraysOf(const PartText &part, const Unit &unit) {
  const CellShape &cells = unit.publications.cells.front();
  const std::vector<const ir::For *> &loops = ir::seenCells(*part.part.mechanism)->loops;
  // Cells of loops in each other have their index.
  const std::string low =
      loops.size() == 1 ? ", " + toString(llvm::cast<ir::Number>(*loops.front()->low).value) : "";
  Writer lines;
  for (const auto &[variable, number] : part.passed)
    lines.line("runtime::addArray(passed, parameters->arrays, " + std::to_string(number) + ", output." +
               cells.member + low + ", [](const auto &cell) { return " +
               (variable->cellPart ? partOfCell(*variable->cellPart)
                                   : "runtime::passedOn(cell." + valueMember(0) + ")") +
               "; });");
  return lines.text();
}

std::string wholeValue(const Unit &unit) {
  return unit.publications.result ? "result" : unit.publications.cells.front().member + ".value";
}

std::string passedNames(const PartText &part) {
  std::vector<std::string> names;
  for (const Passed &passed : part.passed)
    names.push_back("`" + passed.variable->name + "`");
  const bool isWhole = part.passed.size() == 1 && !part.passed.front().variable->cellPart,
             isMany = part.passesArrays();
  return (isWhole  ? isMany ? "Its values are passed on as " : "Its value is passed on as "
          : isMany ? "Passed on of its cells: "
                   : "Passed on of its cell: ") +
         joined(names) + ".";
}

} // namespace plumb::emit
