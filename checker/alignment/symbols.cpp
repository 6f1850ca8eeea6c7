// SPDX-License-Identifier: Apache-2.0
#include "checker/alignment/symbols.h"

#include "checker/alignment/walk.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace plumb::alignment {

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

} // namespace

Symbols::Symbols(const ir::Mechanism &mechanism, smt::TermStore &store)
    : source(mechanism), store(store), drawnOutsideLoops(mechanism.variables.size(), false) {
  for (unsigned i = 0; i < mechanism.variables.size(); ++i)
    ordinals.emplace(mechanism.variables[i].get(), i);
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned loops) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      drawnOutsideLoops[ordinal(sample->target)] = loops == 0;
    if (const auto *exit = llvm::dyn_cast<ir::Return>(&statement))
      if (exit->value)
        if (const auto *selection = llvm::dyn_cast<ir::TopK>(exit->value.get())) {
          uniform &= isOverScalarParameters(*selection->count);
          uniform &= !topK || ir::print(*topK) == ir::print(*selection);
          topK = selection;
        }
  });
}

const smt::Symbol &Symbols::functionFor(std::string key, const std::string &name, std::size_t arity,
                                        smt::Sort range) {
  const smt::Symbol *&symbol = functions[std::move(key)];
  if (!symbol) {
    symbol = &store.freshSymbol(name, std::vector<smt::Sort>(arity, smt::Sort::Int), range);
    fixed.insert(symbol);
  }
  return *symbol;
}

Term Symbols::parameter(const ir::Variable &variable, const std::vector<Term> &indices) {
  return store.apply(functionFor("p:" + variable.name, variable.name, indices.size(), sortOf(variable.sort)),
                     indices);
}

Term Symbols::query(const ir::Variable &variable, const std::vector<Term> &indices) {
  return parameter(variable, indices);
}

Term Symbols::difference(const ir::Variable &variable, const std::vector<Term> &indices) {
  return store.apply(
      functionFor("d:" + variable.name, "d." + variable.name, indices.size(), sortOf(variable.sort)),
      indices);
}

const std::vector<Term> &Symbols::changedIndex(const ir::Variable &query) {
  auto &index = changed[ordinal(query)];
  while (index.size() < query.extents.size())
    index.push_back(store.apply(functionFor("changed:" + query.name + ":" + std::to_string(index.size()),
                                            "changed." + query.name, 0, smt::Sort::Int),
                                {}));
  return index;
}

Term Symbols::field(const ir::Field &field, const std::vector<Term> &indices, bool primed) {
  std::string name = (primed ? "r'." : "r.") + field.name;
  return store.apply(functionFor("f:" + name, name, indices.size(), sortOf(field.sort)), indices);
}

Term Symbols::isNone(const ir::Field &field, const std::vector<Term> &indices, bool primed) {
  if (!field.orNone)
    return store.boolean(false);
  std::string name = (primed ? "r'." : "r.") + field.name + ".none";
  return store.apply(functionFor("f:" + name, name, indices.size(), smt::Sort::Bool), indices);
}

Term Symbols::isAdded() {
  return store.apply(functionFor("added", "added", 0, smt::Sort::Bool), {});
}

bool Symbols::hasNamedDraws(const ir::Variable &sample) const {
  return sample.isArray() || drawnOutsideLoops[ordinal(sample)];
}

Term Symbols::draw(const ir::Variable &sample, const std::vector<Term> &indices) {
  assert(hasNamedDraws(sample));
  const smt::Symbol &symbol =
      functionFor("l:" + sample.name, sample.name, indices.size(), sortOf(sample.sort));
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
    any = store.freshVariable(bound.name, smt::Sort::Int);
  return any;
}

Term Symbols::chosen(const Choice &choice) {
  Term &term = choices[{choice.low.id(), choice.high.id(), choice.filter.id(), choice.body.id()}];
  if (!term.isValid()) {
    term = store.freshVariable("argmax", smt::Sort::Int);
    choiceOfTerm.emplace(term.id(), choice);
  }
  return term;
}

const Symbols::Choice *Symbols::choiceOf(Term term) const {
  auto found = choiceOfTerm.find(term.id());
  return found == choiceOfTerm.end() ? nullptr : &found->second;
}

long Symbols::tagNumber(const ir::Tag &tag) const {
  auto found = std::find_if(source.tags.begin(), source.tags.end(),
                            [&](const auto &candidate) { return candidate.get() == &tag; });
  assert(found != source.tags.end());
  return found - source.tags.begin();
}

namespace {

std::string transcriptKey(const ir::Mechanism &mechanism, const ir::Transcript &transcript) {
  std::size_t position = 0;
  while (mechanism.transcripts[position].get() != &transcript)
    ++position;
  return std::to_string(position);
}

} // namespace

Term Symbols::cellTag(const ir::Transcript &transcript, const std::vector<Term> &indices) {
  std::string key = transcriptKey(source, transcript);
  return store.apply(functionFor("o:" + key, "out.tag", indices.size(), smt::Sort::Int), indices);
}

Term Symbols::cellValue(const ir::Transcript &transcript, const ir::Tag &tag, std::size_t component,
                        const std::vector<Term> &indices) {
  std::string key = transcriptKey(source, transcript) + ":" + tag.name + ":" + std::to_string(component);
  return store.apply(
      functionFor("c:" + key, "out." + tag.name, indices.size(), sortOf(tag.components[component])), indices);
}

Term Symbols::resultScalar(ir::Sort sort) {
  return store.apply(functionFor("result", "result", 0, sortOf(sort)), {});
}

std::vector<std::pair<std::string, Term>> Symbols::outputIntegers() {
  std::vector<std::pair<std::string, Term>> integers;
  std::set<const ir::Tag *> known;
  forEachStatement(source.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *exit = llvm::dyn_cast<ir::Return>(&statement)) {
      if (exit->value && exit->value->sort() == ir::Sort::Int && integers.empty())
        integers.emplace_back("result", resultScalar(ir::Sort::Int));
      return;
    }
    const auto *output = llvm::dyn_cast<ir::Output>(&statement);
    if (!output || !output->transcript.loops.empty() || !known.insert(&output->tag).second)
      return;
    for (std::size_t i = 0; i < output->tag.components.size(); ++i)
      if (output->tag.components[i] == ir::Sort::Int)
        integers.emplace_back("out." + output->tag.name + "." + std::to_string(i + 1),
                              cellValue(output->transcript, output->tag, i, {}));
  });
  return integers;
}

Term Symbols::inSelection(Term index) {
  return store.apply(functionFor("result.in", "result.has", 1, smt::Sort::Bool), {index});
}

Term Symbols::membersBelow(Term index) {
  return store.apply(functionFor("result.below", "result.members.below", 1, smt::Sort::Int), {index});
}

Term Symbols::selectedIndex(Term position) {
  return store.apply(functionFor("result.index", "result.index", 1, smt::Sort::Int), {position});
}

Term Symbols::selectedValue(Term position, ir::Sort sort) {
  return store.apply(functionFor("result.value", "result.value", 1, sortOf(sort)), {position});
}

} // namespace plumb::alignment
