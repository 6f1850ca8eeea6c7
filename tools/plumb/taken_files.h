// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/taken_files.h - Whose place a file takes -----*- C++ -*-===//
///
/// \file
/// Nothing of another program, and nothing that nobody knows, is written over. Whose a file of the folder is
/// says the certificate beside it: that of its subject, or, of a header, the one that has its name.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_TAKEN_FILES_H
#define PLUMB_TOOLS_PLUMB_TAKEN_FILES_H

#include "checker/report/certificate.h"
#include "checker/report/remark.h"
#include "mechanisms/emit/emit.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

/// A file that may not be written, what is said of whose place it would take, and what may be done.
struct Taken {
  std::string path, reason, help;
};

/// The first of \p files that this run writes for another subject too.
/// \param owners of each file that is written, the name of its subject; those of \p files are added.
std::optional<Taken> findWrittenTwice(const report::Certificate &certificate,
                                      const std::vector<emit::EmittedFile> &files,
                                      std::map<std::string, std::string> &owners);

/// What \p files find in the folder that they are to be written to.
struct Place {
  /// The first that may not be written there.
  std::optional<Taken> taken;
  /// That an earlier text of the program gave what is replaced.
  std::optional<report::Remark> remark;
};

/// A file there with another text may be replaced if the subject's certificate is there, and names a program
/// that has the same name as that of \p certificate, or the same text; files that are for their owner to go
/// on with are left out. Links count as files, also those that lead nowhere.
Place placeOf(const report::Certificate &certificate, const std::vector<emit::EmittedFile> &files,
              const std::string &folder);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_TAKEN_FILES_H
