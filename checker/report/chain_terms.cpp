// SPDX-License-Identifier: Apache-2.0
#include "checker/report/chain_terms.h"

#include "checker/relational/quantified.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::report {

using ir::BinaryOperator;
using ir::ExpressionPtr;
using kernel::Operator;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Term;
using relational::Reading;

namespace {

ir::Sort sortOf(kernel::Sort sort) {
  switch (sort) {
  case kernel::Sort::Bool:
    return ir::Sort::Bool;
  case kernel::Sort::Int:
    return ir::Sort::Int;
  case kernel::Sort::Real:
    return ir::Sort::Real;
  }
  llvm_unreachable("all sorts are handled");
}

ExpressionPtr number(const mpq_class &value) {
  return std::make_unique<ir::Number>(value, value.get_den() == 1 ? ir::Sort::Int : ir::Sort::Real,
                                      SourceRange());
}

ExpressionPtr binary(BinaryOperator op, ir::Sort sort, ExpressionPtr left, ExpressionPtr right) {
  return std::make_unique<ir::Binary>(op, sort, std::move(left), std::move(right), SourceRange());
}

ExpressionPtr negation(ExpressionPtr formula) {
  return std::make_unique<ir::Unary>(ir::UnaryOperator::Not, ir::Sort::Bool, std::move(formula),
                                     SourceRange());
}

/// `left op right` of right - left.
BinaryOperator operatorOf(Relation relation) {
  switch (relation) {
  case Relation::AtLeast:
    return BinaryOperator::LessEqual;
  case Relation::Above:
    return BinaryOperator::Less;
  case Relation::Zero:
    return BinaryOperator::Equal;
  }
  llvm_unreachable("all relations are handled");
}

/// What a reader sees of it, also where two variables are called alike: the indices of two loops.
std::pair<std::string, bool> nameOf(const Reading &reading) {
  return {reading.kind == Reading::Kind::Variable ? reading.variable->name : reading.name, reading.isPrimed};
}

} // namespace

ChainTerms::ChainTerms(const ir::Mechanism &ofMechanism, const relational::Vocabulary &vocabulary,
                       derivation::Certifier &ofCertifier, const smt::Obligation &question,
                       const kernel::Obligation &obligation)
    : mechanism(ofMechanism), words(vocabulary), certifier(ofCertifier), terms(certifier.allTerms()),
      normal(terms), record{"r", nullptr, {}} {
  nameDifferences(question);
  tellApart(obligation);
}

/// "lam_2'", "moved_2(1 / eps)": \p name with \p number behind its first word, as none of \p taken is called.
static std::string numbered(const std::string &name, bool isPrimed, std::size_t number,
                            const std::set<std::string> &taken) {
  const auto end = std::find_if(name.begin(), name.end(),
                                [](char letter) { return !llvm::isAlnum(letter) && letter != '_'; });
  const std::string word(name.begin(), end), rest(end, name.end());
  std::string mark = "_";
  while (taken.contains(word + mark + std::to_string(number) + rest))
    mark += '_';
  return word + mark + std::to_string(number) + rest + (isPrimed ? "'" : "");
}

