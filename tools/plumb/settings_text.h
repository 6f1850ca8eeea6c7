// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/settings_text.h - The words of plumb.toml ----*- C++ -*-===//
///
/// \file
/// A text of settings as a row of names and values with their places. It is the part of TOML 1.0 that
/// settings need: sections, bare keys, whole numbers, `true` and `false`. What else TOML has is told apart
/// from what it has not, and both with line and column. Knows nothing of which settings there are.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SETTINGS_TEXT_H
#define PLUMB_TOOLS_PLUMB_SETTINGS_TEXT_H

#include "frontend/support/source_file.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace plumb::tool {

struct Setting {
  /// The names of the section and in front of the last point: "check" of `[check]` and of `check.seeds = 2`.
  std::vector<std::string> parents;
  /// Where the section is named that it stands in, or in front of the last point; the setting without one.
  SourceRange parentsRange;
  std::string name;
  /// "true", "false" or digits; or the words that stand there and are none of these.
  std::string value;
  SourceRange nameRange, valueRange;
};

/// Where a text is wrong, and why.
struct SettingsMistake : std::runtime_error {
  SettingsMistake(SourceRange place, const std::string &why) : std::runtime_error(why), range(place) {}
  SourceRange range;
};

/// In the order of the text.
///
/// \throws SettingsMistake of the first that is wrong.
std::vector<Setting> settingsIn(const SourceFile &file);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SETTINGS_TEXT_H
