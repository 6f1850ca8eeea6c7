// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/defined_numbers.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/writer.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::emit {

DefinedNumbers::DefinedNumbers(const ir::Composition &subject, Terms &shared)
    : composition(subject), terms(shared), powers(subject, {}), numbers(powers.definitions()) {
  checkNames();
}

/// The struct Parameters has the names of a mechanism, and what is computed from them has those of a channel.
void DefinedNumbers::checkNames() {
  for (const ir::Channel::Parameter &parameter : numbers.parameters)
    if (!composition.definitions.empty() && channelIdentifier(parameter.name) != identifier(parameter.name))
      terms.problems.add("the code that computes with powers of e needs the name `" + parameter.name +
                             "` for itself; choose another one",
                         parameter.range);
}

bool DefinedNumbers::isReadBy(const ir::Expression &term) const {
  return llvm::any_of(composition.definitions, [&](const ir::Definition &definition) {
    return ir::reads(term, *definition.variable);
  });
}

void DefinedNumbers::tell(const plan::Problems &found, const std::string &what, SourceRange range) {
  for (const plan::Problem &problem : found.sorted())
    terms.problems.add(what + ": " + problem.message, range);
}

std::string DefinedNumbers::body(ChannelTerms &used, const std::string &ending) {
  terms.includes.add("\"plumb/runtime/local/powers.h\"");
  std::string defined;
  for (std::size_t i = numbers.definitions.size(); i-- > 0;)
    if (used.definitions().count(i) != 0)
      defined = "const Number " + channelIdentifier(numbers.definitions[i].name) + " = " +
                used.number(*numbers.definitions[i].value).text + ";\n" + defined;
  Writer lines;
  lines.line("using namespace runtime::local;");
  lines.line("const auto powers = runtime::local::Powers::create({" + joined(used.exponents()) + "});");
  lines.under("if (!powers)", "return powers.error();");
  for (const std::size_t number : used.parameters()) {
    const std::string name = channelIdentifier(numbers.parameters[number].name);
    lines.line("const Number " + name + "(parameters." + name + ");");
  }
  return lines.line(defined).line(ending).text();
}

static const char *const noTerm =
    "it is no sum, product or quotient of numbers, parameters and what is defined, and has no exact code";

std::string DefinedNumbers::logarithm(const ir::Expression &budget, const std::string &call) {
  plan::Problems found;
  ChannelTerms used(numbers, found);
  std::string text;
  if (const auto power = powers.power(budget)) {
    const std::string value = used.number(*power).text;
    text = body(used, "return runtime::Logarithm::create(*powers, " + value + ");");
  } else {
    found.add("`" + ir::printPromoted(budget) +
                  "` is no sum of multiples of parameters and logarithms, and its power of e cannot be drawn "
                  "exactly",
              budget.range());
  }
  tell(found, "`" + call + "`", budget.range());
  terms.includes.add("\"plumb/runtime/logarithm.h\"");
  return text;
}

std::string DefinedNumbers::coin(const ir::Expression &probability) {
  plan::Problems found;
  ChannelTerms used(numbers, found);
  std::string text;
  if (const auto bias = powers.number(probability)) {
    const std::string value = used.number(*bias).text;
    text = body(used, "return runtime::local::Coins::create(*powers, " + value + ");");
  } else {
    found.add(noTerm, probability.range());
  }
  tell(found, "the probability `" + ir::printPromoted(probability) + "` of the sample", probability.range());
  terms.includes.add("\"plumb/runtime/local/coins.h\"");
  return text;
}

std::string DefinedNumbers::price(const ir::Expression &total) {
  plan::Problems found;
  ChannelTerms used(numbers, found);
  std::string text;
  if (const auto power = powers.power(total)) {
    const std::string raised = used.raisePrice(*power->operands.front());
    text = body(used, "Rational price;\n" + raised +
                          "// What the parts cost is rounded up, too, each by less than this.\n"
                          "return price + Rational(1) / Rational(Wide{1} << 40);");
  } else {
    found.add(noTerm, total.range());
  }
  tell(found, "the guarantee `" + ir::printPromoted(total) + "`", total.range());
  return text;
}

} // namespace plumb::emit
