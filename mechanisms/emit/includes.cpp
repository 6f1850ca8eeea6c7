// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/includes.h"

#include <stdexcept>

namespace plumb::emit {

void Includes::add(const std::string &header) {
  if (header.size() > 2 && header.front() == '"' && header.back() == '"')
    quoted.insert(header);
  else if (header.size() > 2 && header.front() == '<' && header.back() == '>')
    standard.insert(header);
  else
    throw std::logic_error("no header to include: " + header);
}

void Includes::add(const Includes &others) {
  quoted.insert(others.quoted.begin(), others.quoted.end());
  standard.insert(others.standard.begin(), others.standard.end());
}

std::string Includes::text() const {
  std::string text;
  for (const std::string &header : quoted)
    text += "#include " + header + "\n";
  if (!quoted.empty() && !standard.empty())
    text += "\n";
  for (const std::string &header : standard)
    text += "#include " + header + "\n";
  return text;
}

} // namespace plumb::emit
