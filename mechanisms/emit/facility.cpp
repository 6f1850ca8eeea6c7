// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/facility.h"

#include "mechanisms/emit/template.h"

namespace plumb::emit {

std::string definitionsOf(const Facilities &used, plan::Work work, Includes &includes) {
  Template definitions("helpers.h");
  const auto write = [&](Facility facility, const char *name) {
    definitions.when(name, used.count(facility) != 0);
  };
  write(Facility::At, "at");
  write(Facility::ClampedTo, "clampedTo");
  write(Facility::Absolute, "absolute");
  write(Facility::Quotient, "quotient");
  write(Facility::Remainder, "remainder");
  write(Facility::ForAll, "forAll");
  write(Facility::Extremal, "extremal");
  write(Facility::Element, "element");
  write(Facility::NonZero, "nonZero");
  definitions.when("constantWork", work == plan::Work::Constant);
  return definitions.text(includes);
}

} // namespace plumb::emit
