// SPDX-License-Identifier: Apache-2.0
#include "checker/report/status_text.h"

namespace plumb::report {

std::string_view statusText(smt::Outcome status) {
  switch (status) {
  case smt::Outcome::Proved:
    return "proved";
  case smt::Outcome::Refuted:
    return "failed";
  case smt::Outcome::Unknown:
    break;
  }
  return "unknown";
}

} // namespace plumb::report
