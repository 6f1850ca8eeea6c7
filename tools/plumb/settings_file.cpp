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
constexpr const char *settings[] = {"jobs",  "no-assumptions", "resource-limit",
                                    "seeds", "stats",          "time-limit"};

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
  /// would change it.
  std::vector<CLI::ConfigItem> from_config(std::istream &input) const override {
    std::vector<CLI::ConfigItem> items;
    for (CLI::ConfigItem &item : CLI::ConfigTOML::from_config(input)) {
      // Where a section begins and ends.
      if (item.name == "++" || item.name == "--")
        continue;
      const std::vector<const CLI::App *> meant = commandsOf(item);
      for (const CLI::App *command : meant)
        if (command->parsed()) {
          item.parents = {command->get_name()};
          items.push_back(item);
        }
    }
    return items;
  }

private:
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
  CLI::Option *file =
      app.set_config("--config", "plumb.toml", "Settings for this folder (docs/continuous_integration.md)");
  file->option_text("FILE");
  // CLI11 passes over a default file that it cannot read; what a project has set must not be lost unsaid.
  app.parse_complete_callback([file] {
    std::error_code unknown;
    if (file->count() == 0 && std::filesystem::exists("plumb.toml", unknown))
      throw CLI::FileError("plumb.toml is here and cannot be read");
  });
}

} // namespace plumb::tool
