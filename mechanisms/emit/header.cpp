// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/header.h"

#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/creation.h"
#include "mechanisms/emit/data_writer.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/mark.h"
#include "mechanisms/emit/statement_writer.h"
#include "mechanisms/emit/stream_writer.h"
#include "mechanisms/emit/template.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::emit {

using Role = ir::Variable::Role;

namespace {

/// Fills templates/mechanism.h.in.
class HeaderWriter {
public:
  HeaderWriter(const report::Certificate &proved, plan::Work work)
      : certificate(&proved), unit(proved.mechanism(), work),
        space("plumb::" + identifier(unit.mechanism.name)), opened(openedSpace(unit.mechanism.name)),
        queries(withRole(unit.mechanism, Role::Query)) {}
  /// Runs in no steps, and takes answers.
  explicit HeaderWriter(const LogarithmicPart &part)
      : unit(part.mechanism), space(part.space), opened(part.opened), owner(part.owner),
        queries(withRole(unit.mechanism, Role::Query)) {
    unit.logarithms = part.logarithms;
    unit.stream.reset();
  }

  std::string text();
  const Includes &includes() const { return unit.includes; }
  const plan::Problems &problems() const { return unit.problems; }

private:
  std::string answerComments() const;
  /// "std::int64_t f, std::span<const Wide> g, ": each ends with a comma.
  ///
  /// \param isDefinition mark what the body does not use.
  std::string answers(bool isDefinition);
  std::string answerNames() const;
  std::string countChecks();
  std::string otherSize(const ir::Variable &query);
  void setMembers(Template &header);

  /// Null: it is a part of a composition, in the header of that.
  const report::Certificate *certificate = nullptr;
  Unit unit;
  std::string space, opened, owner;
  std::vector<const ir::Variable *> queries;
};

} // namespace

std::string HeaderWriter::answers(bool isDefinition) {
  std::string text;
  for (const ir::Variable *query : queries) {
    const std::string type(name(unit.typeOf(*query, unit.ranges)));
    if (query->isArray())
      unit.includes.add("<span>");
    text += std::string(isDefinition && !unit.storage.isRead(*query) ? "[[maybe_unused]] " : "") +
            (query->isArray() ? "std::span<const " + type + ">" : type) + " " + unit.names.of(*query) + ", ";
  }
  return text;
}

std::string HeaderWriter::answerNames() const {
  std::string text;
  for (const ir::Variable *query : queries)
    text += unit.names.of(*query) + ", ";
  return text;
}

static std::string answerNoun(const ir::Variable &query) {
  bool isSum = query.definition && query.definition->aggregate == ir::SchemaQuery::Aggregate::Sum;
  return isSum ? "sum" : "count";
}

/// "f.size() != at(n)". Of answers without an end nothing says that the product of extents fits into 64 bits.
std::string HeaderWriter::otherSize(const ir::Variable &query) {
  const std::string size = unit.names.of(query) + ".size()";
  ExpressionWriter writer(unit, Stage::Run);
  if (!isEndlessAnswer(unit, query) || query.extents.size() == 1)
    return size + " != " + writer.size(query);
  std::string product;
  for (const auto &extent : query.extents)
    product += (product.empty() ? "Wide{" + writer.write(*extent).text + "}"
                                : " * " + operand(writer.write(*extent), Level::Prefix));
  return "Wide{" + size + "} != " + product;
}

/// The number of answers is public: it is the declared extent. So is that counts are not below 0.
std::string HeaderWriter::countChecks() {
  Writer checks;
  for (const ir::Variable *query : queries) {
    if (query->isArray())
      checks.under("if (" + otherSize(*query) + ")",
                   "return runtime::Error{" +
                       quoted("the number of " + answerNoun(*query) + "s in `" + query->name + "` is not `" +
                              sizeText(*query) + "`") +
                       "};");
    if (isCount(*query))
      checks.under("if (" + belowZero(unit.names.of(*query), query->isArray(), unit.includes) + ")",
                   "return runtime::Error{" + quoted(belowZeroReason(*query)) + "};");
  }
  return checks.text();
}

std::string HeaderWriter::answerComments() const {
  Writer comments;
  for (const ir::Variable *query : queries)
    comments.line("/// \\param " + unit.names.of(*query) + " the " + answerNoun(*query) +
                  (query->isArray() ? "s, " + sizeText(*query) + " of them" : "") + ": " +
                  (query->extents.size() > 1 ? "row-major, " : "") + "private");
  return comments.text();
}