/// Symbols of the obligation that read alike get numbers: a variable at the heads of two loops, or the
/// indices of two loops.
void ChainTerms::tellApart(const kernel::Obligation &obligation) {
  std::set<kernel::Symbol> symbols;
  const auto collect = [&](Term root) {
    for (Term part : terms.subterms(root)) {
      if (terms[part].op == Operator::Apply)
        symbols.insert(kernel::Symbol{terms[part].label});
      if (const auto meaning = meanings.find(part); meaning != meanings.end())
        for (const auto &[monomial, coefficient] : meaning->second.summands())
          for (Term factor : monomial)
            if (terms[factor].op == Operator::Apply)
              symbols.insert(kernel::Symbol{terms[factor].label});
    }
  };
  for (Term hypothesis : obligation.hypotheses)
    collect(hypothesis);
  collect(obligation.goal);
  std::map<std::pair<std::string, bool>, std::vector<kernel::Symbol>> alike;
  for (kernel::Symbol symbol : symbols) {
    const Reading &reading = readingOf(symbol);
    if (reading.kind == Reading::Kind::Variable || reading.kind == Reading::Kind::Named)
      alike[nameOf(reading)].push_back(symbol);
  }
  std::set<std::string> taken;
  for (const auto &variable : mechanism.variables)
    taken.insert(variable->name);
  for (const auto &[name, same] : alike)
    taken.insert(name.first);
  for (const auto &[name, same] : alike)
    for (std::size_t i = 1; i < same.size(); ++i) {
      renamed.insert(same[i]);
      readings.insert_or_assign(same[i], Reading::named(numbered(name.first, name.second, i + 1, taken),
                                                        readingOf(same[i]).legend));
    }
}

/// Where a difference has a choice in it, this choice is what the second run's value, the first run's and the
/// rest say.
void ChainTerms::nameDifferences(const smt::Obligation &question) {
  std::vector<smt::Term> roots = question.hypotheses;
  roots.push_back(question.goal);
  const std::vector<smt::Term> parts = smt::subterms(roots);
  std::set<std::uint32_t> choices;
  std::map<const ir::Variable *, kernel::Symbol> ofFirst, ofSecond;
  for (smt::Term part : parts) {
    if (part.op() == smt::Operator::IfThenElse)
      choices.insert(part.id());
    const Reading *reading = part.op() == smt::Operator::Apply ? words.find(part.symbol()) : nullptr;
    if (reading != nullptr && reading->kind == Reading::Kind::Variable && !reading->isPrimed)
      ofFirst.emplace(reading->variable, kernel::Symbol{terms[certifier.termOf(part)].label});
  }
  for (smt::Term part : parts) {
    const Reading *reading = part.op() == smt::Operator::Apply ? words.find(part.symbol()) : nullptr;
    if (reading == nullptr || reading->kind != Reading::Kind::Difference)
      continue;
    const Term difference = certifier.termOf(part);
    const ir::Variable &variable = *reading->variable;
    const auto valueIn = [&](std::map<const ir::Variable *, kernel::Symbol> &symbols, bool isPrimed) {
      if (!symbols.count(&variable))
        symbols.emplace(&variable, newSymbol(variable, isPrimed, terms[difference].arguments.size(),
                                             terms[difference].sort));
      return Polynomial(1, {terms.apply(symbols.at(&variable), terms[difference].arguments)});
    };
    Polynomial meaning = valueIn(ofFirst, false);
    meaning.add(-1, valueIn(ofSecond, true));
    meanings.emplace(difference, std::move(meaning));
  }
  for (const relational::NamedDifference &one : words.differences()) {
    const auto within = smt::subterms({one.difference});
    if (std::any_of(within.begin(), within.end(),
                    [&](smt::Term part) { return choices.count(part.id()) != 0; }))
      nameDifference(one, ofSecond);
  }
}

kernel::Symbol ChainTerms::newSymbol(const ir::Variable &variable, bool isPrimed, std::size_t arity,
                                     kernel::Sort sort) {
  // With a blank in its name it is no symbol of the prover.
  const kernel::Symbol symbol =
      terms.symbol(variable.name + (isPrimed ? "' " : " ") + std::to_string(terms.size()),
                   std::vector<kernel::Sort>(arity, kernel::Sort::Int), sort);
  readings.insert_or_assign(symbol, Reading::of(variable, isPrimed));
  return symbol;
}

