// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/bounds_header.h"

#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

/// As an enumerator of otp::Side.
static const char *sideOf(ir::Tail tail) {
  switch (tail) {
  case ir::Tail::TwoSided:
    return "TwoSided";
  case ir::Tail::OneSided:
    return "OneSided";
  case ir::Tail::Mirrored:
    return "Mirrored";
  case ir::Tail::Unknown:
    break;
  }
  llvm_unreachable("a tail that nothing computes");
}

/// Of a law: its estimator, what passes a threshold and, if it is one-sided, how often it stays below a gap.
static std::string functionsOf(const Sampler &sampler, ir::Tail tail) {
  return Template("noise_bounds.h")
      .set("noise", samplesOf(sampler) + ", noise of scale " + commentText(sampler.scaleText))
      .set("sampler", sampler.name)
      .set("law", sampler.name + "Law")
      .when("oneSided", tail == ir::Tail::OneSided)
      .when("mirrored", tail == ir::Tail::Mirrored)
      .text();
}

/// A member function: the bound for an answer about \p subject.
static std::string boundAbout(const std::string &subject, const std::string &name,
                              const std::string &guarantee, Steps steps) {
  return Template("bound.h")
      .set("subject", subject)
      .set("name", name)
      .set("guarantee", guarantee)
      .when("returns", steps == Steps::LeadBack)
      .when("known", steps != Steps::Unknown)
      .text();
}

/// The bound for questions about all answers, and about each query if they are not all alike.
static std::string boundsOf(const report::Certificate &certificate, const StepsOfQueries &steps) {
  const std::string guarantee = commentText(certificate.subject().guarantees().front());
  const std::vector<const ir::Variable *> queries =
      withRole(certificate.mechanism(), ir::Variable::Role::Query);
  const auto has = [&](Steps kind) {
    return llvm::any_of(queries, [&](const ir::Variable *query) { return steps.at(query) == kind; });
  };
  // Of several answers the best is asked about.
  const Steps ofAll = has(Steps::LeadOneWay) ? Steps::LeadOneWay
                      : has(Steps::Unknown)  ? Steps::Unknown
                                             : Steps::LeadBack;
  std::string names;
  for (std::size_t i = 0; i < queries.size(); ++i)
    names += (i == 0 ? "`" : i + 1 < queries.size() ? ", `" : " and `") + queries[i]->name + "`";
  std::string text = boundAbout(names, "atMost", guarantee, ofAll);
  if (!has(Steps::LeadBack) || ofAll == Steps::LeadBack)
    return text;
  for (const ir::Variable *query : queries)
    text +=
        "\n" + boundAbout("`" + query->name + "` alone", query->name + "AtMost", guarantee, steps.at(query));
  return text;
}

EmittedFile boundsHeader(const report::Certificate &certificate, const StepsOfQueries &steps) {
  Unit unit(certificate.mechanism());
  const std::string &mechanism = unit.mechanism.name;
  std::string arguments, parameters, initializers;
  Writer functions, scales, laws;
  ExpressionWriter writer(unit, Stage::Checked);
  for (const Sampler &sampler : unit.samplers) {
    const ir::Tail tail = ir::row(sampler.law).tail;
    if (tail == ir::Tail::Unknown)
      continue;
    const std::string &name = sampler.name, law = name + "Law";
    functions.line(functionsOf(sampler, tail) + "\n");
    scales.line("auto " + name + " = runtime::NoiseScale::create(" +
                writer.write(*sampler.scale, ValueType::Rational) + ");");
    scales.under("if (!" + name + ")", "return " + name + ".error();");
    arguments += ", {otp::Side::" + std::string(sideOf(tail)) + ", otp::Values::Integers, *" + name + "}";
    parameters += ", otp::NoiseLaw " + law + "Built";
    initializers += ", " + law + "(std::move(" + law + "Built))";
    laws.line("otp::NoiseLaw " + law + ";");
  }
  Includes includes;
  Template header("bounds.h");
  header.set("mechanism", mechanism)
      .set("space", "plumb::" + identifier(mechanism))
      .set("source", commentText(certificate.sourceName()))
      .set("sourceHash", certificate.sourceHash())
      .set("epsilon", writer.write(*unit.mechanism.guarantee.epsilon, ValueType::Rational))
      .set("scales", scales.text())
      .set("arguments", arguments)
      .set("parameters", parameters)
      .set("initializers", initializers)
      .set("laws", laws.text())
      .set("functions", functions.text())
      .set("bounds", boundsOf(certificate, steps))
      // Divisors in a scale are proved to be no zero, but the code that says so is not written twice.
      .when("divides", writer.usesIsDefined());
  if (writer.usesIsDefined())
    header.set("helpers", definitionsOf(unit.facilities, unit.work, includes));
  return {mechanism + "_bounds.h", header.text(includes)};
}

} // namespace plumb::emit
