// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/mark.h"

#include "checker/report/certificate.h"
#include "mechanisms/emit/identifiers.h"

namespace plumb::emit {

std::string openedSpace(const std::string &name) {
  return "plumb::" + identifier(name) + "::inline of_" + unmarked;
}

std::string marked(const std::string &text, const std::string &origin) {
  constexpr std::size_t digits = 16;
  const std::string mark = report::sha256(text + unmarked + origin).substr(0, digits);
  std::string result;
  for (const char c : text)
    if (c == *unmarked)
      result += mark;
    else
      result += c;
  return result;
}

} // namespace plumb::emit
