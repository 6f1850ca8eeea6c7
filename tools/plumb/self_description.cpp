// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/self_description.h"

#include "tools/plumb/help_text.h"
#include "tools/plumb/version.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <vector>

namespace plumb::tool {

namespace {

/// What may stand behind an option.
enum class Value : std::uint8_t { None, Words, Folder, File, Text };

struct Offer {
  /// "--format" or "-o".
  std::string name;
  std::string explanation;
  /// As it stands in `--help`: "text|json", "DIR", "N"; empty for a flag.
  std::string value;
  Value kind = Value::None;
  /// For Words.
  std::vector<std::string> words;
};

Value kindOf(llvm::StringRef value) {
  if (value.empty())
    return Value::None;
  if (value == "DIR")
    return Value::Folder;
  if (value == "FILE")
    return Value::File;
  // Words to choose from are in small letters; K|A..B describes two forms.
  return value.contains('|') && value.lower() == value ? Value::Words : Value::Text;
}

std::vector<Offer> offersOf(const CLI::App &command) {
  std::vector<Offer> offers;
  for (const CLI::Option *option : command.get_options()) {
    if (option->get_positional() || option->get_group().empty())
      continue;
    Offer offer{option->get_lnames().empty() ? "-" + option->get_snames().front()
                                             : "--" + option->get_lnames().front(),
                option->get_description(),
                option->get_option_text(),
                Value::None,
                {}};
    offer.kind = kindOf(offer.value);
    if (offer.kind == Value::Words) {
      llvm::SmallVector<llvm::StringRef> words;
      llvm::StringRef(offer.value).split(words, '|');
      offer.words.assign(words.begin(), words.end());
    }
    offers.push_back(std::move(offer));
  }
  return offers;
}

/// What may stand as the first word behind \p command, if there is a choice: "check hint".
std::string choicesOf(const CLI::App &command) {
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional() && kindOf(option->get_option_text()) == Value::Words) {
      std::string words = option->get_option_text();
      std::replace(words.begin(), words.end(), '|', ' ');
      return words;
    }
  return {};
}

std::vector<const CLI::App *> commandsOf(const CLI::App &app) {
  return app.get_subcommands([](const CLI::App *) { return true; });
}

std::string namesOf(const std::vector<const CLI::App *> &commands) {
  std::vector<std::string> names;
  for (const CLI::App *command : commands)
    names.push_back(command->get_name());
  return llvm::join(names, " ");
}

/// Text in a manual page: nothing in it is a request, a hyphen stays one.
std::string roff(llvm::StringRef text) {
  std::string result;
  bool lineStarts = true;
  for (char letter : text) {
    if (lineStarts && (letter == '.' || letter == '\''))
      result += "\\&";
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else if (letter == '\'')
      result += "\\(aq";
    else
      result += letter;
    lineStarts = letter == '\n';
  }
  return result;
}

/// Kept as it stands, line by line.
std::string roffExample(llvm::StringRef text) {
  return ".nf\n" + roff(text) + "\n.fi\n";
}

std::string roffOptions(const CLI::App &command) {
  std::string text;
  for (const Offer &offer : offersOf(command))
    text += ".TP\n.B " + roff(offer.name) +
            (offer.value.empty() ? "" : " \\fI" + roff(offer.value) + "\\fR") + "\n" +
            roff(offer.explanation) + "\n";
  return text;
}

/// What stands behind the options, in its order.
std::string roffPositionals(const CLI::App &command) {
  std::string text;
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional()) {
      const std::string &words = option->get_option_text();
      text += ".TP\n.I " + roff(option->get_name()) + (words.empty() ? "" : " \\fR" + roff(words)) + "\n" +
              roff(option->get_description()) + "\n";
    }
  return text;
}

/// In single quotes of a shell that has no escapes there.
std::string shellQuoted(llvm::StringRef text) {
  std::string result = "'";
  for (char letter : text)
    result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

std::string bashCompletions(const CLI::App &app) {
  const auto commands = commandsOf(app);
  std::string values, options;
  const auto take = [&](const CLI::App &command, const std::string &name) {
    std::vector<std::string> names;
    for (const Offer &offer : offersOf(command)) {
      names.push_back(offer.name);
      if (offer.kind == Value::None)
        continue;
      values += "    " + name + ":" + offer.name + ") ";
      if (offer.kind == Value::Words)
        values += "_plumb_words " + shellQuoted(llvm::join(offer.words, " ")) + "; ";
      else if (offer.kind != Value::Text)
        values += offer.kind == Value::Folder ? "_plumb_files -d; " : "_plumb_files -f; ";
      values += "return ;;\n";
    }
    options += "    " + name + ":-*) _plumb_words " + shellQuoted(llvm::join(names, " ")) + " ;;\n";
    if (const std::string choices = choicesOf(command); !choices.empty())
      options += "    " + name + ":*) _plumb_words " + shellQuoted(choices) + " ;;\n";
  };
  take(app, "");
  for (const CLI::App *command : commands)
    take(*command, command->get_name());
  const std::string names = namesOf(commands);
  return R"(# Completions of plumb for bash; read by it from share/bash-completion/completions/plumb.
_plumb_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "${COMP_WORDS[COMP_CWORD]}"); }
_plumb_files() { mapfile -t COMPREPLY < <(compgen "$@" -- "${COMP_WORDS[COMP_CWORD]}"); }
_plumb() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case " )" +
         names + R"( " in
      *" ${COMP_WORDS[i]} "*) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command:$before in
)" + values +
         R"(  esac
  case $command:$word in
)" + options +
         "    :*) _plumb_words '" + names + R"(' ;;
    *) mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -G "$word*.plumb"; compgen -G "$word*.csv") ;;
  esac
}
complete -o filenames -F _plumb plumb
)";
}