/// Elements of one array are values of one function. A scalar is another one each time that it is drawn.
void ChainTerms::nameDifference(const relational::NamedDifference &named,
                                std::map<const ir::Variable *, kernel::Symbol> &arrays) {
  const Polynomial difference = read(normal.of(certifier.termOf(named.difference)));
  for (const auto &[monomial, coefficient] : difference.summands()) {
    if (monomial.size() != 1 || terms[monomial[0]].op != Operator::IfThenElse || abs(coefficient) != 1 ||
        meanings.count(monomial[0]))
      continue;
    std::vector<Term> indices;
    for (smt::Term index : named.indices)
      indices.push_back(certifier.termOf(index));
    const Term first = certifier.termOf(named.first);
    const bool isElement = named.variable->isArray();
    if (!isElement || !arrays.count(named.variable)) {
      const kernel::Symbol made = newSymbol(*named.variable, true, indices.size(), terms[first].sort);
      arrays.insert_or_assign(named.variable, made);
    }
    const kernel::Symbol symbol = arrays.at(named.variable);
    // coefficient * choice = +-(second - first) - rest
    Polynomial meaning;
    const int sign = named.isOfSecond ? 1 : -1;
    meaning.add(sign, Polynomial(1, {terms.apply(symbol, indices)}));
    meaning.add(-sign, Polynomial(1, {first}));
    meaning.add(-1, difference);
    meaning.add(coefficient, Polynomial(1, monomial));
    Polynomial scaled;
    scaled.add(1 / coefficient, meaning);
    meanings.emplace(monomial[0], std::move(scaled));
    return;
  }
}

const relational::Reading &ChainTerms::readingOf(kernel::Symbol symbol) const {
  if (const auto found = readings.find(symbol); found != readings.end())
    return found->second;
  const smt::Symbol *asked = certifier.symbolOf(symbol);
  if (const Reading *known = asked ? words.find(*asked) : nullptr)
    return *known;
  // Behind the mark stands a number that keeps symbols of one name apart.
  unread.insert(symbol);
  const std::string &name = terms[symbol].name;
  return readings.emplace(symbol, Reading::named(name.substr(0, name.find('!')))).first->second;
}

ChainTerms::Origin ChainTerms::originOf(Term formula) const {
  Origin origin = Origin::Numbers;
  for (Term part : terms.subterms(formula)) {
    const kernel::Node &node = terms[part];
    if (node.op == Operator::Apply) {
      const Reading::Kind kind = readingOf(kernel::Symbol{node.label}).kind;
      if (kind == Reading::Kind::Field || kind == Reading::Kind::NoField)
        return Origin::Records;
    }
    // Of absolute values and the like each side is said, unless a name stands for them.
    if (node.op == Operator::IfThenElse && node.sort != kernel::Sort::Bool &&
        (meanings.count(part) != 0 || llvm::isa<ir::Conditional>(*choice(part))))
      origin = Origin::Program;
  }
  return origin;
}

Polynomial ChainTerms::read(const Polynomial &number) const {
  Polynomial result;
  for (const auto &[monomial, coefficient] : number.summands()) {
    Polynomial product(1, {});
    for (Term factor : monomial) {
      const auto found = meanings.find(factor);
      product = product.times(found == meanings.end() ? Polynomial(1, {factor}) : found->second);
    }
    result.add(coefficient, product);
  }
  return result;
}

std::pair<Polynomial, Polynomial> ChainTerms::sides(const Polynomial &row) const {
  Polynomial left, right;
  for (const auto &[monomial, coefficient] : row.summands())
    (coefficient < 0 ? left : right).add(abs(coefficient), Polynomial(1, monomial));
  return {left, right};
}

ExpressionPtr ChainTerms::comparison(const Polynomial &row, Relation relation) const {
  const auto [left, right] = sides(row);
  return binary(operatorOf(relation), ir::Sort::Bool, expression(left), expression(right));
}

