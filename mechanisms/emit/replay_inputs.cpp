// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/replay_inputs.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"

#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::emit {

using Role = ir::Variable::Role;
using Variables = std::vector<const ir::Variable *>;

static Variables queriesOf(const ir::Neighbourhood &inputs) {
  Variables queries;
  for (const auto &variable : inputs.variables)
    if (variable->role == Role::Query)
      queries.push_back(variable.get());
  return queries;
}

static bool isExtent(const ir::Neighbourhood &inputs, const ir::Variable &parameter) {
  bool found = false;
  for (const auto &variable : inputs.variables)
    for (const auto &extent : variable->extents)
      plan::forEachPart(*extent, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        found = found || (read && &read->variable == &parameter);
      });
  return found;
}

std::string replayInputStructs(ReplayUnit &unit) {
  ReplayTerms terms(unit);
  std::string parameters, answers, sizes;
  for (const ir::Variable *variable : unit.parameters())
    parameters += "    " + unit.typeOf(*variable) + " " + unit.names.of(*variable) +
                  (unit.isEnclosed(*variable) ? " = 0;\n" : "{};\n");
  for (const ir::Variable *query : queriesOf(unit.inputs())) {
    const std::string &name = unit.names.of(*query);
    answers += "    " + replayType(*query) + " " + name + (query->isArray() ? ";\n" : "{};\n");
    if (query->isArray())
      sizes += (sizes.empty() ? " : " : ", ") + name + "(Indices" + terms.list(query->extents) + ")";
  }
  std::string queries, counts;
  for (const ir::Variable *query : queriesOf(unit.inputs())) {
    queries += "    each(a." + unit.names.of(*query) + ");\n";
    if (isCount(*query))
      counts += "    each(a." + unit.names.of(*query) + ");\n";
  }
  return "  /// The parameters.\n  struct Public {\n" + parameters +
         "    /// Of the answers that come from records.\n    std::size_t group = 0;\n  };\n\n"
         "  /// The counts on one dataset.\n  struct Answers {\n"
         "    explicit Answers([[maybe_unused]] const Public &p)" +
         sizes + " {}\n" + answers +
         "  };\n  template <class Self, class Each> static void eachQuery([[maybe_unused]] Self &a,\n"
         "                                                                [[maybe_unused]] Each each) {\n" +
         queries +
         "  }\n  /// Of those that count records.\n"
         "  template <class Each> static void eachCount([[maybe_unused]] Answers &a, [[maybe_unused]] Each "
         "each) "
         "{\n" +
         counts + "  }\n\n";
}

namespace {

struct Bounds {
  Integer low, high;
};

} // namespace

/// Small numbers that \p premises do not exclude at once.
static Bounds smallNumbers(const plan::Premises &premises, const ir::Variable &variable, bool isSize) {
  plan::Range range = premises.range(variable);
  Integer low = isSize ? 0 : -3, width = isSize ? 6 : 11;
  low = std::max(low, range.low);
  if (range.high < low)
    low = std::max(range.low, Integer(range.high - width));
  return {low, std::min(range.high, Integer(low + width))};
}

static std::string literal(const Integer &value) {
  return "integer(" + quoted(value.get_str()) + ")";
}

/// C++ for one random number of the sort of \p variable.
static std::string randomNumber(const ReplayUnit &unit, const plan::Premises &premises,
                                const ir::Variable &variable) {
  if (variable.sort == ir::Sort::Real)
    return "random.real()";
  if (variable.sort == ir::Sort::Bool)
    return "random.truth()";
  Bounds bounds = smallNumbers(premises, variable, isExtent(unit.inputs(), variable));
  return "random.near(" + literal(bounds.low) + ", " + literal(bounds.high) + ")";
}

/// Sets every parameter to what \p number says.
static std::string setParameters(ReplayUnit &unit,
                                 llvm::function_ref<std::string(const ir::Variable &)> number) {
  ReplayTerms terms(unit);
  std::string text;
  for (const ir::Variable *variable : unit.parameters()) {
    std::string name = "p." + unit.names.of(*variable);
    if (!variable->isArray()) {
      text += "    " + name + " = " + number(*variable) + ";\n";
      continue;
    }
    text +=
        "    " + name + " = " + replayType(*variable) + "(Indices" + terms.list(variable->extents) + ");\n";
    text += "    for (auto &item : " + name + ".items)\n      item = " + number(*variable) + ";\n";
  }
  return text;
}

