// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/library.h - Programs to begin with -*- C++ -*-===//
///
/// \file
/// The examples and exercises that come with Plumb, as a page lists and opens them. They are read once, and
/// found by the names that are listed: no path ever comes from a page.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_LIBRARY_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_LIBRARY_H

#include <map>
#include <string>

namespace plumb::tool::web_server {

class Library {
public:
  /// From what lies beside the program, or else from what is within it.
  Library();

  /// JSON: `examples`, names such as "svt/asymmetric_svt" in order, and `exercises`, each with `name`,
  /// `trains`, `task`, `goal` and `hints`.
  const std::string &list() const { return listed; }
  /// Null if there is no such name. Exercises are "exercises/NN_name".
  const std::string *text(const std::string &name) const;

private:
  std::map<std::string, std::string> texts;
  std::string listed;
};

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_LIBRARY_H