/// What is added first, then what is subtracted, then the number without an unknown.
ExpressionPtr ChainTerms::expression(const Polynomial &polynomial) const {
  ExpressionPtr sum;
  const auto add = [&](const mpq_class &coefficient, const kernel::Monomial &monomial) {
    ExpressionPtr product;
    const mpq_class size = abs(coefficient);
    if (size != 1 || monomial.empty())
      product = number(size);
    for (Term factor : monomial) {
      ExpressionPtr next = atom(factor);
      product = product
                    ? binary(BinaryOperator::Multiply, ir::Sort::Real, std::move(product), std::move(next))
                    : std::move(next);
    }
    if (sum)
      sum = binary(coefficient < 0 ? BinaryOperator::Subtract : BinaryOperator::Add, ir::Sort::Real,
                   std::move(sum), std::move(product));
    else if (coefficient > 0)
      sum = std::move(product);
    else if (monomial.empty())
      sum = number(coefficient);
    else
      sum = std::make_unique<ir::Unary>(ir::UnaryOperator::Negate, ir::Sort::Real, std::move(product),
                                        SourceRange());
  };
  const mpq_class constant = polynomial.constant();
  const auto &summands = polynomial.summands();
  for (const auto &[monomial, coefficient] : summands)
    if (!monomial.empty() && coefficient > 0)
      add(coefficient, monomial);
  const bool isBegun = sum != nullptr;
  if (!isBegun && constant > 0)
    add(constant, {});
  for (const auto &[monomial, coefficient] : summands)
    if (!monomial.empty() && coefficient < 0)
      add(coefficient, monomial);
  if (constant < 0 || (isBegun && constant > 0))
    add(constant, {});
  return sum ? std::move(sum) : number(0);
}

ExpressionPtr ChainTerms::numberOf(Term number) const {
  return expression(read(normal.of(number)));
}

ExpressionPtr ChainTerms::atom(Term atom) const {
  const kernel::Node &node = terms[atom];
  if (node.op == Operator::Apply)
    return application(atom);
  if (node.op == Operator::IfThenElse)
    return choice(atom);
  if (node.op == Operator::Divide || node.op == Operator::Modulo)
    return binary(node.op == Operator::Divide ? BinaryOperator::IntegerDivide : BinaryOperator::Modulo,
                  ir::Sort::Int, numberOf(node.arguments[0]), numberOf(node.arguments[1]));
  return std::make_unique<ir::Read>(named("k", sortOf(node.sort)), false, std::vector<ExpressionPtr>(),
                                    SourceRange());
}

/// |x|, min and max, or as it stands.
ExpressionPtr ChainTerms::choice(Term choice) const {
  const std::vector<Term> &arguments = terms[choice].arguments;
  const kernel::Node &condition = terms[arguments[0]];
  if (condition.op == Operator::LessEqual || condition.op == Operator::Less) {
    const Polynomial &low = normal.of(condition.arguments[0]), &high = normal.of(condition.arguments[1]),
                     &whenTrue = normal.of(arguments[1]), &whenFalse = normal.of(arguments[2]);
    Polynomial opposite;
    opposite.add(-1, whenTrue);
    const bool isOfSign =
        (low == Polynomial() && high == whenTrue) || (high == Polynomial() && low == whenFalse);
    if (isOfSign && whenFalse == opposite)
      return std::make_unique<ir::Unary>(ir::UnaryOperator::Absolute, sortOf(terms[choice].sort),
                                         numberOf(arguments[1]), SourceRange());
    if ((low == whenTrue && high == whenFalse) || (low == whenFalse && high == whenTrue))
      return std::make_unique<ir::Extremum>(!(low == whenTrue), numberOf(arguments[1]),
                                            numberOf(arguments[2]), SourceRange());
  }
  return std::make_unique<ir::Conditional>(formula(arguments[0], true), numberOf(arguments[1]),
                                           numberOf(arguments[2]), SourceRange());
}

std::vector<ExpressionPtr> ChainTerms::indices(Term application) const {
  std::vector<ExpressionPtr> all;
  const std::vector<Term> arguments = terms[application].arguments;
  for (Term argument : arguments)
    all.push_back(terms[argument].sort == kernel::Sort::Bool ? formula(argument, true) : numberOf(argument));
  return all;
}

