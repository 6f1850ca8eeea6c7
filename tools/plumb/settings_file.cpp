// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/settings_file.h"

#include "frontend/support/excerpt.h"
#include "frontend/support/printable.h"
#include "frontend/support/similar_word.h"
#include "tools/plumb/settings_text.h"

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

bool hasSettings(const CLI::App &command) {
  return std::any_of(std::begin(settings), std::end(settings),
                     [&](const char *name) { return optionOf(command, name) != nullptr; });
}

/// What needs no setting is not stopped by a mistake in one: help least of all, which is read to mend it.
bool usesSettings(const CLI::App &app, const SettingsReaders &readers) {
  const auto given = app.get_subcommands();
  const auto isHelp = [](const CLI::App *one) { return one->get_help_ptr()->count() != 0; };
  return !isHelp(&app) && std::none_of(given.begin(), given.end(), isHelp) &&
         std::any_of(given.begin(), given.end(),
                     [&](const CLI::App *one) { return hasSettings(*one) && readers.proves(*one); });
}

bool isPatient(const SettingsReaders &readers) {
  return std::any_of(readers.patient.begin(), readers.patient.end(),
                     [](const CLI::App *one) { return one->parsed(); });
}

class SettingsFile : public CLI::ConfigTOML {
public:
  SettingsFile(const CLI::App &of, SettingsReaders by) : app(of), readers(std::move(by)) {}

  /// The settings of the sub-command that was given. Sub-commands share variables, so that those of others
  /// would change it. What its own section says goes before what is said for all.
  std::vector<CLI::ConfigItem> from_config(std::istream &input) const override {
    if (!usesSettings(app, readers))
      return {};
    const SourceFile file(app["--config"]->as<std::string>(),
                          {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()});
    std::vector<Setting> written;
    std::vector<CLI::ConfigItem> items;
    attempt(file, [&] { written = settingsIn(file); });
    for (const Setting &setting : written)
      attempt(file, [&] { add(items, setting); });
    return items;
  }

private:
  /// \throws CLI::ConfigError at a mistake, or keeps it to be told.
  template <typename Action> void attempt(const SourceFile &file, Action action) const {
    try {
      action();
    } catch (const SettingsMistake &mistake) {
      const SourceLocation place = file.location(mistake.range.begin);
      SettingsProblem problem{printablePath(file.path()) + ":" + std::to_string(place.line) + ":" +
                                  std::to_string(place.column) + ": " + mistake.what(),
                              excerptOf(file, mistake.range)};
      problem.excerpt.pop_back(); // The line goes on as every message of the command line does.
      if (!isPatient(readers))
        throw CLI::ConfigError(problem.message + "\n" + problem.excerpt);
      readers.told->push_back(std::move(problem));
    }
  }

  /// \throws SettingsMistake
  void add(std::vector<CLI::ConfigItem> &items, const Setting &setting) const {
    for (const CLI::App *command : commandsOf(setting)) {
      checkValue(*optionOf(*command, setting.name), setting);
      if (!command->parsed())
        continue;
      const auto known = std::find_if(items.begin(), items.end(),
                                      [&](const CLI::ConfigItem &one) { return one.name == setting.name; });
      CLI::ConfigItem item;
      item.parents = {command->get_name()};
      item.name = setting.name;
      item.inputs = {setting.value};
      // Those for all stand in front of all sections.
      if (known == items.end())
        items.push_back(std::move(item));
      else if (!setting.parents.empty())
        *known = std::move(item);
    }
  }

  /// Of options that were not given, too; and CLI11 takes a number for how often a flag was given.
  static void checkValue(CLI::Option &option, const Setting &setting) {
    const bool isFlag = option.get_expected_max() == 0;
    const bool isTruth = setting.value == "true" || setting.value == "false";
    if (isFlag && !isTruth)
      throw SettingsMistake(setting.valueRange, "`" + setting.name + "` is `true` or `false`, and here is `" +
                                                    printable(setting.value) + "`");
    if (isFlag)
      return;
    std::string value = printable(setting.value);
    if (const std::string wrong = (*option.get_validator(0))(value); !wrong.empty())
      throw SettingsMistake(setting.valueRange, "`" + setting.name + "`: " + wrong);
  }

  /// \throws SettingsMistake if there is none.
  std::vector<const CLI::App *> commandsOf(const Setting &setting) const {
    std::vector<const CLI::App *> meant;
    for (const CLI::App *command : app.get_subcommands({}))
      if ((setting.parents.empty() || setting.parents == std::vector<std::string>{command->get_name()}) &&
          optionOf(*command, setting.name))
        meant.push_back(command);
    if (!meant.empty())
      return meant;
    if (setting.parents.size() == 1)
      checkSection(setting);
    std::string known, full;
    SimilarWord similar(setting.name);
    for (const char *name : settings) {
      known += (known.empty() ? "" : ", ") + std::string(name);
      similar.consider(name);
    }
    for (const std::string &parent : setting.parents)
      full += parent + ".";
    const bool isMisspelt = !isSetting(setting.name) && !similar.found().empty();
    throw SettingsMistake(
        setting.nameRange,
        "`" + full + setting.name + "` is no setting; " +
            (isMisspelt ? "did you mean `" + similar.found() + "`?"
                        : "there are " + known +
                              ", in front of all sections or in that of a sub-command that has the option"));
  }

  /// \throws SettingsMistake if the section of \p setting is that of no sub-command.
  void checkSection(const Setting &setting) const {
    const std::string &name = setting.parents.front();
    std::string known;
    SimilarWord similar(name);
    for (const CLI::App *command : app.get_subcommands({})) {
      if (command->get_name() == name)
        return;
      if (!hasSettings(*command))
        continue;
      known += (known.empty() ? "" : ", ") + command->get_name();
      similar.consider(command->get_name());
    }
    throw SettingsMistake(
        setting.parentsRange,
        "`" + printable(name) + "` is no section, as it is no sub-command; " +
            (similar.found().empty() ? "there are " + known : "did you mean `" + similar.found() + "`?"));
  }

  const CLI::App &app;
  const SettingsReaders readers;
};

} // namespace

void addSettingsFile(CLI::App &app, const SettingsReaders &readers) {
  app.config_formatter(std::make_shared<SettingsFile>(app, readers));
  // CLI11 passes over a default file that it cannot read, and waits for one that is a pipe; what a project
  // has set must not be lost unsaid.
  std::error_code unknown;
  const bool isThere = std::filesystem::exists(std::filesystem::symlink_status("plumb.toml", unknown));
  const bool isFile = std::filesystem::is_regular_file("plumb.toml", unknown);
  CLI::Option *file = app.set_config("--config", isFile ? "plumb.toml" : "",
                                     "Settings for this folder (docs/continuous_integration.md)");
  file->option_text("FILE");
  app.parse_complete_callback([file, isThere, readers, &app] {
    if (!isThere || !usesSettings(app, readers) || file->count() != 0)
      return;
    const std::string unread = "plumb.toml is here and cannot be read";
    if (!isPatient(readers))
      throw CLI::FileError(unread);
    readers.told->push_back({unread, ""});
  });
}

} // namespace plumb::tool