/// Price, parameters and a sampler for each law and scale.
void HeaderWriter::setMembers(Template &header) {
  std::string arguments = "Parameters checked, Rational known",
              initializers = "parameters(std::move(checked)), price(std::move(known))";
  Writer fields;
  for (const Sampler &sampler : unit.samplers) {
    const SamplerType type = unit.readsLogarithm(*sampler.scale) ? logarithmicSamplerType(sampler.law)
                                                                 : samplerType(sampler.law, unit.work);
    unit.includes.add(type.header);
    arguments += ",\n" + type.name + " " + sampler.name + "Built";
    initializers += ",\n" + sampler.name + "(std::move(" + sampler.name + "Built))";
    fields.line("/// Scale " + commentText(sampler.scaleText) + ".");
    fields.line("runtime::Shared<" + type.name + "> " + sampler.name + ";");
  }
  header.set("members", arguments).set("initializers", initializers).set("samplers", fields.text());
}

/// From records to answers.
static void setData(const DataWriter *written, Template &header) {
  if (!written) {
    header.when("data", false).when("dataLacks", false);
    return;
  }
  const DataWriter &data = *written;
  Writer lacks;
  for (const plan::Problem &problem : data.problems())
    lacks.line("// " + commentText(problem.message) + ".");
  header.set("recordStruct", data.recordStruct())
      .set("dataClass", data.classText())
      .set("answersOfData", data.answerNames())
      .set("lacks", lacks.text())
      .when("data", data.isThere())
      .when("dataLacks", !data.problems().empty());
}

std::string HeaderWriter::text() {
  bool hasArrays = false;
  for (const ir::Variable *query : queries)
    hasArrays = hasArrays || query->isArray();
  std::optional<DataWriter> data;
  const std::vector<std::string> known = knownOfRecords(unit.mechanism);
  const bool isVouched = !known.empty();
  Template header("mechanism.h");
  header.when("alone", certificate != nullptr);
  if (!certificate)
    header.set("composition", owner);
  if (certificate) {
    data.emplace(unit);
    if (unit.stream && llvm::any_of(queries, [&](const ir::Variable *query) {
          return unit.stream->hasLongRows(*query) && !(data->isThere() && data->holdsRecordsFor(*query));
        }))
      // Nobody could pass such a row.
      unit.stream->openEnd = nullptr;
    header.set("head", headComment(*certificate, unit.work, unit.stream.has_value(), data->isThere()))
        .set("mechanism", unit.mechanism.name)
        .set("program", programHash(unit.mechanism, unit.work));
  }
  header.set("space", space)
      .set("opened", opened)
      .set("mark", unmarked)
      .set("parameters", parameterMembers(unit))
      .set("outputTypes", outputTypes(unit.publications, unit.includes))
      .set("epsilon", commentText(ir::printPromoted(*unit.mechanism.guarantee.epsilon)))
      .set("answerComments", answerComments())
      .set("vouched", isVouched ? "Vouched, " : "")
      .set("vouching", isVouched ? "Vouched(), " : "")
      .set("vouchedStruct", isVouched ? vouchedStruct(known, data && data->isThere()) : "")
      .when("vouched", isVouched)
      .set("answers", answers(false))
      .set("usedAnswers", answers(true))
      .set("answerNames", answerNames())
      .set("unusedIfQuiet", unit.samplers.empty() ? "[[maybe_unused]] " : "")
      .set("declarations", StatementWriter(unit).declarations())
      .set("statements", StatementWriter(unit).body())
      .set("checks", Creation(unit).body())
      .set("countChecks", countChecks())
      .set("formatted", formatting(unit.publications, space))
      .when("arrays", hasArrays)
      .when("counts", llvm::any_of(queries, [](const ir::Variable *query) { return isCount(*query); }))
      .when("stream", unit.stream.has_value());
  const bool isEndless = unit.stream && unit.stream->openEnd;
  header.when("endless", isEndless)
      .set("horizon", isEndless ? commentText(unit.stream->openEnd->name) : "")
      .set("endlessMembers", isEndless ? endlessMembers(unit) : "")
      .set("endlessValues", isEndless ? endlessValues(unit) : "");
  setMembers(header);
  setData(data ? &*data : nullptr, header);
  if (unit.stream)
    StreamWriter(unit, *data).fill(header);
  // All that calls them is written.
  header.set("helpers", definitionsOf(unit.facilities, unit.work, unit.includes))
      .when("helpers", !unit.facilities.empty());
  return header.text(unit.includes);
}

std::string logarithmicPartText(const LogarithmicPart &part, Includes &includes, plan::Problems &problems) {
  plan::refuse(part.mechanism, problems);
  if (!problems.empty())
    return {};
  HeaderWriter writer(part);
  std::string text = writer.text();
  for (const plan::Problem &problem : writer.problems().sorted())
    problems.add("`" + part.call + "`: " + problem.message, problem.range);
  includes.add(writer.includes());
  return text;
}

std::string headerText(const report::Certificate &certificate, plan::Work work, plan::Problems &problems) {
  HeaderWriter writer(certificate, work);
  std::string text = writer.text();
  for (const plan::Problem &problem : writer.problems().sorted())
    problems.add(problem);
  return text;
}

} // namespace plumb::emit
