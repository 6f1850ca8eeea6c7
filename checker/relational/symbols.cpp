// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/symbols.h"

#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace plumb::relational {

using smt::Term;

smt::Sort sortOf(ir::Sort sort) {
  switch (sort) {
  case ir::Sort::Bool:
    return smt::Sort::Bool;
  case ir::Sort::Int:
    return smt::Sort::Int;
  case ir::Sort::Real:
    return smt::Sort::Real;
  case ir::Sort::Selection:
    break;
  }
  llvm_unreachable("a selection is no term");
}

namespace {

/// Literals, scalar parameters and arithmetic on them.
bool isOverScalarParameters(const ir::Expression &expression) {
  if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
    return read->variable.role == ir::Variable::Role::Parameter && !read->variable.isArray();
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&expression))
    return isOverScalarParameters(*unary->operand);
  if (const auto *binary = llvm::dyn_cast<ir::Binary>(&expression))
    return isOverScalarParameters(*binary->left) && isOverScalarParameters(*binary->right);
  return llvm::isa<ir::Number>(expression);
}

/// The names of \p from, each by one of \p to that stands for the same.
template <typename Name, typename Value>
std::map<const Name *, const Name *> likeNames(const std::map<const Name *, Value> &from,
                                               const std::map<const Name *, Value> &to) {
  std::map<const Name *, const Name *> names;
  for (const auto &[name, value] : from)
    for (const auto &[other, same] : to)
      if (value == same)
        names.emplace(name, other);
  return names;
}

/// They are one formula and its names stand for the same: copies of it, in which parts of a composition speak
/// of records of their own, are told apart by nothing.
bool isSame(const Quantified &known, const Quantified &met) {
  if (known.side != met.side)
    return false;
  if (known.formula == met.formula)
    return known.bound == met.bound && known.records == met.records;
  ir::Substitution names;
  names.variables = likeNames(met.bound, known.bound);
  names.records = likeNames(met.records, known.records);
  ir::BoundVariables owner;
  return names.variables.size() == met.bound.size() && names.records.size() == met.records.size() &&
         ir::isSameTerm(*known.formula, *ir::substituted(*met.formula, names, owner));
}

} // namespace

Symbols::Symbols(ir::Setting setting, smt::TermStore &store)
    : source(setting), store(store), drawnOutsideLoops(neighbourhood().variables.size(), false) {
  const auto &variables = neighbourhood().variables;
  for (unsigned i = 0; i < variables.size(); ++i)
    ordinals.emplace(variables[i].get(), i);
  if (hasMechanism())
    readStatements();
  // Before anything else takes their names: a parameter `times` is called so in every report.
  for (const auto &variable : variables)
    if (variable->role == ir::Variable::Role::Parameter || variable->role == ir::Variable::Role::Query)
      functionFor({What::Value, &ir::identityOf(*variable)}, variable->name, variable->extents.size(),
                  sortOf(variable->sort));
}

/// Which samples are drawn once, and what is selected in the end.
void Symbols::readStatements() {
  forEachStatement(mechanism().body, [&](const ir::Statement &statement, unsigned loops) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      drawnOutsideLoops[ordinal(sample->target)] = loops == 0;
    if (const auto *exit = llvm::dyn_cast<ir::Return>(&statement))
      if (exit->value)
        if (const auto *selection = llvm::dyn_cast<ir::TopK>(exit->value.get())) {
          uniform &= isOverScalarParameters(*selection->count);
          uniform &= !topK || ir::isSameTerm(*topK, *selection);
          topK = selection;
        }
  });
}

const smt::Symbol &Symbols::functionFor(Meaning meaning, const std::string &name, std::size_t arity,
                                        smt::Sort range) {
  const smt::Symbol *&symbol = functions[meaning];
  if (!symbol) {
    symbol = &store.freshSymbol(name, std::vector<smt::Sort>(arity, smt::Sort::Int), range);
    fixed.insert(symbol);
    words.add(*symbol, readingOf(meaning, name));
  }
  return *symbol;
}

Reading Symbols::readingOf(const Meaning &meaning, const std::string &name) {
  using Kind = Reading::Kind;
  const auto ofVariable = [&](Kind kind) {
    return Reading{kind, {}, static_cast<const ir::Variable *>(meaning.subject)};
  };
  const auto ofCell = [&](Kind kind) {
    return Reading{
        kind,          {}, nullptr, false, static_cast<const ir::Transcript *>(meaning.subject), meaning.tag,
        meaning.number};
  };
  const auto ofField = [&](Kind kind, bool isPrimed) {
    return Reading{kind,    {},      nullptr, isPrimed,
                   nullptr, nullptr, 0,       static_cast<const ir::Field *>(meaning.subject)};
  };
  switch (meaning.what) {
  case What::Value:
    return ofVariable(Kind::Variable);
  case What::Difference:
    return ofVariable(Kind::Difference);
  case What::ChangedIndex:
    return Reading::named("changed(" + static_cast<const ir::Variable *>(meaning.subject)->name + ")",
                          Reading::Legend::Changed);
  case What::Field:
  case What::PrimedField:
    return ofField(Kind::Field, meaning.what == What::PrimedField);
  case What::None:
  case What::PrimedNone:
    return ofField(Kind::NoField, meaning.what == What::PrimedNone);
  case What::Added:
    return Reading::named(name, Reading::Legend::Added);
  case What::Exchanged:
    return Reading::named(name, Reading::Legend::Exchanged);
  case What::Others:
    return Reading::named(name, Reading::Legend::Others);
  case What::CellTag:
    return ofCell(Kind::Tag);
  case What::CellValue:
    return ofCell(Kind::Cell);
  case What::Result:
    return {Kind::Result};
  case What::InSelection:
    return {Kind::Member};
  case What::MembersBelow:
    return Reading::named("below", Reading::Legend::Below);
  case What::SelectedIndex:
    return {Kind::SelectedIndex};
  case What::SelectedValue:
    return {Kind::SelectedValue};
  }
  llvm_unreachable("all meanings are handled");
}