/// In a specification of zsh's _arguments, where brackets and colons mean something.
std::string zshExplanation(llvm::StringRef text) {
  std::string result;
  for (char letter : text)
    result += llvm::StringRef("[]:\\").contains(letter) ? std::string("\\") + letter : std::string(1, letter);
  return result;
}

std::string zshCompletions(const CLI::App &app) {
  std::string cases, commands;
  for (const CLI::App *command : commandsOf(app)) {
    commands += "        " +
                shellQuoted(command->get_name() + ":" + zshExplanation(command->get_description())) + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments \\\n";
    for (const Offer &offer : offersOf(*command)) {
      std::string specification = "*" + offer.name + "[" + zshExplanation(offer.explanation) + "]";
      if (offer.kind != Value::None)
        specification += ":" + zshExplanation(offer.value) + ":";
      if (offer.kind == Value::Words)
        specification += "(" + llvm::join(offer.words, " ") + ")";
      else if (offer.kind == Value::Folder)
        specification += "_files -/";
      else if (offer.kind == Value::File)
        specification += "_files";
      cases += "        " + shellQuoted(specification) + " \\\n";
    }
    const std::string choices = choicesOf(*command);
    cases += choices.empty() ? "        '*:file:_files -g \"*.(plumb|csv)\"'\n      ;;\n"
                             : "        '1:action:(" + choices + ")'\n      ;;\n";
  }
  return "#compdef plumb\n"
         "# Completions of plumb for zsh; read by it from share/zsh/site-functions/_plumb.\n"
         "_plumb() {\n"
         "  local -a commands\n"
         "  if ((CURRENT == 2)); then\n"
         "    commands=(\n" +
         commands +
         "    )\n"
         "    _describe 'sub-command' commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_plumb \"$@\"\n";
}

/// In single quotes of fish, where a backslash escapes.
std::string fishQuoted(llvm::StringRef text) {
  std::string result = "'";
  for (char letter : text)
    result += letter == '\'' || letter == '\\' ? std::string("\\") + letter : std::string(1, letter);
  return result + "'";
}

std::string fishCompletions(const CLI::App &app) {
  std::string text =
      "# Completions of plumb for fish; read by it from share/fish/vendor_completions.d/plumb.fish.\n"
      "complete -c plumb -n __fish_use_subcommand -f\n"
      "complete -c plumb -n __fish_use_subcommand -l help -d 'Print a help message and exit'\n"
      "complete -c plumb -n __fish_use_subcommand -l version -d 'Print versions and exit'\n";
  for (const CLI::App *command : commandsOf(app)) {
    text += "complete -c plumb -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            fishQuoted(command->get_description()) + "\n";
    if (const std::string choices = choicesOf(*command); !choices.empty())
      text += "complete -c plumb -n '__fish_seen_subcommand_from " + command->get_name() + "' -f -a " +
              fishQuoted(choices) + "\n";
    for (const Offer &offer : offersOf(*command)) {
      const bool isLong = llvm::StringRef(offer.name).startswith("--");
      text += "complete -c plumb -n '__fish_seen_subcommand_from " + command->get_name() + "' " +
              (isLong ? "-l " + offer.name.substr(2) : "-s " + offer.name.substr(1));
      if (offer.kind == Value::Words)
        text += " -x -a " + fishQuoted(llvm::join(offer.words, " "));
      else if (offer.kind == Value::Folder)
        text += " -x -a '(__fish_complete_directories)'";
      else if (offer.kind == Value::File)
        text += " -r";
      else if (offer.kind == Value::Text)
        text += " -x";
      text += " -d " + fishQuoted(offer.explanation) + "\n";
    }
  }
  return text;
}

} // namespace

std::string manualPage(const CLI::App &app) {
  std::string text = ".TH PLUMB 1 \"\" \"plumb " + roff(plumbVersion()) +
                     "\" \"User commands\"\n"
                     ".SH NAME\n"
                     "plumb \\- proves randomized mechanisms private, and builds them\n"
                     ".SH SYNOPSIS\n"
                     ".B plumb\n"
                     ".I SUBCOMMAND\n"
                     "[\\fIOPTION\\fR ...] [\\fIFILE\\fR ...]\n"
                     ".SH DESCRIPTION\n" +
                     roff(description) + "\n.SH OPTIONS\n" + roffOptions(app) + ".SH SUBCOMMANDS\n";
  for (const CLI::App *command : commandsOf(app)) {
    text += ".SS plumb " + roff(command->get_name()) + "\n" + roff(command->get_description()) + ".\n" +
            roffPositionals(*command) + roffOptions(*command);
    if (!command->get_footer().empty())
      text += ".PP\n" + roffExample(command->get_footer());
  }
  return text + ".SH EXAMPLES AND EXIT STATUS\n" + roffExample(app.get_footer());
}

std::string completions(const CLI::App &app, const std::string &shell) {
  return shell == "bash" ? bashCompletions(app) : shell == "zsh" ? zshCompletions(app) : fishCompletions(app);
}

} // namespace plumb::tool
