// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/verdict.h"

namespace plumb::verdict {

std::string text(Verdict verdict, std::size_t assumptions) {
  switch (verdict) {
  case Verdict::NotProved:
    return "not proved";
  case Verdict::Proved:
    return assumptions == 0   ? "proved"
           : assumptions == 1 ? "proved under 1 assumption"
                              : "proved under " + std::to_string(assumptions) + " assumptions";
  case Verdict::NotPrivate:
    return "not private";
  case Verdict::NoChannel:
    return "no channel";
  case Verdict::Vacuous:
    return "vacuous";
  }
  return "not proved";
}

} // namespace plumb::verdict
