// SPDX-License-Identifier: Apache-2.0
#include "checker/report/status_text.h"

namespace plumb::report {

std::string_view statusText(proof::Status status) {
  switch (status) {
  case proof::Status::Proved:
    return "proved";
  case proof::Status::Failed:
    return "failed";
  case proof::Status::Unknown:
    break;
  }
  return "unknown";
}

} // namespace plumb::report
