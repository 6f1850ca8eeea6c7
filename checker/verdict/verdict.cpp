// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/verdict.h"

namespace plumb::verdict {

static std::string under(std::size_t assumptions) {
  return assumptions == 0   ? ""
         : assumptions == 1 ? " under 1 assumption"
                            : " under " + std::to_string(assumptions) + " assumptions";
}

std::string text(Verdict verdict, std::size_t assumptions) {
  switch (verdict) {
  case Verdict::NotProved:
    return "not proved";
  case Verdict::Proved:
    return "proved" + under(assumptions);
  case Verdict::NotPrivate:
    return "not private";
  case Verdict::NoChannel:
    return "no channel";
  case Verdict::Vacuous:
    return "vacuous";
  case Verdict::IllFormed:
    return "ill-formed";
  case Verdict::ClaimFalse:
    return "claim false";
  case Verdict::OtherAlignment:
    return "private" + under(assumptions) + ", but not with this alignment";
  }
  return "not proved";
}

std::string textWithoutInvariants(std::size_t assumptions) {
  return "private" + under(assumptions) + ", but not with these invariants";
}

} // namespace plumb::verdict
