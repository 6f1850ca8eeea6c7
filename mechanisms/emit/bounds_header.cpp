// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/bounds_header.h"

#include "frontend/ir/law.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/claim_writer.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/mark.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
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

/// What was written calls functions.
static void setHelpers(Template &header, const Terms &terms, Includes &includes) {
  header.when("helpers", !terms.facilities.empty());
  if (!terms.facilities.empty())
    header.set("helpers", definitionsOf(terms.facilities, plan::Work::Fast, includes));
}

/// And so not of what a composition defines.
static bool isFractionOfParameters(const ir::Composition &composition, const ir::Expression &term) {
  return !ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && ir::isDefined(composition, read->variable);
  });
}

EmittedFile boundsHeader(const report::Certificate &certificate, const StepsOfQueries &steps,
                         const std::vector<claims::ClaimTerms> &claims) {
  Unit unit(certificate.mechanism());
  const std::string &mechanism = unit.mechanism.name;
  std::vector<std::string> arguments = {"*eps"}, parameters = {"otp::Epsilon eps"},
                           initializers = {"epsilon(std::move(eps))"};
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
    arguments.push_back("{otp::Side::" + std::string(sideOf(tail)) + ", otp::Values::Integers, *" + name +
                        "}");
    parameters.push_back("otp::NoiseLaw " + law + "Built");
    initializers.push_back(law + "(std::move(" + law + "Built))");
    laws.line("otp::NoiseLaw " + law + ";");
  }
  ClaimWriter claimed(unit, *unit.mechanism.guarantee.epsilon);
  claimed.add(unit.mechanism, claims);
  llvm::append_range(arguments, claimed.arguments());
  llvm::append_range(parameters, claimed.parameters());
  llvm::append_range(initializers, claimed.initializers());
  Includes includes;
  includes.add(unit.includes);
  Template header("bounds.h");
  header.set("mechanism", mechanism)
      .set("space", "plumb::" + identifier(mechanism))
      .set("opened", openedSpace(mechanism))
      .set("mark", unmarked)
      .set("source", commentText(certificate.sourceName()))
      .set("sourceHash", certificate.sourceHash())
      .set("epsilon", writer.write(*unit.mechanism.guarantee.epsilon, ValueType::Rational))
      .set("scales", scales.text())
      .set("arguments", joined(arguments, ",\n"))
      .set("parameters", joined(parameters, ",\n"))
      .set("initializers", joined(initializers, ",\n"))
      .set("laws", laws.text())
      .set("functions", functions.text())
      .set("bounds", boundsOf(certificate, steps))
      .set("claims", claimed.empty() ? "" : claimed.accessors() + "\n")
      .set("claimCreations", claimed.creations())
      .set("claimTerms", claimed.empty() ? "" : claimed.functions() + "\n")
      .set("claimMembers", claimed.members())
      .when("claims", !claimed.empty())
      // Divisors in a scale are proved to be no zero, but the code that says so is not written twice.
      .when("divides", writer.usesIsDefined());
  setHelpers(header, unit, includes);
  return {mechanism + "_bounds.h", marked(header.text(includes), "")};
}

std::optional<EmittedFile> boundsHeader(const report::Certificate &certificate,
                                        const ir::Composition &composition,
                                        const std::vector<std::vector<claims::ClaimTerms>> &claims) {
  const ir::ExpressionPtr &epsilon = composition.guarantee.epsilon;
  // On a sample no bound is known for answers about all records.
  if (!epsilon || composition.sampling || !isFractionOfParameters(composition, *epsilon))
    return std::nullopt;
  Terms terms(ir::Setting::alone(composition.head));
  ClaimWriter claimed(terms, *epsilon);
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    const ClaimingPart part{composition, composition.parts[i], i + 1};
    claimed.add(*part.part.mechanism, claims[i], &part);
  }
  if (claimed.empty())
    return std::nullopt;
  const std::string &name = composition.head.name;
  Includes includes;
  includes.add(terms.includes);
  Template header("composition_bounds.h");
  header.set("composition", name)
      .set("space", "plumb::" + identifier(name))
      .set("opened", openedSpace(name))
      .set("mark", unmarked)
      .set("source", commentText(certificate.sourceName()))
      .set("sourceHash", certificate.sourceHash())
      .set("guarantee", commentText(certificate.subject().guarantees().front()))
      .set("creations", claimed.creations())
      .set("arguments", joined(claimed.arguments(), ",\n"))
      .set("claims", claimed.accessors())
      .set("terms", claimed.functions())
      .set("parameters", joined(claimed.parameters(), ",\n"))
      .set("initializers", joined(claimed.initializers(), ",\n"))
      .set("members", claimed.members());
  setHelpers(header, terms, includes);
  return EmittedFile{name + "_bounds.h", marked(header.text(includes), "")};
}

} // namespace plumb::emit
