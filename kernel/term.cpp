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

/// What an operator takes, as it stands beside its name.
struct Rule {
  enum class Sorts : std::uint8_t { Any, Bools, Ints, Equal, Numbers };
  std::size_t fewest, most;
  Sorts sorts;
  const char *complaint;

  bool isMet(const std::vector<Sort> &arguments) const {
    return fewest <= arguments.size() && arguments.size() <= most &&
           std::all_of(arguments.begin(), arguments.end(), [&](Sort sort) {
             return sorts == Sorts::Any || (sorts == Sorts::Bools && sort == Sort::Bool) ||
                    (sorts == Sorts::Ints && sort == Sort::Int) ||
                    (sorts >= Sorts::Equal && sort == arguments[0] &&
                     (sorts == Sorts::Equal || sort != Sort::Bool));
           });
  }
};

constexpr std::size_t any = std::size_t{0} - 1;
constexpr char junction[] = "'and' and 'or' take truth values",
               comparison[] = "a comparison takes two numbers of one sort",
               division[] = "'div' and 'mod' take two Ints", truth[] = "a truth value has no arguments";
/// In the order of the operators; of some, check() asks more.
constexpr Rule rules[] = {{0, 0, Rule::Sorts::Any, truth},
                          {0, 0, Rule::Sorts::Any, truth},
                          {0, 0, Rule::Sorts::Any, "a number has no arguments"},
                          {0, any, Rule::Sorts::Any, ""},
                          {0, 0, Rule::Sorts::Any, "a bound variable has no arguments"},
                          {1, 1, Rule::Sorts::Bools, "'not' takes one truth value"},
                          {0, any, Rule::Sorts::Bools, junction},
                          {0, any, Rule::Sorts::Bools, junction},
                          {2, 2, Rule::Sorts::Bools, "'=>' takes two truth values"},
                          {2, 2, Rule::Sorts::Equal, "'=' takes two terms of one sort"},
                          {2, 2, Rule::Sorts::Numbers, comparison},
                          {2, 2, Rule::Sorts::Numbers, comparison},
                          {1, any, Rule::Sorts::Numbers, "'+' takes numbers of one sort"},
                          {2, any, Rule::Sorts::Numbers, "'*' takes two or more numbers of one sort"},
                          {2, 2, Rule::Sorts::Ints, division},
                          {2, 2, Rule::Sorts::Ints, division},
                          {3, 3, Rule::Sorts::Any, "'ite' takes a truth value and two terms of one sort"},
                          {1, 1, Rule::Sorts::Ints, "'to_real' takes an Int"},
                          {2, 2, Rule::Sorts::Any, "'forall' takes a bound variable and a truth value"}};
static_assert(std::size(rules) == static_cast<std::size_t>(Operator::Forall) + 1);

} // namespace

std::size_t sizeOf(const mpq_class &number) {
  return mpz_size(number.get_num_mpz_t()) + mpz_size(number.get_den_mpz_t());
}

bool Terms::Order::operator()(Term left, Term right) const {
  const Node &a = (*terms)[left], &b = (*terms)[right];
  return std::tie(a.op, a.sort, a.label, a.arguments, a.number) <
         std::tie(b.op, b.sort, b.label, b.arguments, b.number);
}

Symbol Terms::symbol(const std::string &name, const std::vector<Sort> &domain, Sort range, Origin origin) {
  const auto [place, isNew] = names.emplace(name, Symbol{static_cast<std::uint32_t>(symbols.size())});
  if (isNew) {
    spend(costOfTerm + name.size() + domain.size());
    symbols.push_back({name, domain, range, origin});
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

/// The rule of each operator, as it stands beside its name; and the sort of the term.
void Terms::check(Node &node) const {
  const std::vector<Term> &arguments = node.arguments;
  const Rule &rule = rules[static_cast<std::size_t>(node.op)];
  std::vector<Sort> sorts;
  std::set<Term> open;
  for (Term argument : arguments) {
    sorts.push_back((*this)[argument].sort);
    open.insert((*this)[argument].open.begin(), (*this)[argument].open.end());
  }
  require(rule.isMet(sorts), rule.complaint);
  if (node.op == Operator::Number) {
    require(node.sort != Sort::Bool, "a number is an Int or a Real");
    require(node.sort == Sort::Real || node.number.get_den() == 1, "an Int is no fraction");
  } else if (node.op == Operator::Bound) {
    open.insert(Term{static_cast<std::uint32_t>(nodes.size())});
  } else if (node.op == Operator::Apply) {
    require(node.label < symbols.size(), "an application has no symbol");
    require(sorts.size() == symbols[node.label].domain.size(), "a symbol has another number of arguments");
    require(sorts == symbols[node.label].domain, "an argument of a symbol has another sort");
    node.sort = symbols[node.label].range;
  } else if (node.op == Operator::IfThenElse) {
    require(sorts[0] == Sort::Bool && sorts[1] == sorts[2], rule.complaint);
    node.sort = sorts[1];
  } else if (node.op == Operator::Divide || node.op == Operator::Modulo) {
    require((*this)[arguments[1]].op == Operator::Number && (*this)[arguments[1]].number > 0,
            "the divisor of 'div' and 'mod' is a positive number");
    node.sort = Sort::Int;
  } else {
    node.sort = node.op == Operator::ToReal                                 ? Sort::Real
                : node.op == Operator::Add || node.op == Operator::Multiply ? sorts[0]
                                                                            : Sort::Bool;
  }
  if (node.op == Operator::Forall) {
    require((*this)[arguments[0]].op == Operator::Bound && sorts[1] == Sort::Bool, rule.complaint);
    open.erase(arguments[0]);
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