const ir::Variable &ChainTerms::named(const std::string &name, ir::Sort sort) const {
  std::unique_ptr<ir::Variable> &variable = variables[name];
  if (!variable)
    variable = std::make_unique<ir::Variable>(ir::Variable{ir::Variable::Role::Local, name, sort, {}, {}});
  return *variable;
}

/// In the words of the program, about what it was met with: `forall t in 0 .. n: r'.place[t] != i`.
ExpressionPtr ChainTerms::quantified(const relational::Quantified &met) const {
  ir::Substitution substitution;
  std::vector<ExpressionPtr> values;
  for (const auto &[variable, value] : met.bound) {
    values.push_back(numberOf(certifier.termOf(value)));
    substitution.values.emplace(variable, values.back().get());
  }
  for (const auto &[of, side] : met.records) {
    substitution.records.emplace(of, &record);
    substitution.exchangesRecords |= side == relational::Side::Second;
  }
  return ir::substituted(*met.formula, substitution, bound);
}

ExpressionPtr ChainTerms::application(Term application) const {
  const kernel::Node &node = terms[application];
  const kernel::Symbol symbol{node.label};
  const Reading &reading = readingOf(symbol);
  // What is told in the words of the program has no name that could have a number.
  foreign.add({unread.count(symbol) != 0,
               renamed.count(symbol) != 0 && reading.kind != Reading::Kind::Quantified,
               {}});
  if (reading.legend != Reading::Legend::None)
    foreign.legends.insert(reading.legend);
  const ir::Sort sort = sortOf(node.sort);
  const SourceRange nowhere;
  std::vector<ExpressionPtr> at = indices(application);
  switch (reading.kind) {
  case Reading::Kind::Variable:
    return std::make_unique<ir::Read>(*reading.variable, reading.isPrimed, std::move(at), nowhere);
  case Reading::Kind::Cell:
    return std::make_unique<ir::CellRead>(*reading.transcript, std::move(at), *reading.tag, reading.component,
                                          sort, nowhere);
  case Reading::Kind::Result:
    return std::make_unique<ir::ResultRead>(ir::ResultRead::Part::Whole, nullptr, sort, nowhere);
  case Reading::Kind::Member:
    return std::make_unique<ir::Membership>(std::move(at[0]), nowhere);
  case Reading::Kind::SelectedIndex:
  case Reading::Kind::SelectedValue:
    return std::make_unique<ir::ResultRead>(reading.kind == Reading::Kind::SelectedIndex
                                                ? ir::ResultRead::Part::Index
                                                : ir::ResultRead::Part::Value,
                                            std::move(at[0]), sort, nowhere);
  case Reading::Kind::Field:
    return std::make_unique<ir::FieldRead>(record, reading.isPrimed, *reading.field, std::move(at), nowhere);
  case Reading::Kind::NoField:
    return std::make_unique<ir::NoneTest>(
        std::make_unique<ir::FieldRead>(record, reading.isPrimed, *reading.field, std::move(at), nowhere),
        nowhere);
  case Reading::Kind::Quotient:
  case Reading::Kind::IntegerQuotient:
    return binary(reading.kind == Reading::Kind::Quotient ? BinaryOperator::Divide
                                                          : BinaryOperator::IntegerDivide,
                  sort, std::move(at[0]), std::move(at[1]));
  case Reading::Kind::Tag:
    return std::make_unique<ir::Read>(named("tag", sort), false, std::move(at), nowhere);
  case Reading::Kind::Difference:
    return std::make_unique<ir::Read>(named("d." + reading.variable->name, sort), false, std::move(at),
                                      nowhere);
  case Reading::Kind::Quantified:
    return quantified(*reading.quantified);
  case Reading::Kind::Named:
    return std::make_unique<ir::Read>(named(reading.name, sort), false, std::move(at), nowhere);
  }
  llvm_unreachable("all readings are handled");
}

