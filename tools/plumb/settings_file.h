// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/settings_file.h - plumb.toml -----------------*- C++ -*-===//
///
/// \file
/// What `plumb.toml` in the folder where `plumb` runs says of how proofs are sought and told, for whoever
/// runs it there: in an editor, before a commit, in continuous integration. What stands on the command line
/// comes first.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SETTINGS_FILE_H
#define PLUMB_TOOLS_PLUMB_SETTINGS_FILE_H

#include "tools/plumb/options.h"

#include <CLI/CLI.hpp>
#include <vector>

namespace plumb::tool {

/// Who reads settings, and what becomes of a mistake in them.
struct SettingsReaders {
  /// Whether a sub-command, with the words that it was given, asks a solver.
  bool (*proves)(const CLI::App &);
  /// Sub-commands that start all the same, without what could not be read.
  std::vector<const CLI::App *> patient;
  /// What they have to tell.
  std::vector<SettingsProblem> *told;
};

/// Lets \p app read `plumb.toml`, or what `--config` names. A setting in front of all sections counts for
/// each sub-command that has the option of its name, one in `[check]` for `plumb check`. Settings are options
/// that do not say what is read or written; another word is a CLI::ConfigError, with its line and column,
/// when the command line is parsed, unless \p readers are patient. Nothing is read for help, for a
/// sub-command without such an option, and for one that proves nothing as it was called.
///
/// \pre all options of all sub-commands are there
void addSettingsFile(CLI::App &app, const SettingsReaders &readers);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SETTINGS_FILE_H
