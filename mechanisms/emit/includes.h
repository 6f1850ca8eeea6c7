// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/includes.h - What emitted code includes --*- C++ -*-===//
///
/// \file
/// Which headers an emitted file includes: those of the names that were written into it, and no others.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_INCLUDES_H
#define PLUMB_MECHANISMS_EMIT_INCLUDES_H

#include <set>
#include <string>

namespace plumb::emit {

/// The headers that one emitted file needs. Whoever writes a name of a header adds that header.
class Includes {
public:
  /// "<span>" or "\"plumb/runtime/rational.h\"", as it stands in the file.
  void add(const std::string &header);
  void add(const Includes &others);

  /// One directive a line, in alphabetical order: those in quotes, an empty line, those in brackets.
  std::string text() const;

private:
  std::set<std::string> quoted, standard;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_INCLUDES_H
