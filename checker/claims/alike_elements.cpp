// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/alike_elements.h"

#include "frontend/ir/adjacency_formulas.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <cstddef>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <set>
#include <utility>

namespace plumb::claims {

namespace {

/// Does it run over all elements of the only dimension of \p query?
bool isWholeRange(const ir::Expression &low, const ir::Expression &high, const ir::Variable &query) {
  const auto *first = llvm::dyn_cast<ir::Number>(&low);
  return first && first->value == 0 && query.extents.size() == 1 &&
         ir::isSameTerm(high, *query.extents.front());
}

/// Are quantifiers and premises about all elements?
bool areRangesWhole(const std::vector<const ir::Expression *> &formulas,
                    const ir::Neighbourhood &neighbourhood, const ir::Variable &query) {
  const auto isPartial = [&](const ir::Expression &part) {
    const auto *all = llvm::dyn_cast<ir::Forall>(&part);
    return all && !isWholeRange(*all->low, *all->high, query);
  };
  return llvm::none_of(formulas, [&](const auto *formula) { return ir::anyPart(*formula, isPartial); }) &&
         llvm::all_of(neighbourhood.premises, [&](const ir::RecordPremise &premise) {
           return llvm::all_of(premise.indices, [&](const ir::RecordPremise::Index &index) {
             return isWholeRange(*index.low, *index.high, query);
           });
         });
}

/// Which name stands for which subscript.
class Subscripts {
public:
  void addAll(const ir::Expression &formula) {
    ir::anyPart(formula, [&](const ir::Expression &part) {
      names += nameIn(part) != nullptr;
      if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&part))
        for (std::size_t place = 0; place < read->indices.size(); ++place) {
          ++subscripts;
          if (const ir::Variable *name = nameIn(*read->indices[place]))
            add(*name, read->field, place);
          else
            areNames = false;
        }
      return false;
    });
  }
  void add(const ir::Variable &name, const ir::Field &field, std::size_t place) {
    placesOf[&name].emplace(&field, place);
  }

  /// Bound names stand for subscripts, alone, and nothing else does.
  bool areAllNames() const { return areNames && names == subscripts; }

  /// Can both names be renumbered, each by itself? They share no place of a field, nor do names that share
  /// one with them.
  bool areApart(const ir::Variable &name, const ir::Variable &other) const {
    std::set<const ir::Variable *> tied{&name};
    for (std::size_t before = 0; before != tied.size();) {
      before = tied.size();
      for (const auto &[one, places] : placesOf)
        if (llvm::any_of(tied, [&, &there = places](const ir::Variable *known) {
              const auto found = placesOf.find(known);
              return found != placesOf.end() &&
                     llvm::any_of(there, [&](const Place &place) { return found->second.count(place) != 0; });
            }))
          tied.insert(one);
    }
    return tied.count(&other) == 0;
  }

private:
  using Place = std::pair<const ir::Field *, std::size_t>;

  static const ir::Variable *nameIn(const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && read->variable.role == ir::Variable::Role::Bound ? &read->variable : nullptr;
  }

  std::map<const ir::Variable *, std::set<Place>> placesOf;
  std::size_t names = 0, subscripts = 0;
  bool areNames = true;
};

} // namespace

std::vector<const ir::Expression *> decidingFormulas(const ir::Neighbourhood &neighbourhood,
                                                     const ir::Variable &query) {
  std::vector<const ir::Expression *> all;
  const auto add = [&](const ir::ExpressionPtr &formula) {
    if (formula)
      all.push_back(formula.get());
  };
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  add(query.definition->where);
  add(query.definition->term);
  for (const ir::Expression *formula : ir::formulasOf(adjacency))
    all.push_back(formula);
  for (const auto &field : adjacency.record->fields) {
    add(field->low);
    add(field->high);
  }
  for (const ir::RecordPremise &premise : neighbourhood.premises) {
    add(premise.formula);
    for (const ir::RecordPremise::Index &index : premise.indices) {
      add(index.low);
      add(index.high);
    }
  }
  return all;
}

bool treatsElementsAlike(const ir::Neighbourhood &neighbourhood, const ir::Variable &query) {
  const std::vector<const ir::Expression *> formulas = decidingFormulas(neighbourhood, query);
  if (!areRangesWhole(formulas, neighbourhood, query))
    return false;
  Subscripts subscripts;
  for (const ir::Expression *formula : formulas)
    subscripts.addAll(*formula);
  if (const ir::Policy *policy = neighbourhood.recordAdjacency->policy)
    for (const ir::Attribute &attribute : policy->attributes)
      for (std::size_t place = 0; place < attribute.indices.size(); ++place)
        subscripts.add(*attribute.indices[place], *attribute.field, place);
  if (!subscripts.areAllNames())
    return false;
  // Dimensions that are not apart have a diagonal, and elements on it are not those beside it.
  const auto &dimensions = query.definition->indices;
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    for (std::size_t j = i + 1; j < dimensions.size(); ++j)
      if (!subscripts.areApart(*dimensions[i], *dimensions[j]))
        return false;
  return true;
}

} // namespace plumb::claims
