// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace plumb::smt {

namespace {

std::string_view operatorName(Operator op) {
  switch (op) {
  case Operator::Not:
    return "not";
  case Operator::And:
    return "and";
  case Operator::Or:
    return "or";
  case Operator::Implies:
    return "=>";
  case Operator::Equal:
    return "=";
  case Operator::LessEqual:
    return "<=";
  case Operator::Less:
    return "<";
  case Operator::Add:
    return "+";
  case Operator::Multiply:
    return "*";
  case Operator::Divide:
    return "div";
  case Operator::Modulo:
    return "mod";
  case Operator::IfThenElse:
    return "ite";
  case Operator::ToReal:
    return "to_real";
  case Operator::True:
  case Operator::False:
  case Operator::Literal:
  case Operator::Apply:
    break;
  }
  assert(false && "a leaf has no operator name");
  return "";
}

// SMT-LIB has no negative literals, and a Real literal has a point.
std::string literalText(const Rational &number, Sort sort) {
  if (number < 0)
    return "(- " + literalText(-number, sort) + ")";
  std::string numerator = number.get_num().get_str();
  if (sort == Sort::Int)
    return numerator;
  if (number.get_den() == 1)
    return numerator + ".0";
  return "(/ " + numerator + ".0 " + number.get_den().get_str() + ".0)";
}

bool isLeaf(Term term) {
  return term.arguments().empty();
}

std::string leafText(Term term) {
  switch (term.op()) {
  case Operator::True:
    return "true";
  case Operator::False:
    return "false";
  case Operator::Literal:
    return literalText(term.number(), term.sort());
  case Operator::Apply:
    return smtLibSymbol(term.symbol().name);
  case Operator::Not:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Equal:
  case Operator::LessEqual:
  case Operator::Less:
  case Operator::Add:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Modulo:
  case Operator::IfThenElse:
  case Operator::ToReal:
    break;
  }
  assert(false && "no leaf");
  return "";
}

bool isMinus(Term term) {
  return term.op() == Operator::Multiply && term.arguments()[0].op() == Operator::Literal &&
         term.arguments()[0].number() == -1;
}

/// Prints one term, with the subterms that occur often under names of their own.
class TermPrinter {
public:
  explicit TermPrinter(Term printed) : root(printed), parts(subterms({printed})) {}

  std::string print();

private:
  bool isTreeSmall() const;
  void nameSharedParts();
  void write(Term term, bool byDefinition);

  Term root;
  std::vector<Term> parts;
  std::unordered_map<Term, std::string, TermHash> names;
  /// Named parts by nesting: those of level n use names of lower levels only.
  std::vector<std::vector<Term>> levels;
  std::string text;
};

// Printed as a tree, a graph of n nodes may need 2^n.
bool TermPrinter::isTreeSmall() const {
  constexpr std::uint64_t limit = 256;
  std::unordered_map<Term, std::uint64_t, TermHash> size;
  for (Term part : parts) {
    std::uint64_t sum = 1;
    for (Term argument : part.arguments())
      sum = std::min(limit + 1, sum + size.at(argument));
    size.emplace(part, sum);
  }
  return size.at(root) <= limit;
}

void TermPrinter::nameSharedParts() {
  std::unordered_map<Term, unsigned, TermHash> uses;
  for (Term part : parts)
    for (Term argument : part.arguments())
      ++uses[argument];
  std::unordered_map<Term, std::size_t, TermHash> nesting;
  for (Term part : parts) {
    std::size_t level = 0;
    for (Term argument : part.arguments())
      level = std::max(level, nesting.at(argument) + (names.count(argument) ? 1 : 0));
    nesting.emplace(part, level);
    if (isLeaf(part) || part == root || uses[part] < 2)
      continue;
    names.emplace(part, "$s" + std::to_string(names.size()));
    levels.resize(std::max(levels.size(), level + 1));
    levels[level].push_back(part);
  }
}

void TermPrinter::write(Term term, bool byDefinition) {
  // A closing bracket is an invalid Term.
  std::vector<Term> pending = {term};
  bool first = true;
  while (!pending.empty()) {
    const Term next = pending.back();
    pending.pop_back();
    if (!next.isValid()) {
      text += ')';
      continue;
    }
    if (!first)
      text += ' ';
    const auto name = names.find(next);
    if (name != names.end() && !(first && byDefinition)) {
      text += name->second;
    } else if (isLeaf(next)) {
      text += leafText(next);
    } else {
      text += '(';
      text += isMinus(next)                  ? "-"
              : next.op() == Operator::Apply ? smtLibSymbol(next.symbol().name)
                                             : std::string(operatorName(next.op()));
      pending.emplace_back();
      const auto &arguments = next.arguments();
      pending.insert(pending.end(), arguments.rbegin(), arguments.rend() - (isMinus(next) ? 1 : 0));
    }
    first = false;
  }
}

std::string TermPrinter::print() {
  if (!isTreeSmall())
    nameSharedParts();
  for (const std::vector<Term> &level : levels) {
    text += "(let (";
    for (Term part : level) {
      text += (part == level.front() ? "(" : " (") + names.at(part) + " ";
      write(part, true);
      text += ')';
    }
    text += ") ";
  }
  write(root, true);
  return text.append(levels.size(), ')');
}

} // namespace

std::string toSmtLib(Term term) {
  return TermPrinter(term).print();
}

} // namespace plumb::smt