Term Symbols::parameter(const ir::Variable &variable, const std::vector<Term> &indices) {
  return store.apply(functionFor({What::Value, &ir::identityOf(variable)}, variable.name, indices.size(),
                                 sortOf(variable.sort)),
                     indices);
}

Term Symbols::query(const ir::Variable &variable, const std::vector<Term> &indices) {
  return parameter(variable, indices);
}

Term Symbols::difference(const ir::Variable &variable, const std::vector<Term> &indices) {
  return store.apply(
      functionFor({What::Difference, &variable}, "d." + variable.name, indices.size(), sortOf(variable.sort)),
      indices);
}

const std::vector<Term> &Symbols::changedIndex(const ir::Variable &query) {
  auto &index = changed[ordinal(query)];
  while (index.size() < query.extents.size())
    index.push_back(store.apply(functionFor({What::ChangedIndex, &query, nullptr, index.size()},
                                            "changed." + query.name, 0, smt::Sort::Int),
                                {}));
  return index;
}

Term Symbols::field(const ir::Field &field, const std::vector<Term> &indices, bool primed) {
  return store.apply(functionFor({primed ? What::PrimedField : What::Field, &field},
                                 (primed ? "r'." : "r.") + field.name, indices.size(), sortOf(field.sort)),
                     indices);
}

Term Symbols::isNone(const ir::Field &field, const std::vector<Term> &indices, bool primed) {
  if (!field.orNone)
    return store.boolean(false);
  return store.apply(functionFor({primed ? What::PrimedNone : What::None, &field},
                                 (primed ? "r'." : "r.") + field.name + ".none", indices.size(),
                                 smt::Sort::Bool),
                     indices);
}

Term Symbols::isAdded() {
  return store.apply(functionFor({What::Added}, "added", 0, smt::Sort::Bool), {});
}

Term Symbols::isExchanged() {
  return store.apply(functionFor({What::Exchanged}, "exchanged", 0, smt::Sort::Bool), {});
}

Term Symbols::ofOthers(const ir::Variable &query, const std::vector<Term> &indices) {
  return store.apply(
      functionFor({What::Others, &query}, "others." + query.name, indices.size(), sortOf(query.sort)),
      indices);
}

bool Symbols::hasNamedDraws(const ir::Variable &sample) const {
  return sample.isArray() || drawnOutsideLoops[ordinal(sample)];
}

Term Symbols::draw(const ir::Variable &sample, const std::vector<Term> &indices) {
  assert(hasNamedDraws(sample));
  const smt::Symbol &symbol =
      functionFor({What::Value, &sample}, sample.name, indices.size(), sortOf(sample.sort));
  draws.emplace(&symbol, &sample);
  fixed.erase(&symbol);
  return store.apply(symbol, indices);
}

const ir::Variable *Symbols::sampleOfDraw(Term term) const {
  auto found = draws.find(&term.symbol());
  return found == draws.end() ? nullptr : found->second;
}

Term Symbols::anyIndex(const ir::Variable &bound) {
  Term &any = anyIndices[&bound];
  if (!any.isValid())
    words.add(any = store.freshVariable(bound.name, smt::Sort::Int), Reading::of(bound));
  return any;
}

Term Symbols::unknownIndex(const std::string &name, Reading::Legend legend) {
  const Term any = store.freshVariable(name, smt::Sort::Int);
  words.add(any, Reading::named(name, legend));
  return any;
}

Term Symbols::chosen(const Choice &choice) {
  Term &term = choices[{choice.low.id(), choice.high.id(), choice.filter.id(), choice.body.id()}];
  if (!term.isValid()) {
    term = store.freshVariable("argmax", smt::Sort::Int);
    choiceOfTerm.emplace(term.id(), choice);
    words.add(term, Reading::named("argmax", Reading::Legend::Chosen));
  }
  return term;
}

const Symbols::Choice *Symbols::choiceOf(Term term) const {
  auto found = choiceOfTerm.find(term.id());
  return found == choiceOfTerm.end() ? nullptr : &found->second;
}

