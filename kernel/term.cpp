// SPDX-License-Identifier: Apache-2.0
#include "kernel/term.h"

#include <algorithm>
#include <tuple>

namespace plumb::kernel {

namespace {

void require(bool condition, const char *rule) {
  if (!condition)
    throw Rejected(rule);
}

} // namespace

std::size_t sizeOf(const mpq_class &number) {
  return mpz_size(number.get_num_mpz_t()) + mpz_size(number.get_den_mpz_t());
}

bool Terms::Order::operator()(Term left, Term right) const {
  const Node &a = (*terms)[left], &b = (*terms)[right];
  return std::tie(a.op, a.sort, a.label, a.arguments, a.number) <
         std::tie(b.op, b.sort, b.label, b.arguments, b.number);
}

Symbol Terms::symbol(const std::string &name, const std::vector<Sort> &domain, Sort range) {
  const auto [place, isNew] = names.emplace(name, Symbol{static_cast<std::uint32_t>(symbols.size())});
  if (isNew) {
    spend(costOfTerm + name.size() + domain.size());
    symbols.push_back({name, domain, range});
  }
  const Signature &known = (*this)[place->second];
  require(known.domain == domain && known.range == range, "a symbol has two signatures");
  return place->second;
}

/// Like terms are found by looking for a new one among those that there are.
Term Terms::make(Operator op, std::vector<Term> arguments, std::uint32_t label, const mpq_class &number,
                 Sort sort) {
  Node node{op, sort, label, std::move(arguments), number};
  for (Term argument : node.arguments)
    require(static_cast<std::size_t>(argument) < nodes.size(), "an argument is not a term");
  check(node);
  const Term added{static_cast<std::uint32_t>(nodes.size())};
  spend(4 + node.arguments.size() + sizeOf(node.number));
  nodes.push_back(std::move(node));
  const auto [place, isNew] = table.insert(added);
  if (!isNew) {
    nodes.pop_back();
    return *place;
  }
  spend(costOfTerm);
  return added;
}

bool Terms::areNumbersOfOneSort(const std::vector<Term> &arguments) const {
  return std::all_of(arguments.begin(), arguments.end(), [&](Term argument) {
    return (*this)[argument].sort == (*this)[arguments.front()].sort && (*this)[argument].sort != Sort::Bool;
  });
}

/// The rule of each operator, as it stands beside its name; and the sort of the term.
void Terms::check(Node &node) const {
  const std::vector<Term> &arguments = node.arguments;
  const std::size_t count = arguments.size();
  auto sortOf = [&](std::size_t i) { return (*this)[arguments[i]].sort; };
  const bool areBools =
      std::all_of(arguments.begin(), arguments.end(), [&](Term a) { return (*this)[a].sort == Sort::Bool; });
  const bool areNumbers = areNumbersOfOneSort(arguments);
  // Of most operators; the others say theirs.
  if (node.op != Operator::Number && node.op != Operator::Bound)
    node.sort = Sort::Bool;
  std::set<Term> open;
  for (Term argument : arguments)
    open.insert((*this)[argument].open.begin(), (*this)[argument].open.end());
  switch (node.op) {
  case Operator::True:
  case Operator::False:
    require(count == 0, "a truth value has no arguments");
    break;
  case Operator::Number:
    require(count == 0 && node.sort != Sort::Bool, "a number is an Int or a Real");
    require(node.sort == Sort::Real || node.number.get_den() == 1, "an Int is no fraction");
    break;
  case Operator::Apply: {
    require(node.label < symbols.size(), "an application has no symbol");
    const Signature &signature = symbols[node.label];
    require(count == signature.domain.size(), "a symbol has another number of arguments");
    for (std::size_t i = 0; i < count; ++i)
      require(sortOf(i) == signature.domain[i], "an argument of a symbol has another sort");
    node.sort = signature.range;
    break;
  }
  case Operator::Bound:
    require(count == 0, "a bound variable has no arguments");
    open.insert(Term{static_cast<std::uint32_t>(nodes.size())});
    break;
  case Operator::Not:
    require(count == 1 && areBools, "'not' takes one truth value");
    break;
  case Operator::And:
  case Operator::Or:
    require(areBools, "'and' and 'or' take truth values");
    break;
  case Operator::Implies:
    require(count == 2 && areBools, "'=>' takes two truth values");
    break;
  case Operator::Equal:
    require(count == 2 && sortOf(0) == sortOf(1), "'=' takes two terms of one sort");
    break;
  case Operator::LessEqual:
  case Operator::Less:
    require(count == 2 && areNumbers, "a comparison takes two numbers of one sort");
    break;
  case Operator::Add:
    require(count >= 1 && areNumbers, "'+' takes numbers of one sort");
    node.sort = sortOf(0);
    break;
  case Operator::Multiply:
    require(count >= 2 && areNumbers, "'*' takes two or more numbers of one sort");
    node.sort = sortOf(0);
    break;
  case Operator::Divide:
  case Operator::Modulo:
    require(count == 2 && areNumbers && sortOf(0) == Sort::Int, "'div' and 'mod' take two Ints");
    require((*this)[arguments[1]].op == Operator::Number && (*this)[arguments[1]].number > 0,
            "the divisor of 'div' and 'mod' is a positive number");
    node.sort = Sort::Int;
    break;
  case Operator::IfThenElse:
    require(count == 3 && sortOf(0) == Sort::Bool && sortOf(1) == sortOf(2),
            "'ite' takes a truth value and two terms of one sort");
    node.sort = sortOf(1);
    break;
  case Operator::ToReal:
    require(count == 1 && sortOf(0) == Sort::Int, "'to_real' takes an Int");
    node.sort = Sort::Real;
    break;
  case Operator::Forall:
    require(count == 2 && (*this)[arguments[0]].op == Operator::Bound && sortOf(1) == Sort::Bool,
            "'forall' takes a bound variable and a truth value");
    open.erase(arguments[0]);
    break;
  }
  require(open.size() <= openLimit, "a term has too many bound variables");
  node.open.assign(open.begin(), open.end());
}

Term Terms::minus(Term a) {
  const Sort sort = (*this)[a].sort;
  return multiply({sort == Sort::Int ? integer(-1) : real(-1), a});
}

std::set<Term> Terms::subterms(Term root, bool outside) const {
  std::set<Term> all{root};
  // An argument has a smaller place, so that walking down the set meets all of them.
  for (auto at = all.rbegin(); at != all.rend(); ++at)
    if (!outside || (*this)[*at].op != Operator::Forall)
      all.insert((*this)[*at].arguments.begin(), (*this)[*at].arguments.end());
  spend(4 * all.size());
  return all;
}

Term Terms::instance(Term body, Term variable, Term value) {
  require((*this)[variable].op == Operator::Bound, "only a bound variable is replaced");
  require((*this)[value].open.empty(), "what is put for a bound variable contains one");
  require((*this)[value].sort == (*this)[variable].sort, "what is put for a bound variable has another sort");
  return replaced(body, {{variable, value}});
}

Term Terms::replaced(Term from, const std::map<Term, Term> &values) {
  std::map<Term, Term> now;
  for (Term term : subterms(from)) {
    const Node &node = (*this)[term];
    std::vector<Term> arguments;
    for (Term argument : node.arguments)
      arguments.push_back(now.at(argument));
    const bool bindsPart = node.op == Operator::Forall && values.count(node.arguments[0]) != 0;
    const auto value = values.find(term);
    now[term] = value != values.end() ? value->second
                : bindsPart || arguments == node.arguments
                    ? term
                    : make(node.op, std::move(arguments), node.label, node.number, node.sort);
  }
  return now.at(from);
}

} // namespace plumb::kernel