static std::string readNumber(const ir::Variable &variable) {
  return variable.sort == ir::Sort::Real   ? "reader.real()"
         : variable.sort == ir::Sort::Bool ? "reader.truth()"
                                           : "reader.number()";
}

static std::string chooseFreely(ReplayUnit &unit) {
  plan::Premises premises(unit.inputs());
  return "  /// Any parameters; few satisfy the premises.\n"
         "  static Public chooseFreely([[maybe_unused]] Random &random) {\n    Public p;\n" +
         setParameters(unit,
                       [&](const ir::Variable &variable) { return randomNumber(unit, premises, variable); }) +
         "    return p;\n  }\n\n";
}

static std::string choose(ReplayUnit &unit, bool hasCases) {
  std::string freely = chooseFreely(unit);
  freely += std::string("  static constexpr bool hasTable = ") + (hasCases ? "true" : "false") + ";\n";
  if (!hasCases)
    return freely + "  static Public choose(Random &random) { return chooseFreely(random); }\n\n";
  return freely + "  /// Of those with neighbours in the table.\n"
                  "  static Public choose(Random &random) {\n"
                  "    const std::size_t group = random.below(groups.size());\n"
                  "    Public p = parametersOf(groups[group].parameters);\n"
                  "    p.group = group;\n    return p;\n  }\n\n";
}

/// How parameters are changed one by one.
static std::string visits(ReplayUnit &unit) {
  ReplayTerms terms(unit);
  std::string all, sizes, arrays;
  for (const ir::Variable *variable : unit.parameters()) {
    const std::string &name = unit.names.of(*variable);
    all += "    each(p." + name + ");\n";
    if (variable->isArray())
      arrays += "    p." + name + ".resize(Indices" + terms.list(variable->extents) + ");\n";
    else if (isExtent(unit.inputs(), *variable))
      sizes += "    each(p." + name + ");\n";
  }
  std::string head = "  template <class Self, class Each>\n  static void ";
  std::string parameters = "([[maybe_unused]] Self &p, [[maybe_unused]] Each each) {\n";
  return head + "eachParameter" + parameters + all + "  }\n" + head + "eachSize" + parameters + sizes +
         "  }\n  /// Gives arrays the lengths that their extents have now.\n"
         "  static void resize([[maybe_unused]] Public &p) {\n" +
         arrays + "  }\n\n";
}

/// The premises, and how far they are from holding: what is between bounds is not searched for.
static std::string conditions(ReplayUnit &unit) {
  const bool isSearched = unit.logarithms.empty();
  ReplayTerms terms(unit);
  std::string texts, truths, gaps, sizes;
  const auto &premises = unit.inputs().requirements;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    std::string at = "    case " + std::to_string(i) + ":\n      return ";
    texts += (i == 0 ? "" : ", ") + quoted(print(*premises[i]));
    truths += at + terms.write(*premises[i]) + ";\n";
    if (isSearched)
      gaps += at + terms.gap(*premises[i]) + ";\n";
  }
  std::set<std::string> seen;
  for (const auto &variable : unit.inputs().variables)
    for (const auto &extent : variable->extents)
      if (std::string size = terms.write(*extent); seen.insert(size).second)
        sizes += "    if (" + size + " < 0)\n      return false;\n";
  std::string which = "([[maybe_unused]] const Public &p, std::size_t which) {\n    switch (which) {\n";
  std::string none = "    default:\n      throw Undefined{\"there is no such premise\"};\n    }\n  }\n";
  return "  static constexpr std::array<const char *, " + std::to_string(premises.size()) + "> premises = {" +
         texts + "};\n  static bool premise" + which + truths + none +
         (isSearched ? "  static Gap gap" + which + gaps + none : "") +
         "  static bool hasSizes([[maybe_unused]] const Public &p) {\n" + sizes + "    return true;\n  }\n\n";
}

/// "each(first.f_)"
static std::string each(const ReplayUnit &unit, const std::string &object, const ir::Variable &query) {
  return "each(" + object + "." + unit.names.of(query) + ")";
}