Term Symbols::truthOf(Quantified met) {
  const auto known =
      std::find_if(truths.begin(), truths.end(), [&](const Truth &truth) { return isSame(*truth.met, met); });
  if (known != truths.end())
    return known->value;
  truths.push_back({std::make_shared<const Quantified>(std::move(met)),
                    store.freshVariable("forall", smt::Sort::Bool),
                    store.freshVariable("fails.at", smt::Sort::Int)});
  words.add(truths.back().value, Reading::of(truths.back().met));
  words.add(truths.back().failure, Reading::named("witness", Reading::Legend::Witness));
  return truths.back().value;
}

const Quantified *Symbols::quantifiedOf(Term term) const {
  const auto known =
      std::find_if(truths.begin(), truths.end(), [&](const Truth &truth) { return truth.value == term; });
  return known == truths.end() ? nullptr : known->met.get();
}

Term Symbols::failureOf(Term truth) {
  const auto known =
      std::find_if(truths.begin(), truths.end(), [&](const Truth &each) { return each.value == truth; });
  assert(known != truths.end());
  return known->failure;
}

const Quantified *Symbols::failingAt(Term term) const {
  const auto known =
      std::find_if(truths.begin(), truths.end(), [&](const Truth &truth) { return truth.failure == term; });
  return known == truths.end() ? nullptr : known->met.get();
}

Term Symbols::namedBelow(Quantified met, const ir::Variable &index, Term at) {
  met.bound.erase(&index);
  auto known = std::find_if(namings.begin(), namings.end(), [&](const Naming &naming) {
    return naming.index == &index && naming.met.formula == met.formula && isSame(naming.met, met);
  });
  if (known == namings.end()) {
    const smt::Symbol &below = store.freshSymbol("named.below", {smt::Sort::Int}, smt::Sort::Int);
    fixed.insert(&below);
    words.add(below, Reading::named("named", Reading::Legend::Named));
    known = namings.insert(namings.end(), Naming{std::move(met), &index, &below});
  }
  return store.apply(*known->below, {at});
}

std::optional<Symbols::NamedBelow> Symbols::namedBelowOf(Term term) const {
  for (const Naming &naming : namings)
    if (term.op() == smt::Operator::Apply && &term.symbol() == naming.below)
      return NamedBelow{naming.met, *naming.index, term.arguments()[0]};
  return std::nullopt;
}

long Symbols::tagNumber(const ir::Tag &tag) const {
  auto found = std::find_if(mechanism().tags.begin(), mechanism().tags.end(),
                            [&](const auto &candidate) { return candidate.get() == &tag; });
  assert(found != mechanism().tags.end());
  return found - mechanism().tags.begin();
}

Term Symbols::cellTag(const ir::Transcript &transcript, const std::vector<Term> &indices) {
  return store.apply(functionFor({What::CellTag, &transcript}, "out.tag", indices.size(), smt::Sort::Int),
                     indices);
}

Term Symbols::cellValue(const ir::Transcript &transcript, const ir::Tag &tag, std::size_t component,
                        const std::vector<Term> &indices) {
  return store.apply(functionFor({What::CellValue, &transcript, &tag, component}, "out." + tag.name,
                                 indices.size(), sortOf(tag.components[component])),
                     indices);
}

Term Symbols::resultScalar(ir::Sort sort) {
  return store.apply(functionFor({What::Result}, "result", 0, sortOf(sort)), {});
}

std::vector<OutputInteger> Symbols::outputIntegers() {
  std::vector<OutputInteger> integers;
  std::set<const ir::Tag *> known;
  bool hasResult = false;
  forEachStatement(mechanism().body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *exit = llvm::dyn_cast<ir::Return>(&statement)) {
      if (exit->value && exit->value->sort() == ir::Sort::Int && !std::exchange(hasResult, true))
        integers.push_back({"result", resultScalar(ir::Sort::Int), nullptr, 0});
      return;
    }
    const auto *output = llvm::dyn_cast<ir::Output>(&statement);
    if (!output || !output->transcript.loops.empty() || !known.insert(&output->tag).second)
      return;
    for (std::size_t i = 0; i < output->tag.components.size(); ++i)
      if (output->tag.components[i] == ir::Sort::Int)
        integers.push_back({"out" + ir::printComponent(output->tag, i),
                            cellValue(output->transcript, output->tag, i, {}), output, i});
  });
  return integers;
}

Term Symbols::inSelection(Term index) {
  return store.apply(functionFor({What::InSelection}, "result.has", 1, smt::Sort::Bool), {index});
}

Term Symbols::membersBelow(Term index) {
  return store.apply(functionFor({What::MembersBelow}, "result.members.below", 1, smt::Sort::Int), {index});
}

Term Symbols::selectedIndex(Term position) {
  return store.apply(functionFor({What::SelectedIndex}, "result.index", 1, smt::Sort::Int), {position});
}

Term Symbols::selectedValue(Term position, ir::Sort sort) {
  return store.apply(functionFor({What::SelectedValue}, "result.value", 1, sortOf(sort)), {position});
}

} // namespace plumb::relational
