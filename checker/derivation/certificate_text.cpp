// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/certificate_text.h"

#include "kernel/certificate.h"

#include <algorithm>
#include <vector>

namespace plumb::derivation {

using kernel::Operator;
using kernel::Source;
using kernel::Term;

const std::string_view certificateHead = "plumb-evidence 2\n", certificateEnd = "done\n";

namespace {

/// Names in a certificate are printable, without spaces; other bytes become % and two digits.
std::string named(std::string_view name) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c > ' ' && c <= '~' && c != '%')
      text += c;
    else
      (text += '%').append({digits[byte / 16], digits[byte % 16]});
  }
  return text;
}

} // namespace

std::string textEntry(std::string_view word, const std::string &program) {
  std::string text = program;
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  return std::string(word) + " " + std::to_string(std::count(text.begin(), text.end(), '\n')) + "\n" + text;
}

std::string subjectEntry(std::string_view name) {
  return "subject " + named(name) + "\n";
}

SubjectText::SubjectText(const kernel::Terms &ofTerms, std::string entry)
    : terms(ofTerms), lines(std::move(entry)) {}

std::string SubjectText::number(Term term) const {
  return std::to_string(numbers.at(term));
}

std::string SubjectText::symbol(kernel::Symbol symbol) {
  const auto [place, isNew] = symbols.emplace(symbol, symbols.size());
  if (isNew) {
    const kernel::Signature &signature = terms[symbol];
    lines += "symbol " + named(signature.name);
    for (kernel::Sort sort : signature.domain)
      (lines += ' ') += kernel::wordOf(sort);
    ((lines += ' ') += kernel::wordOf(signature.range)) += '\n';
  }
  return std::to_string(place->second);
}

/// Arguments first.
void SubjectText::define(Term term) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    const std::vector<Term> &arguments = terms[next].arguments;
    const std::size_t before = open.size();
    if (!numbers.count(next))
      std::copy_if(arguments.rbegin(), arguments.rend(), std::back_inserter(open),
                   [&](Term argument) { return !numbers.count(argument); });
    if (open.size() > before)
      continue;
    open.pop_back();
    if (!numbers.count(next))
      defineAlone(next);
  }
}

void SubjectText::defineAlone(Term term) {
  const kernel::Node &node = terms[term];
  std::string line(kernel::wordOf(node.op));
  if (node.op == Operator::Number)
    ((line += ' ') += kernel::wordOf(node.sort)) += " " + node.number.get_str();
  if (node.op == Operator::Bound)
    ((line += ' ') += kernel::wordOf(node.sort)) += " " + std::to_string(node.label);
  if (node.op == Operator::Apply)
    line += " " + symbol(kernel::Symbol{node.label});
  for (Term argument : node.arguments)
    line += " " + number(argument);
  lines += line + "\n";
  numbers.emplace(term, numbers.size());
}

std::string SubjectText::sourceText(const Source &source) const {
  std::string text(1, kernel::letterOf(source.kind));
  text += source.kind == Source::Kind::Derived ? std::to_string(source.first) : number(Term{source.first});
  return source.hasTwo() ? text + ":" + number(source.second) : text;
}

std::string SubjectText::stepText(const Step &step) const {
  std::string text(kernel::wordOf(step.kind));
  for (const auto &[factor, source] : step.sources)
    text += (step.kind == Step::Kind::Sum ? " " + factor.get_str() : "") + " " + sourceText(source);
  for (Term term : step.terms)
    text += " " + number(term);
  return text + "\n";
}

void SubjectText::addShown(const kernel::Obligation &obligation, const Steps &steps) {
  for (Term hypothesis : obligation.hypotheses)
    define(hypothesis);
  define(obligation.goal);
  for (const Step &step : steps) {
    for (Term term : step.terms)
      define(term);
    for (const auto &[factor, source] : step.sources) {
      if (source.kind != Source::Kind::Derived)
        define(Term{source.first});
      if (source.hasTwo())
        define(source.second);
    }
  }
  lines += "obligation " + named(obligation.name) + " " + number(obligation.goal);
  for (Term hypothesis : obligation.hypotheses)
    lines += " " + number(hypothesis);
  lines += "\n";
  for (const Step &step : steps)
    lines += stepText(step);
  lines += "end\n";
}

void SubjectText::addReached(unsigned line, std::size_t alternative, const Values &values) {
  std::string block = "reached " + std::to_string(line) + " " + std::to_string(alternative) + "\n";
  for (const auto &[application, value] : values) {
    block += "is " + symbol(application.first);
    for (const mpq_class &argument : application.second)
      block += " " + argument.get_str();
    block += " " + value.get_str() + "\n";
  }
  lines += block + "end\n";
}

void SubjectText::addBelieved(std::string_view name) {
  lines += "believed " + named(name) + "\n";
}

void SubjectText::addElsewhere(std::string_view name, std::string_view who) {
  lines += "elsewhere " + named(name) + " " + named(who) + "\n";
}

} // namespace plumb::derivation