static std::string stated(ReplayUnit &unit) {
  ReplayTerms terms(unit);
  std::string text = "    const Int centre = random.centre();\n";
  for (const ir::Variable *query : queriesOf(unit.inputs())) {
    std::string range = "of_" + unit.names.of(*query);
    text += "    DifferenceRange " + range + ";\n";
    for (const ir::Difference &difference : unit.inputs().adjacency) {
      if (difference.query != query)
        continue;
      std::string bound = terms.write(*difference.bound);
      std::string low =
          difference.direction == ir::Difference::Direction::Decreasing ? "Int(0)" : "-" + bound;
      std::string high = difference.direction == ir::Difference::Direction::Increasing ? "Int(0)" : bound;
      text += "    " + range + ".allow(" + low + ", " + high + ", " +
              (difference.onlyOne ? "true" : "false") + ");\n";
    }
    text += "    if (" + range + ".isEmpty())\n      return false;\n    " + range +
            ".choose(random, centre, " + each(unit, "first", *query) + ", " + each(unit, "second", *query) +
            ");\n";
  }
  return text + "    return true;\n";
}

static std::string fromRecords(ReplayUnit &unit) {
  std::string read, add;
  for (const char *object : {"first", "second"})
    for (const ir::Variable *query : queriesOf(unit.inputs()))
      read += "    for (Int &count : " + each(unit, object, *query) + ")\n      count = reader.number();\n";
  for (const ir::Variable *query : queriesOf(unit.inputs())) {
    add += "      for (Int &count : " + each(unit, "more", *query) + ")\n        count = other.number();\n";
    add += "      addCopies(" + each(unit, "first", *query) + ", " + each(unit, "second", *query) + ", " +
           each(unit, "more", *query) + ", copies);\n";
  }
  return "    const Group &group = groups[p.group];\n"
         "    const auto any = [&] { return answers[group.begin + random.below(group.end - group.begin)]; "
         "};\n"
         "    Reader reader(any());\n" +
         read +
         "    // Further records, which both have.\n"
         "    for (std::uint64_t left = random.below(4); left != 0; --left) {\n"
         "      Reader other(any());\n      const Int copies = random.between(1, 4);\n      Answers "
         "more(p);\n" +
         add + "    }\n    return true;\n";
}

static std::string neighbours(ReplayUnit &unit, bool hasCases) {
  return "  /// Answers on D and D' for D -> D'; false if there are none.\n"
         "  static bool neighbours([[maybe_unused]] const Public &p, Random &random, Answers &first,\n"
         "                         Answers &second) {\n" +
         (hasCases ? fromRecords(unit) : stated(unit)) + "  }\n\n";
}

static std::string tables(const std::vector<ReplayCases> &cases) {
  std::string groups, answers, records;
  std::size_t recordCount = 0;
  std::size_t begin = 0, end = 0;
  for (const ReplayCases &group : cases) {
    end = begin + group.answers.size();
    groups += "      {" + quoted(group.parameters) + ", " + std::to_string(begin) + ", " +
              std::to_string(end) + "},\n";
    for (const std::string &line : group.answers)
      answers += "      " + quoted(line) + ",\n";
    for (const ReplayCases::Counted &counted : group.records)
      records += "      {" + std::to_string(&group - cases.data()) + ", " + quoted(counted.record) + ", " +
                 (counted.answers ? quoted(*counted.answers) : "nullptr") + "},\n";
    recordCount += group.records.size();
    begin = end;
  }
  return "  /// Records by group, and the answers of data that hold this one; null if no data may.\n"
         "  struct Alone {\n    std::size_t group;\n    const char *record, *answers;\n  };\n"
         "  static constexpr std::array<Alone, " +
         std::to_string(recordCount) + "> records{{\n" + records +
         "  }};\n  /// Answers of neighbours, found by trying out small records, by parameters.\n"
         "  struct Group {\n    const char *parameters;\n    std::size_t begin, end;\n  };\n"
         "  static constexpr std::array<Group, " +
         std::to_string(cases.size()) + "> groups{{\n" + groups +
         "  }};\n  static constexpr std::array<const char *, " + std::to_string(end) + "> answers = {\n" +
         answers + "  };\n\n";
}

static std::string parametersOfLine(ReplayUnit &unit) {
  return "  static Public parametersOf(const char *line) {\n    Public p;\n"
         "    Reader reader(line);\n" +
         setParameters(unit, readNumber) + "    return p;\n  }\n\n";
}

