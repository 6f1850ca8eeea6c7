// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/bounds_header.h"

#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"

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

/// Of a law: what it is called, its estimator and, if it is one-sided, how often it stays below a gap.
static std::string functionsOf(const Sampler &sampler, const std::string &law) {
  std::string what = samplesOf(sampler) + ", noise of scale " + commentText(sampler.scaleText);
  std::string text =
      "  /// An answer read off its noisy value, for " + what +
      ": what to subtract,\n"
      "  /// and the bias, variance and errors of the result, which do not depend on the data.\n"
      "  otp::Estimator " +
      sampler.name +
      "Estimator(otp::Correction correction = otp::Correction::Mean) const {\n    return otp::estimator(" +
      law + ", correction);\n  }\n";
  text += "  /// Pr[answer + x < threshold], or whatever comparison is asked about, for " + what +
          ".\n  otp::Interval " + sampler.name +
          "Passes(otp::Comparison comparison, const Rational &answer, const Rational &threshold) const {\n"
          "    return otp::probabilityThat(comparison, answer, threshold, " +
          law + ");\n  }\n";
  const ir::Tail tail = ir::row(sampler.law).tail;
  if (tail == ir::Tail::TwoSided)
    return text;
  bool isBelow = tail == ir::Tail::OneSided;
  return text + "  /// P[|x| < gap] for " + what + ": how often an answer f that is \\p gap\n  /// " +
         (isBelow
              ? "below a threshold T stays below it with its noise. For `f + x < T` the gap is T - f, for\n"
                "  /// `f + x <= T` it is T - f + 1"
              : "above a threshold T stays above it with its noise. For `f + x > T` the gap is f - T, for\n"
                "  /// `f + x >= T` it is f - T + 1") +
         ".\n  otp::Interval " + sampler.name +
         "Within(const Rational &gap) const { return otp::achievedByGeometric(gap, " + law + ".scale); }\n";
}

/// A member function: the bound for an answer about \p subject.
std::string boundAbout(const std::string &subject, const std::string &name, const std::string &guarantee,
                       bool returns) {
  std::string text = "  /// The most that any mechanism with this guarantee, " + guarantee +
                     ", can do for a question about\n  /// " + subject +
                     ": the probability of an answer that is never wrongly given, where it is right.\n";
  text +=
      returns
          ? "  ///\n"
            "  /// It is 0: wherever neighbour steps lead, others lead back to the answers as before, so "
            "that\n"
            "  /// this is differential privacy (section 4.2 and Theorem 8 of \"Asymmetric Differential "
            "Privacy\").\n"
          : "  /// (Theorem 9 of \"Asymmetric Differential Privacy\".) Where neighbour steps also lead back, "
            "from\n"
            "  /// the data at hand to data for which the answer would be wrong, it is 0.\n";
  return text +
         "  ///\n"
         "  /// \\param steps the fewest neighbour steps from data for which the answer would be wrong to "
         "the "
         "data at hand\n"
         "  otp::Interval " +
         name + "(std::uint64_t steps) const { return otp::" + (returns ? "dpUpperBound" : "adpUpperBound") +
         "(epsilon, steps); }\n";
}

/// The bound for questions about all answers, and about each query if they are not all alike.
std::string boundsOf(const report::Certificate &certificate, const QueriesThatReturn &returning) {
  const std::string guarantee = commentText(certificate.guarantee());
  std::vector<const ir::Variable *> queries;
  for (const auto &variable : certificate.mechanism().variables)
    if (variable->role == ir::Variable::Role::Query)
      queries.push_back(variable.get());
  const bool allReturn = returning.size() == queries.size();
  std::string names;
  for (std::size_t i = 0; i < queries.size(); ++i)
    names += (i == 0 ? "`" : i + 1 < queries.size() ? ", `" : " and `") + queries[i]->name + "`";
  std::string text = boundAbout(names, "atMost", guarantee, allReturn);
  if (returning.empty() || allReturn)
    return text;
  for (const ir::Variable *query : queries)
    text += "\n" + boundAbout("`" + query->name + "` alone", query->name + "AtMost", guarantee,
                              returning.count(query) != 0);
  return text;
}