/// Null if \p comparison is none of the tag of a cell with a number.
ExpressionPtr ChainTerms::tagTest(Term comparison, bool value) const {
  const kernel::Node &node = terms[comparison];
  if (node.op != Operator::Equal)
    return nullptr;
  for (std::size_t i : {0, 1}) {
    const kernel::Node &tag = terms[node.arguments[1 - i]], &cell = terms[node.arguments[i]];
    if (cell.op != Operator::Apply || tag.op != Operator::Number)
      continue;
    const Reading &reading = readingOf(kernel::Symbol{cell.label});
    if (reading.kind != Reading::Kind::Tag || tag.number < 0 || tag.number >= mechanism.tags.size())
      continue;
    auto test = std::make_unique<ir::CellTest>(*reading.transcript, indices(node.arguments[i]),
                                               *mechanism.tags[tag.number.get_num().get_ui()], SourceRange());
    return value ? ExpressionPtr(std::move(test)) : negation(std::move(test));
  }
  return nullptr;
}

/// A comparison of numbers, or a test of a tag.
ExpressionPtr ChainTerms::compared(Term comparison, bool value) const {
  if (ExpressionPtr test = tagTest(comparison, value))
    return test;
  const kernel::Node &node = terms[comparison];
  if (node.op == Operator::Equal && !value) {
    const auto [left, right] = sides(read(normal.difference(node.arguments[1], node.arguments[0])));
    return binary(BinaryOperator::NotEqual, ir::Sort::Bool, expression(left), expression(right));
  }
  const kernel::Row row = kernel::rowOfComparison(terms, normal, comparison, value);
  return this->comparison(read(row.polynomial), row.relation);
}

ExpressionPtr ChainTerms::formula(Term asked, bool value) const {
  for (; terms[asked].op == Operator::Not; value = !value)
    asked = terms[asked].arguments[0];
  const kernel::Node &node = terms[asked];
  const std::vector<Term> arguments = node.arguments;
  const auto turned = [&](ExpressionPtr made) { return value ? std::move(made) : negation(std::move(made)); };
  switch (node.op) {
  case Operator::True:
  case Operator::False:
    return std::make_unique<ir::Boolean>((node.op == Operator::True) == value, SourceRange());
  case Operator::LessEqual:
  case Operator::Less:
    return compared(asked, value);
  case Operator::Equal:
    if (terms[arguments[0]].sort != kernel::Sort::Bool)
      return compared(asked, value);
    return binary(value ? BinaryOperator::Iff : BinaryOperator::NotEqual, ir::Sort::Bool,
                  formula(arguments[0], true), formula(arguments[1], true));
  case Operator::And:
  case Operator::Or: {
    // not (a and b) is not a or not b.
    const bool isAnd = (node.op == Operator::And) == value;
    ExpressionPtr all;
    for (Term argument : arguments) {
      ExpressionPtr next = formula(argument, value);
      all = all ? binary(isAnd ? BinaryOperator::And : BinaryOperator::Or, ir::Sort::Bool, std::move(all),
                         std::move(next))
                : std::move(next);
    }
    return all ? std::move(all) : std::make_unique<ir::Boolean>(isAnd, SourceRange());
  }
  case Operator::Implies:
    return value ? binary(BinaryOperator::Implies, ir::Sort::Bool, formula(arguments[0], true),
                          formula(arguments[1], true))
                 : binary(BinaryOperator::And, ir::Sort::Bool, formula(arguments[0], true),
                          formula(arguments[1], false));
  case Operator::IfThenElse:
    return turned(std::make_unique<ir::Conditional>(formula(arguments[0], true), formula(arguments[1], true),
                                                    formula(arguments[2], true), SourceRange()));
  case Operator::Apply:
    return turned(application(asked));
  case Operator::Number:
  case Operator::Bound:
  case Operator::Not:
  case Operator::Add:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Modulo:
  case Operator::ToReal:
  case Operator::Forall:
    return turned(std::make_unique<ir::Read>(named("formula", ir::Sort::Bool), false,
                                             std::vector<ExpressionPtr>(), SourceRange()));
  }
  llvm_unreachable("all operators are handled");
}

} // namespace plumb::report
