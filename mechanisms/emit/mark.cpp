// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/mark.h"

#include "checker/report/certificate.h"
#include "frontend/ir/structure.h"
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

std::string programHash(const ir::Mechanism &mechanism, plan::Work work) {
  return report::sha256((work == plan::Work::Constant ? "constant work\n" : "fast\n") +
                        ir::structure(mechanism));
}

std::string programHash(const ir::Channel &channel) {
  return report::sha256(ir::print(channel));
}

std::string programAssertion(const std::string &name, const std::string &hash) {
  return "static_assert(::plumb::" + identifier(name) + "::programHash ==\n" + "                  \"" + hash +
         "\",\n" + "              \"`" + name +
         ".h` holds another program, or noise of other work, than was composed: \"\n" +
         "              \"emit both anew, together\");\n";
}

} // namespace plumb::emit
