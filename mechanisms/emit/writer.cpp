// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/writer.h"

#include <cassert>
#include <llvm/ADT/StringRef.h>

namespace plumb::emit {

Writer &Writer::line(std::string_view text) {
  for (llvm::StringRef rest(text.data(), text.size()); !rest.empty();) {
    const auto [first, others] = rest.split('\n');
    if (!first.empty())
      written.append(2 * std::size_t{depth}, ' ');
    written += first;
    written += '\n';
    rest = others;
  }
  return *this;
}

Writer &Writer::under(std::string_view head, std::string_view only) {
  line(head);
  ++depth;
  line(only);
  --depth;
  return *this;
}

Writer &Writer::open(std::string_view head) {
  line(std::string(head) + " {");
  ++depth;
  return *this;
}

Writer &Writer::reopen(std::string_view head) {
  assert(depth != 0 && "only a block is closed");
  --depth;
  return open("} " + std::string(head));
}

Writer &Writer::close(std::string_view tail) {
  assert(depth != 0 && "only a block is closed");
  --depth;
  return line("}" + std::string(tail));
}

std::string Writer::text() const {
  assert(depth == 0 && "every block is closed");
  return written;
}

std::string joined(const std::vector<std::string> &parts, std::string_view between) {
  std::string text;
  for (const std::string &part : parts) {
    if (&part != &parts.front())
      text += between;
    text += part;
  }
  return text;
}

} // namespace plumb::emit
