// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/place.h"

#include <cassert>

namespace plumb::sema {

std::string_view describe(Place place) {
  switch (place) {
  case Place::Program:
    return "a statement";
  case Place::Scale:
    return "a scale";
  case Place::Extent:
    return "the length of an array";
  case Place::Requirement:
    return "a requirement";
  case Place::AdjacencyBound:
    return "the bound of an adjacency clause";
  case Place::FieldRange:
    return "the range of a field";
  case Place::Definition:
    return "the definition of a query";
  case Place::Attribute:
    return "a formula about one record";
  case Place::SensitiveRecord:
    return "the condition of an adjacency";
  case Place::RecordPair:
    return "a policy";
  case Place::Premise:
    return "a premise about the data";
  case Place::Guarantee:
    return "a guarantee";
  case Place::Argument:
    return "the argument of a part";
  case Place::MovedScale:
    return "the scale in `moved`";
  case Place::Range:
    return "the range of a maximum or minimum";
  case Place::Alignment:
    return "an alignment";
  case Place::Invariant:
    return "an invariant";
  case Place::Claim:
    return "a claim";
  }
  assert(false && "no such place");
  return {};
}

bool allowsPrimes(Place place) {
  return place == Place::Alignment || place == Place::Invariant;
}

bool allowsOutput(Place place) {
  return allowsPrimes(place) || place == Place::Claim;
}

bool allowsForall(Place place) {
  return place == Place::Requirement || place == Place::Alignment || place == Place::Invariant ||
         place == Place::Claim || allowsFields(place);
}

bool allowsAggregates(Place place) {
  return place == Place::Program || place == Place::Scale || place == Place::Range ||
         place == Place::Alignment;
}

bool allowsFields(Place place) {
  return place >= Place::Definition && place <= Place::Premise;
}

bool isScalarTerm(Place place) {
  return place == Place::Extent || place == Place::AdjacencyBound || place == Place::FieldRange ||
         place == Place::Guarantee || place == Place::Argument || place == Place::MovedScale;
}

} // namespace plumb::sema
