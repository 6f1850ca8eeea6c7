// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/page_files.h - The page -----------*- C++ -*-===//
///
/// \file
/// The page of `plumb serve`, put into the program when it is built: nothing is read from the disk, and
/// nothing from elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_PAGE_FILES_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_PAGE_FILES_H

#include <string_view>
#include <vector>

namespace plumb::tool::web_server {

struct PageFile {
  /// "index.html"
  std::string_view name, content;
};

/// Those of the folder `page`. Defined in a file that the build writes, as are the others.
const std::vector<PageFile> &pageFiles();

/// The one TextMate grammar that editors share.
const std::vector<PageFile> &colours();

/// The page of the documentation that is read beside the editor.
const std::vector<PageFile> &tutorial();

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_PAGE_FILES_H
