// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/data_writer.h"

#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/plan/index_bounds.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <utility>

namespace plumb::emit {

using Operator = ir::BinaryOperator;

DataWriter::DataWriter(Terms &shared, std::optional<Sampled> sample)
    : unit(shared), sampled(std::move(sample)), terms(shared, Stage::Record),
      queries(withRole(shared.inputs, ir::Variable::Role::Query)) {
  if (!unit.inputs.recordAdjacency)
    return;
  // What is missing here does not keep the mechanism from being emitted.
  const plan::Problems others = std::exchange(unit.problems, {});
  const Facilities facilities = unit.facilities;
  const Includes includes = unit.includes;
  structure = recordText();
  text = written();
  lacks = unit.problems.sorted();
  unit.problems = others;
  if (lacks.empty())
    return;
  unit.facilities = facilities;
  unit.includes = includes;
  structure.clear();
  text.clear();
}

std::string DataWriter::wide(const ir::Expression &term) {
  const Code code = terms.write(term);
  if (code.type == ValueType::Rational)
    unit.problems.add("`" + ir::print(term) + "` may need more than 128 bits", term.range());
  return code.text;
}

std::string DataWriter::rational(const ir::Expression &term) {
  return terms.write(term, ValueType::Rational);
}

std::vector<std::string> DataWriter::allWide(const std::vector<ir::ExpressionPtr> &all) {
  std::vector<std::string> texts;
  for (const ir::ExpressionPtr &term : all)
    texts.push_back(wide(*term));
  return texts;
}

void DataWriter::refuse(const std::string &fails, const std::string &message) {
  tests.under("if (" + fails + ")", "return refused(effort, " + quoted(message) + ");");
}

static std::string elementType(const ir::Field &field) {
  const std::string value = field.sort == ir::Sort::Bool   ? "bool"
                            : field.sort == ir::Sort::Real ? "runtime::Rational"
                                                           : "std::int64_t";
  return field.orNone ? "std::optional<" + value + ">" : value;
}

static std::string rangeOf(const ir::Field &field) {
  return ir::printPromotedBound(*field.low) + " .. " + ir::printPromotedBound(*field.high);
}

/// "n * m": the number of elements as the program says it.
static std::string lengthText(const ir::Field &field) {
  std::vector<std::string> factors;
  for (const ir::ExpressionPtr &extent : field.extents)
    factors.push_back(field.extents.size() == 1 || extent->kind() == ir::Expression::Kind::Read
                          ? ir::print(*extent)
                          : "(" + ir::print(*extent) + ")");
  return joined(factors, " * ");
}

std::string DataWriter::recordText() {
  Writer lines;
  lines.open("struct Record");
  std::map<std::string, const ir::Field *> taken;
  for (const auto &field : record().fields) {
    const std::string name = fieldNames[field.get()] = identifier(field->name);
    if (isReserved(name) || !taken.emplace(name, field.get()).second)
      unit.problems.add("the field `" + field->name + "` has no name of its own in C++", field->range);
    if (field->orNone)
      unit.includes.add("<optional>");
    if (field->low)
      lines.line("/// In " + commentText(rangeOf(*field)) + (field->reachesHigh() ? ", both included" : "") +
                 (field->orNone ? ", or none." : "."));
    if (field->extents.empty()) {
      lines.line(elementType(*field) + " " + name +
                 (field->orNone || field->sort == ir::Sort::Real ? ";"
                  : field->sort == ir::Sort::Bool                ? " = false;"
                                                                 : " = 0;"));
      continue;
    }
    unit.includes.add("<vector>");
    lines.line("/// " + commentText(lengthText(*field)) + " of them" +
               (field->extents.size() > 1 ? ", in row-major order." : "."));
    lines.line("std::vector<" + elementType(*field) + "> " + name + ";");
  }
  return lines.close(";").text();
}

std::string DataWriter::columnNames() const {
  std::vector<std::string> names;
  for (const auto &field : record().fields) {
    std::string name = field->name;
    for (std::size_t d = 0; d < field->extents.size(); ++d)
      name += "[0]";
    names.push_back(field->extents.empty() ? name : name + ",...");
  }
  return joined(names, ",");
}

std::string DataWriter::columns() {
  Writer lines;
  bool hasArrays = false;
  for (const auto &field : record().fields) {
    if (field->extents.empty()) {
      lines.line("columns.add(" + quoted(field->name) + ");");
      continue;
    }
    hasArrays = true;
    lines.under("if (!columns.add(" + quoted(field->name) + ", {" + joined(allWide(field->extents)) +
                    "}) || !isDefined)",
                "return runtime::Error{" +
                    quoted("`" + field->name + "` cannot have `" + lengthText(*field) + "` elements") + "};");
  }
  return (hasArrays ? "bool isDefined = true;\n" : "") + lines.text();
}

std::string DataWriter::taking() {
  Writer lines;
  for (const auto &field : record().fields) {
    // The columns are there, so that it is a number of elements.
    const std::string count = field->extents.empty() ? ""
                                                     : ", static_cast<std::size_t>(runtime::elementsOf({" +
                                                           joined(allWide(field->extents)) + "}))";
    if (!count.empty())
      unit.includes.add("<cstddef>");
    lines.line("rows->take(record." + fieldName(*field) + count + ");");
  }
  return lines.text();
}

void DataWriter::lengths() {
  for (const auto &field : record().fields) {
    if (field->extents.empty())
      continue;
    const std::string size = "record." + fieldName(*field) + ".size()";
    refuse("Wide{" + size + "} != runtime::elementsOf({" + joined(allWide(field->extents)) +
               "}) || !isDefined",
           "`" + field->name + "` has not `" + lengthText(*field) + "` elements");
  }
}

void DataWriter::ranges() {
  for (const auto &field : record().fields)
    if (field->low)
      refuse("!runtime::" +
                 (field->sort == ir::Sort::Real
                      ? "isFrom(" + rational(*field->low) + ", " + rational(*field->high)
                      : "isIn(" + wide(*field->low) + ", " + wide(*field->high)) +
                 ", record." + fieldName(*field) + ") || !isDefined",
             "`" + field->name + "` is not in `" + rangeOf(*field) + "`");
}

static const char *boundName(Operator side) {
  switch (side) {
  case Operator::Less:
    return "below";
  case Operator::LessEqual:
    return "atMost";
  case Operator::Greater:
    return "above";
  case Operator::GreaterEqual:
    return "atLeast";
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    break;
  }
  llvm_unreachable("no bound has another side");
}

std::string DataWriter::range(const std::string &low, const std::string &high,
                              const ir::Expression *condition,
                              const std::vector<const ir::Variable *> &indices) {
  const ir::Variable &index = *indices.front();
  const ValueType type = terms.typeOf(index);
  if (type == ValueType::Rational)
    unit.problems.add("the range of `" + index.name + "` may need more than 128 bits", index.range);
  std::string text = "runtime::IndexRange<" + std::string(name(type)) + ">(" + low + ", " + high + ")";
  if (condition)
    for (const plan::IndexBound &bound : plan::boundsOf(*condition, indices))
      if (const Code term = terms.write(*bound.term); term.type != ValueType::Rational)
        text += "." + std::string(boundName(bound.side)) + "(" + term.text + ")";
  return text;
}

std::string DataWriter::over(const ir::Variable &index, const std::string &range) {
  return "for ([[maybe_unused]] const " + std::string(name(terms.typeOf(index))) + " " +
         unit.names.of(index) + " : " + range + ")";
}

void DataWriter::loop(const std::string &low, const std::string &high, const ir::Expression *condition,
                      const std::vector<const ir::Variable *> &indices) {
  tests.open(over(*indices.front(), range(low, high, condition, indices) + ".within(effort)"));
}

/// A premise is no condition, but where it is an implication.
static const ir::Expression *conditionOf(const ir::Expression &premise) {
  const auto *binary = llvm::dyn_cast<ir::Binary>(&premise);
  return binary && binary->op == Operator::Implies ? binary->left.get() : nullptr;
}

void DataWriter::testPremise(const ir::RecordPremise &premise) {
  const std::string words = "`" + ir::print(premise) + "`";
  std::vector<const ir::Variable *> indices;
  for (const ir::RecordPremise::Index &index : premise.indices)
    indices.push_back(index.variable);
  for (std::size_t d = 0; d < indices.size(); ++d)
    loop(wide(*premise.indices[d].low), wide(*premise.indices[d].high), conditionOf(*premise.formula),
         {indices.begin() + static_cast<std::ptrdiff_t>(d), indices.end()});
  refuse(operand(terms.negation(*premise.formula), Level::Or) + " || !isDefined",
         words + " does not hold of it");
  for (std::size_t d = 0; d < indices.size(); ++d)
    tests.close();
  if (!indices.empty())
    refuse("!isDefined", words + " does not hold of it");
}

std::string DataWriter::counter(const ir::Variable &query) const {
  return unit.names.of(query) + "Answers";
}

/// The number of answers in a row.
std::string DataWriter::width(const ir::Variable &query) {
  return query.extents.size() < 2 ? "1" : terms.size(query, 1);
}

/// What a record adds to an answer in which it counts.
std::string DataWriter::share(const ir::Variable &variable) {
  const ir::SchemaQuery &query = *variable.definition;
  if (!query.term)
    return "1";
  wide(*query.term);
  return terms.write(*query.term, unit.typeOf(variable, unit.ranges));
}

/// \p then, if the record counts.
std::string DataWriter::counted(const ir::SchemaQuery &query, const std::string &then) {
  Writer lines;
  if (query.where)
    return lines.under("if (" + terms.write(*query.where).text + ")", then).text();
  return lines.line(then).text();
}

bool DataWriter::holdsRecordsFor(const ir::Variable &variable) const {
  const ir::SchemaQuery *query = variable.definition;
  const bool isLong = unit.stream && unit.stream->hasLongRows(variable) && variable.extents.size() == 2;
  if (!isLong || !query || query->isExtremum() || !query->where || !plan::isTotal(*query->where) ||
      (query->term && !plan::isTotal(*query->term)))
    return false;
  return llvm::any_of(plan::boundsOf(*query->where, query->indices), [](const plan::IndexBound &bound) {
    return bound.side == Operator::Less || bound.side == Operator::LessEqual;
  });
}

/// Where a record counts is not computed beforehand, but for rows that were answered.
void DataWriter::holdRecord(const ir::Variable &variable) {
  const ir::SchemaQuery &query = *variable.definition;
  const std::string records = "this->" + counter(variable), rows = unit.names.of(variable) + "Rows";
  tests.line("const auto " + rows + " = " +
             range("0", wide(*query.extents[0]), query.where.get(), query.indices) + ";");
  tests.open("const auto " + unit.names.of(variable) + "Counted = [&]");
  tests.open(over(*query.indices[0], rows + ".atLeast(" + records + ".firstRow()).below(" + records +
                                         ".nextRow()).within(effort)"));
  loop("0", wide(*query.extents[1]), query.where.get(), {query.indices[1]});
  tests.line(
      counted(query, query.term ? "if (" + share(variable) + " != 0)\n  return true;" : "return true;"));
  tests.close().close().line("return false;").close(";");
  tests.line(records + ".propose(record, " + rows + ".behind(), " + unit.names.of(variable) + "Counted());");
}

/// What a step reads of the records, and all answers together. Names begin with that of the query, so that
/// they are not those of its indices.
std::string DataWriter::holdingMembers(const ir::Variable &variable) {
  const ir::SchemaQuery &query = *variable.definition;
  const std::string type(name(unit.typeOf(variable, unit.ranges))),
      own = unit.names.of(variable), records = counter(variable), extent = wide(*query.extents[0]);
  const ir::Variable &first = *query.indices[0], &second = *query.indices[1];
  const auto bind = [&](const ir::Variable &index, const std::string &value) {
    return "[[maybe_unused]] const " + std::string(name(terms.typeOf(index))) + " " + unit.names.of(index) +
           " = " + value + ";";
  };
  const std::string ofEach = records + ".forEach([&]([[maybe_unused]] const Record &record)";
  unit.includes.add("<cstddef>");
  unit.includes.add("\"plumb/runtime/answer_row.h\"");
  unit.includes.add("\"plumb/runtime/held_records.h\"");
  Writer lines;
  lines.open("runtime::AnswerRow<" + type + "> " + records + "At(std::int64_t " + own + "Row) const");
  lines.open("return runtime::AnswerRow<" + type + ">([this, " + own + "Row](std::size_t " + own + "Place)");
  lines.line(bind(first, own + "Row")).line(bind(second, "static_cast<std::int64_t>(" + own + "Place)"));
  lines.line(type + " " + own + "Sum = 0;").open(ofEach);
  lines.line(counted(query, own + "Sum += " + share(variable) + ";")).close(");");
  lines.line("return " + own + "Sum;").close(");").close();
  lines.open("std::vector<" + type + "> " + own + "All() const");
  lines.line("const std::size_t " + own + "Width = " + width(variable) + ";");
  lines.line("auto " + own + "Numbers = runtime::zeros<" + type + ">(at(" + extent + "), " + own + "Width);");
  lines.open(ofEach);
  lines.open(over(first, range(records + ".nextRow()", extent, query.where.get(), query.indices)));
  lines.open(over(second, range("0", wide(*query.extents[1]), query.where.get(), {&second})));
  lines.line(counted(query, own + "Numbers[at(" + unit.names.of(first) + ") * " + own + "Width + at(" +
                                unit.names.of(second) + ")] += " + share(variable) + ";"));
  lines.close().close().close(");");
  return lines.line("return " + own + "Numbers;").close().text();
}

void DataWriter::countAnswers(const ir::Variable &variable) {
  const ir::SchemaQuery &query = *variable.definition;
  if (query.isExtremum())
    return unit.problems.add(
        "`" + variable.name + "` is the largest or smallest of records, and is not counted", query.range);
  for (std::size_t d = 0; d < query.indices.size(); ++d)
    loop("0", wide(*query.extents[d]), query.where.get(),
         {query.indices.begin() + static_cast<std::ptrdiff_t>(d), query.indices.end()});
  std::string row = "0", place = "0";
  if (!query.indices.empty())
    row = assigned({unit.names.of(*query.indices[0]), Level::Postfix, terms.typeOf(*query.indices[0])},
                   ValueType::Word)
              .text;
  for (std::size_t d = 1; d < query.indices.size(); ++d) {
    const std::string index = unit.names.of(*query.indices[d]);
    place = d == 1 ? index : "(" + place + ") * (" + wide(*query.extents[d]) + ") + " + index;
  }
  if (query.indices.size() > 1) {
    unit.facilities.insert(Facility::At);
    place = "at(" + place + ")";
  }
  tests.line(counted(query, "this->" + counter(variable) + ".propose(" + row + ", " + width(variable) + ", " +
                                place + ", " + share(variable) + ");"));
  for (std::size_t d = 0; d < query.indices.size(); ++d)
    tests.close();
  refuse("!isDefined", "`" + variable.name + "` is not defined for it");
}

std::string DataWriter::ofEach(const std::string &call, const std::string &between) const {
  std::vector<std::string> all;
  for (const ir::Variable *query : queries)
    all.push_back(counter(*query) + call);
  return joined(all, between);
}

std::string DataWriter::counters() {
  Writer lines;
  for (const ir::Variable *query : queries)
    lines.line((holdsRecordsFor(*query) ? "runtime::HeldRecords<Record> "
                                        : "runtime::CountedAnswers<" +
                                              std::string(name(unit.typeOf(*query, unit.ranges))) + "> ") +
               counter(*query) + ";");
  return lines.text();
}

std::string DataWriter::answerFields() {
  Writer lines;
  for (const ir::Variable *query : queries) {
    const ValueType type = unit.typeOf(*query, unit.ranges);
    const std::string typeName(name(type));
    if (query->extents.size() > 1)
      lines.line("/// In row-major order.");
    lines.line(query->isArray() ? "std::vector<" + typeName + "> " + unit.names.of(*query) + ";"
                                : typeName + " " + unit.names.of(*query) + " = 0;");
  }
  return lines.text();
}

std::string DataWriter::answers() {
  std::vector<std::string> all;
  for (const ir::Variable *query : queries) {
    if (!query->isArray()) {
      all.push_back(counter(*query) + ".row(0, 1).front()");
      continue;
    }
    unit.facilities.insert(Facility::At);
    if (holdsRecordsFor(*query)) {
      all.push_back(unit.names.of(*query) + "All()");
      continue;
    }
    all.push_back(counter(*query) + ".all(at(" + wide(*query->extents.front()) + "), " + width(*query) + ")");
  }
  return joined(all, ",\n");
}

std::string DataWriter::eachAnswer() const {
  Writer lines;
  for (const ir::Variable *query : queries)
    lines.line("each(self." + unit.names.of(*query) + ");");
  return lines.text();
}

std::string DataWriter::answerNames() const {
  std::string names;
  for (const ir::Variable *query : queries)
    names += "answers." + unit.names.of(*query) + ", ";
  return names;
}

std::string DataWriter::rows() const {
  std::vector<std::string> all;
  for (const ir::Variable *query : queries)
    all.push_back("data." + counter(*query) + "At(row)");
  return joined(all);
}

/// What a step reads of each query.
std::string DataWriter::rowReaders() {
  Writer lines;
  for (const ir::Variable *query : queries) {
    const std::string type(name(unit.typeOf(*query, unit.ranges)));
    const bool isRow = query->extents.size() > 1;
    if (holdsRecordsFor(*query)) {
      lines.line(holdingMembers(*query));
      continue;
    }
    lines.line((isRow ? "std::vector<" + type + ">" : type) + " " + counter(*query) +
               "At(std::int64_t row) const { return " + counter(*query) + ".row(row, " + width(*query) + ")" +
               (isRow ? "" : ".front()") + "; }");
  }
  return lines.text();
}

std::string DataWriter::written() {
  lengths();
  ranges();
  for (const ir::RecordPremise &each : unit.inputs.premises)
    testPremise(each);
  for (const ir::Variable *each : queries)
    holdsRecordsFor(*each) ? holdRecord(*each) : countAnswers(*each);
  const bool isStream = unit.stream.has_value();
  Template all("data.h");
  std::string starts, rowOf;
  if (isStream) {
    const Code low = terms.write(*unit.stream->loop->low);
    rowOf = "static_cast<std::int64_t>(" + operand(low, Level::Sum) + " + Wide{steps})";
    for (const ir::Variable *each : queries)
      starts += ", " + counter(*each) + "(rowOf(steps))";
  }
  all.set("columnNames", columnNames())
      .set("columns", columns())
      .set("taking", taking())
      .set("tests", tests.text())
      .set("accept", ofEach(".accept();", "\n"))
      .set("withdraw", ofEach(".withdraw();", "\n"))
      .set("counters", counters())
      .set("answerFields", answerFields())
      .set("answers", answers())
      .set("starts", starts)
      .set("rowOf", rowOf)
      .set("rowReaders", isStream ? rowReaders() : "")
      .set("close", isStream ? ofEach(".close(row);", "\n") : "")
      .set("nextRow", isStream ? counter(*queries.front()) + ".nextRow()" : "")
      .set("late", isStream ? ofEach(".comesLate()", " || ") : "")
      .set("owner", sampled ? "Composition" : "Mechanism")
      .set("probability", sampled ? commentText(sampled->probability) : "")
      .set("coin", sampled ? sampled->coin : "")
      .set("bits", sampled ? ", bits" : "")
      .set("eachAnswer", sampled ? eachAnswer() : "")
      .when("sampled", sampled.has_value())
      .when("stream", isStream);
  return all.text(unit.includes);
}

} // namespace plumb::emit