EmittedFile boundsHeader(const report::Certificate &certificate, const QueriesThatReturn &returning) {
  Unit unit(certificate.mechanism());
  const std::string &name = unit.mechanism.name;
  std::string functions, built, arguments, parameters, initializers, fields;
  ExpressionWriter writer(unit, Stage::Checked);
  for (const Sampler &sampler : unit.samplers) {
    const ir::Tail tail = ir::row(sampler.law).tail;
    if (tail == ir::Tail::Unknown)
      continue;
    const std::string law = sampler.name + "Law";
    functions += functionsOf(sampler, law) + "\n";
    built += "    auto " + sampler.name + " = runtime::NoiseScale::create(" +
             writer.write(*sampler.scale, ValueType::Rational) + ");\n    if (!" + sampler.name +
             ")\n      return " + sampler.name + ".error();\n";
    arguments +=
        ", {otp::Side::" + std::string(sideOf(tail)) + ", otp::Values::Integers, *" + sampler.name + "}";
    parameters += ", otp::NoiseLaw " + law + "Built";
    initializers += ", " + law + "(std::move(" + law + "Built))";
    fields += "  otp::NoiseLaw " + law + ";\n";
  }
  std::string epsilon = writer.write(*unit.mechanism.guarantee.epsilon, ValueType::Rational);
  // Divisors in a scale are proved to be no zero, but the code that says so is not written twice.
  std::string flag = writer.usesIsDefined() ? "    bool isDefined = true;\n" : "";
  std::string guard = "PLUMB_MECHANISM_" + name + "_BOUNDS_H", space = "plumb::" + identifier(name);
  std::string text =
      "/// \\file\n/// How good the answers of the mechanism `" + name +
      "` can be, and are: enclosures of exact numbers, which depend\n"
      "/// on public parameters only.\n///\n"
      "/// Generated by Plumb from " +
      commentText(certificate.sourceName()) + " (SHA-256 " + certificate.sourceHash() + ").\n\n#ifndef " +
      guard + "\n#define " + guard + "\n\n#include \"" + name +
      ".h\"\n#include \"plumb/runtime/otp/achieved.h\"\n#include "
      "\"plumb/runtime/otp/comparison.h\"\n#include \"plumb/runtime/otp/estimator.h\"\n"
      "#include \"plumb/runtime/otp/upper_bounds.h\"\n\n#include <cstdint>\n#include "
      "<utility>\n\nnamespace " +
      space +
      " {\n\nnamespace otp = runtime::otp;\n\n/// For one choice of parameters. Immutable.\nclass Bounds "
      "{\npublic:\n"
      "  /// An error value if Mechanism::create gives one, or if eps is too large to matter.\n"
      "  static runtime::Expected<Bounds> create(const Parameters &parameters) {\n"
      "    if (auto mechanism = Mechanism::create(parameters); !mechanism)\n      return "
      "mechanism.error();\n" +
      flag + "    auto eps = otp::Epsilon::create(" + epsilon +
      ");\n    if (!eps)\n      return eps.error();\n" + built +
      (flag.empty() ? ""
                    : "    if (!isDefined)\n      return runtime::Error{\"a scale is not defined\"};\n") +
      "    return Bounds(*eps" + arguments + ");\n  }\n\n" + functions + boundsOf(certificate, returning) +
      "\nprivate:\n" + (flag.empty() ? "" : definitionsOf(unit.facilities)) +
      "  explicit Bounds(otp::Epsilon eps" + parameters + ")\n      : epsilon(std::move(eps))" +
      initializers + " {}\n\n  otp::Epsilon epsilon;\n" + fields + "};\n\n} // namespace " + space +
      "\n\n#endif // " + guard + "\n";
  return {name + "_bounds.h", std::move(text)};
}

} // namespace plumb::emit
