// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/settings_file.h"

#include "frontend/support/printable.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace plumb::tool {

namespace {

/// Nothing here can make an answer of a proof a better one, and nothing names a file.
constexpr const char *settings[] = {"jobs",  "no-assumptions", "resource-limit", "seeds",
                                    "stats", "time-limit",     "verbose"};

bool isSetting(const std::string &name) {
  return std::find(std::begin(settings), std::end(settings), name) != std::end(settings);
}

CLI::Option *optionOf(const CLI::App &command, const std::string &name) {
  return isSetting(name) ? const_cast<CLI::App &>(command).get_option_no_throw("--" + name) : nullptr;
}

class SettingsFile : public CLI::ConfigTOML {
public:
  explicit SettingsFile(const CLI::App &of) : app(of) {}

  /// The settings of the sub-command that was given. Sub-commands share variables, so that those of others
  /// would change it. What its own section says goes before what is said for all.
  std::vector<CLI::ConfigItem> from_config(std::istream &input) const override {
    std::vector<CLI::ConfigItem> items;
    for (CLI::ConfigItem &item : CLI::ConfigTOML::from_config(input)) {
      // Where a section begins and ends.
      if (item.name == "++" || item.name == "--")
        continue;
      const bool isForAll = item.parents.empty();
      for (const CLI::App *command : commandsOf(item)) {
        checkFlag(*command, item);
        if (!command->parsed())
          continue;
        item.parents = {command->get_name()};
        const auto known = std::find_if(items.begin(), items.end(),
                                        [&](const CLI::ConfigItem &one) { return one.name == item.name; });
        // Those for all stand in front of all sections.
        if (known == items.end())
          items.push_back(item);
        else if (!isForAll)
          *known = item;
      }
    }
    return items;
  }

private:
  /// CLI11 takes a number for how often a flag was given, and one below 0 for its contrary.
  static void checkFlag(const CLI::App &command, const CLI::ConfigItem &item) {
    const bool isFlag = optionOf(command, item.name)->get_expected_max() == 0;
    if (isFlag && item.inputs != std::vector<std::string>{"true"} &&
        item.inputs != std::vector<std::string>{"false"})
      throw CLI::ConfigError("`" + item.name + "` is `true` or `false`");
  }

  /// Throws a CLI::ConfigError if there is none.
  std::vector<const CLI::App *> commandsOf(const CLI::ConfigItem &item) const {
    std::vector<const CLI::App *> meant;
    for (const CLI::App *command : app.get_subcommands({}))
      if ((item.parents.empty() || item.parents == std::vector<std::string>{command->get_name()}) &&
          optionOf(*command, item.name))
        meant.push_back(command);
    if (!meant.empty())
      return meant;
    std::string known;
    for (const char *name : settings)
      known += (known.empty() ? "" : ", ") + std::string(name);
    throw CLI::ConfigError("`" + printablePath(item.fullname()) + "` is no setting; there are " + known +
                           ", in front of all sections or in that of a sub-command that has the option");
  }

  const CLI::App &app;
};

} // namespace

void addSettingsFile(CLI::App &app) {
  app.config_formatter(std::make_shared<SettingsFile>(app));
  // CLI11 passes over a default file that it cannot read, and waits for one that is a pipe; what a project
  // has set must not be lost unsaid.
  std::error_code unknown;
  const bool isThere = std::filesystem::exists(std::filesystem::symlink_status("plumb.toml", unknown));
  const bool isFile = std::filesystem::is_regular_file("plumb.toml", unknown);
  CLI::Option *file = app.set_config("--config", isFile ? "plumb.toml" : "",
                                     "Settings for this folder (docs/continuous_integration.md)");
  file->option_text("FILE");
  app.parse_complete_callback([file, isThere] {
    if (isThere && file->count() == 0)
      throw CLI::FileError("plumb.toml is here and cannot be read");
  });
}

} // namespace plumb::tool
