// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/term.h"

#include <cassert>

namespace plumb::smt {

Operator Term::op() const {
  assert(node && "the invalid term was used");
  return node->op;
}

Sort Term::sort() const {
  assert(node && "the invalid term was used");
  return node->sort;
}

const std::vector<Term> &Term::arguments() const {
  assert(node && "the invalid term was used");
  return node->arguments;
}

const Rational &Term::number() const {
  assert(op() == Operator::Literal && "only literals are numbers");
  return node->number;
}

const Symbol &Term::symbol() const {
  assert(op() == Operator::Apply && "only applications have a symbol");
  return *node->symbol;
}

std::uint32_t Term::id() const {
  assert(node && "the invalid term was used");
  return node->id;
}

namespace {

std::size_t hashOf(const Node &node) {
  std::size_t hash = static_cast<std::size_t>(node.op) * 4 + static_cast<std::size_t>(node.sort);
  auto mix = [&hash](std::size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29); };
  for (Term argument : node.arguments)
    mix(argument.id());
  mix(mpz_get_ui(node.number.get_num_mpz_t()));
  mix(mpz_get_ui(node.number.get_den_mpz_t()));
  mix(static_cast<std::size_t>(sgn(node.number)));
  // An address, but it only chooses the bucket: equal nodes are found whatever the order in there.
  mix(reinterpret_cast<std::size_t>(node.symbol));
  return hash;
}

bool sameExceptId(const Node &a, const Node &b) {
  return a.op == b.op && a.sort == b.sort && a.symbol == b.symbol && a.arguments == b.arguments &&
         a.number == b.number;
}

} // namespace

TermStore::TermStore() {
  // Before everything else, so that the constants have the same ids in every store.
  boolean(true);
  boolean(false);
}

Term TermStore::intern(Node node) {
  const std::size_t hash = hashOf(node);
  auto [first, last] = table.equal_range(hash);
  for (auto entry = first; entry != last; ++entry)
    if (sameExceptId(*entry->second, node))
      return Term(entry->second);
  node.id = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(std::move(node));
  table.emplace(hash, &nodes.back());
  return Term(&nodes.back());
}

Term TermStore::intern(Operator op, Sort sort, std::vector<Term> arguments) {
  return intern(Node{op, sort, 0, std::move(arguments), Rational(), nullptr});
}

const Symbol &TermStore::freshSymbol(std::string_view name, std::vector<Sort> domain, Sort range) {
  assert(!name.empty() && "a symbol needs a name");
  std::string unique(name);
  while (!symbolNames.emplace(unique, 0).second)
    unique = std::string(name) + "!" + std::to_string(++symbolNames.at(std::string(name)));
  symbols.push_back(Symbol{std::move(unique), std::move(domain), range});
  return symbols.back();
}

Term TermStore::freshVariable(std::string_view name, Sort sort) {
  return apply(freshSymbol(name, {}, sort), {});
}

Term TermStore::boolean(bool value) {
  return intern(value ? Operator::True : Operator::False, Sort::Bool);
}

Term TermStore::integer(const Integer &value) {
  return literal(Rational(value), Sort::Int);
}

Term TermStore::integer(long value) {
  return literal(Rational(value), Sort::Int);
}

Term TermStore::real(const Rational &value) {
  return literal(value, Sort::Real);
}

Term TermStore::literal(const Rational &value, Sort sort) {
  assert(sort != Sort::Bool && "a number is no truth value");
  assert(sgn(value.get_den()) != 0 && "x/0 is no number");
  Rational lowest = value;
  lowest.canonicalize();
  assert((sort == Sort::Real || lowest.get_den() == 1) && "a fraction is no integer");
  return intern(Node{Operator::Literal, sort, 0, {}, std::move(lowest), nullptr});
}

Term TermStore::apply(const Symbol &symbol, std::vector<Term> arguments) {
  assert(arguments.size() == symbol.domain.size() && "a symbol is applied to as many terms as it takes");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    assert(arguments[i].sort() == symbol.domain[i] && "an argument has the sort of its place");
  return intern(Node{Operator::Apply, symbol.range, 0, std::move(arguments), Rational(), &symbol});
}

} // namespace plumb::smt