/// Inputs to begin with, and how they are read.
static std::string startsOf(ReplayUnit &unit, const ReplayStarts &starts) {
  std::string inputs, breaking;
  for (const ReplayStarts::Input &input : starts.inputs)
    inputs += "      {" + quoted(input.parameters) + ", " + quoted(input.answers) + ", " +
              quoted(input.noise) + "},\n";
  for (const std::string &parameters : starts.breaking)
    breaking += "      " + (parameters.empty() ? "nullptr" : quoted(parameters)) + ",\n";
  return "  /// Inputs that go ways which random ones rarely go.\n"
         "  static constexpr std::array<Start, " +
         std::to_string(starts.inputs.size()) + "> starts{{\n" + inputs +
         "  }};\n  /// For each premise parameters that break it alone, if they are known.\n"
         "  static constexpr std::array<const char *, " +
         std::to_string(starts.breaking.size()) + "> breaking = {\n" + breaking + "  };\n" +
         parametersOfLine(unit);
}

static std::string textOf(const ReplayUnit &unit, const std::string &type, const Variables &variables) {
  std::string text;
  for (const ir::Variable *variable : variables)
    text += " + " + quoted((text.empty() ? "" : ", ") + variable->name + " = ") + " + textOf(values." +
            unit.names.of(*variable) + ")";
  return "  static std::string text([[maybe_unused]] const " + type +
         " &values) {\n    return std::string()" + text + ";\n  }\n";
}

std::string replayInputs(ReplayUnit &unit, const std::vector<ReplayCases> &cases,
                         const ReplayStarts &starts) {
  bool hasCases = unit.inputs().recordAdjacency.has_value();
  return (hasCases ? tables(cases) : "") + startsOf(unit, starts) + choose(unit, hasCases) + visits(unit) +
         conditions(unit) + neighbours(unit, hasCases) + textOf(unit, "Public", unit.parameters()) +
         textOf(unit, "Answers", queriesOf(unit.inputs())) + "\n";
}

std::string replayParameters(ReplayUnit &unit) {
  return chooseFreely(unit) + visits(unit) + conditions(unit) + textOf(unit, "Public", unit.parameters()) +
         "\n";
}

std::string replayGiven(ReplayUnit &unit) {
  return visits(unit) + conditions(unit) + textOf(unit, "Public", unit.parameters()) +
         textOf(unit, "Answers", queriesOf(unit.inputs())) + "\n";
}

std::string replayRecords(ReplayUnit &unit, const std::vector<ReplayCases> &cases) {
  return tables(cases) + parametersOfLine(unit) + replayAnswersOfLine() +
         textOf(unit, "Answers", queriesOf(unit.inputs())) + "\n";
}

std::string replayPassed(const ir::Variable &variable, const std::string &place) {
  const bool isInt = variable.sort == ir::Sort::Int;
  if (variable.isArray())
    return (isInt ? "words(" : variable.sort == ir::Sort::Bool ? "truths(" : "reals(") + place + ")";
  return isInt ? place + ".word()" : place;
}

std::string replayAnswersOfLine() {
  return "  static Answers answersOf(const Public &p, const char *line) {\n    Answers a(p);\n    Reader "
         "reader(line);\n    eachQuery(a, [&](auto &numbers) {\n      for (Int &number : each(numbers))\n "
         "       number = reader.number();\n    });\n    return a;\n  }\n";
}

std::string replayRecordOfLine(const ReplayUnit &unit) {
  std::string fields;
  for (const auto &field : unit.inputs().recordAdjacency->record->fields) {
    const std::string place = "record." + identifier(field->name),
                      value = field->sort == ir::Sort::Bool   ? "reader.truth()"
                              : field->sort == ir::Sort::Real ? "reader.real()"
                                                              : "reader.number().word()",
                      type = field->sort == ir::Sort::Bool   ? "bool"
                             : field->sort == ir::Sort::Real ? "Rational"
                                                             : "std::int64_t",
                      held = field->orNone ? "reader.unlessNone<" + type + ">([&] { return " + value + "; })"
                                           : value;
    fields += field->extents.empty()
                  ? "    " + place + " = " + held + ";\n"
                  : "    for (Int left = reader.number(); left > 0; left = left - 1)\n      " + place +
                        ".push_back(" + held + ");\n";
  }
  return "  static emitted::Record recordOf(const char *line) {\n    emitted::Record record;\n    Reader "
         "reader(line);\n" +
         fields + "    return record;\n  }\n";
}

} // namespace plumb::emit
