// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/certificate_text.h"

#include "kernel/certificate.h"

#include <algorithm>
#include <vector>

namespace plumb::derivation {

using kernel::Operator;
using kernel::Source;
using kernel::Term;

const std::string_view certificateHead = "plumb-evidence 1\n", certificateEnd = "done\n";

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

std::string_view wordOf(Step::Kind kind) {
  switch (kind) {
  case Step::Kind::Unit:
    return "unit";
  case Step::Kind::Whole:
    return "whole";
  case Step::Kind::Apart:
    return "apart";
  case Step::Kind::Alike:
    return "alike";
  case Step::Kind::Split:
    return "split";
  case Step::Kind::Sum:
    return "sum";
  case Step::Kind::Times:
    return "times";
  case Step::Kind::Multiple:
    return "multiple";
  case Step::Kind::Round:
    return "round";
  }
}

char letterOf(Source::Kind kind) {
  switch (kind) {
  case Source::Kind::Fact:
    return 'f';
  case Source::Kind::Derived:
    return 'r';
  case Source::Kind::Choice:
    return 'i';
  case Source::Kind::Low:
    return 'l';
  case Source::Kind::High:
    return 'h';
  case Source::Kind::Remainder:
    return 'm';
  case Source::Kind::Congruence:
    return 'c';
  }
}

bool hasSecond(Source::Kind kind) {
  return kind == Source::Kind::Remainder || kind == Source::Kind::Congruence;
}

} // namespace

std::string programEntry(const std::string &program) {
  std::string text = program;
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  return "program " + std::to_string(std::count(text.begin(), text.end(), '\n')) + "\n" + text;
}

SubjectText::SubjectText(const kernel::Terms &ofTerms, std::string_view name)
    : terms(ofTerms), lines("subject " + named(name) + "\n") {}

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
  std::string text(1, letterOf(source.kind));
  text += source.kind == Source::Kind::Derived ? std::to_string(source.first) : number(Term{source.first});
  return hasSecond(source.kind) ? text + ":" + number(source.second) : text;
}

std::string SubjectText::stepText(const Step &step) const {
  std::string text(wordOf(step.kind));
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
      if (hasSecond(source.kind))
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

void SubjectText::addBelieved(std::string_view name) {
  lines += "believed " + named(name) + "\n";
}

void SubjectText::addElsewhere(std::string_view name, std::string_view who) {
  lines += "elsewhere " + named(name) + " " + named(who) + "\n";
}

} // namespace plumb::derivation
