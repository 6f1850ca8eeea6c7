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

/// Of "text|json".
std::vector<std::string> wordsOf(llvm::StringRef value) {
  llvm::SmallVector<llvm::StringRef> words;
  value.split(words, '|');
  return {words.begin(), words.end()};
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
    if (offer.kind == Value::Words)
      offer.words = wordsOf(offer.value);
    offers.push_back(std::move(offer));
  }
  return offers;
}

/// What may stand as the first word behind \p command, if there is a choice: "check", "hint". Behind it
/// stands the name of an exercise.
std::vector<std::string> choicesOf(const CLI::App &command) {
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional() && kindOf(option->get_option_text()) == Value::Words)
      return wordsOf(option->get_option_text());
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

std::string bashCompletions(const CLI::App &app, const std::string &exercises) {
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
    const std::vector<std::string> choices = choicesOf(command);
    if (choices.empty())
      return;
    options += "    " + name + ":*) _plumb_words " + shellQuoted(llvm::join(choices, " ")) + " ;;\n";
    for (const std::string &choice : choices)
      values += "    " + name + ":" + choice + ") [[ $word == -* ]] || { _plumb_words " +
                shellQuoted(exercises) + "; return; } ;;\n";
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

/// Each in a line of its own that goes on.
std::string zshSpecifications(const CLI::App &command, const std::string &indent) {
  std::string specifications;
  for (const Offer &offer : offersOf(command)) {
    std::string one = "*" + offer.name + "[" + zshExplanation(offer.explanation) + "]";
    if (offer.kind != Value::None)
      one += ":" + zshExplanation(offer.value) + ":";
    if (offer.kind == Value::Words)
      one += "(" + llvm::join(offer.words, " ") + ")";
    else if (offer.kind == Value::Folder)
      one += "_files -/";
    else if (offer.kind == Value::File)
      one += "_files";
    specifications += indent + shellQuoted(one) + " \\\n";
  }
  return specifications;
}

std::string zshCompletions(const CLI::App &app, const std::string &exercises) {
  std::string cases, commands;
  for (const CLI::App *command : commandsOf(app)) {
    commands += "        " +
                shellQuoted(command->get_name() + ":" + zshExplanation(command->get_description())) + "\n";
    cases += "        " + command->get_name() + ")\n          _arguments \\\n" +
             zshSpecifications(*command, "            ");
    const std::string choices = llvm::join(choicesOf(*command), " ");
    cases += choices.empty() ? "            '*:file:_files -g \"*.(plumb|csv)\"'\n          ;;\n"
                             : "            '1:action:(" + choices + ")' \\\n            '2:exercise:(" +
                                   exercises + ")'\n          ;;\n";
  }
  return "#compdef plumb\n"
         "# Completions of plumb for zsh; read by it from share/zsh/site-functions/_plumb.\n"
         "_plumb() {\n"
         "  local curcontext=$curcontext state line ret=1\n"
         "  local -a commands\n"
         "  typeset -A opt_args\n"
         "  _arguments -C \\\n" +
         zshSpecifications(app, "    ") +
         "    '1: :->command' \\\n"
         "    '*:: :->words' && ret=0\n"
         "  case $state in\n"
         "    command)\n"
         "      commands=(\n" +
         commands +
         "      )\n"
         "      _describe 'sub-command' commands && ret=0\n"
         "      ;;\n"
         "    words)\n"
         "      case $words[1] in\n" +
         cases +
         "      esac && ret=0\n"
         "      ;;\n"
         "  esac\n"
         "  return ret\n"
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

/// Where \p condition holds.
std::string fishOption(const Offer &offer, const std::string &condition) {
  std::string text = "complete -c plumb -n '" + condition + "' " +
                     (llvm::StringRef(offer.name).startswith("--") ? "-l " + offer.name.substr(2)
                                                                   : "-s " + offer.name.substr(1));
  if (offer.kind == Value::Words)
    text += " -x -a " + fishQuoted(llvm::join(offer.words, " "));
  else if (offer.kind == Value::Folder)
    text += " -x -a '(__fish_complete_directories)'";
  else if (offer.kind == Value::File)
    text += " -r";
  else if (offer.kind == Value::Text)
    text += " -x";
  return text + " -d " + fishQuoted(offer.explanation) + "\n";
}

std::string fishCompletions(const CLI::App &app, const std::string &exercises) {
  const std::string none = "__plumb_is none";
  std::string text =
      "# Completions of plumb for fish; read by it from share/fish/vendor_completions.d/plumb.fish.\n"
      "# Is this the sub-command, and the word behind it one of these?\n"
      "function __plumb_is\n"
      "    set -l words (commandline -opc)[2..-1]\n"
      "    while set -q words[1]; and not contains -- $words[1] " +
      namesOf(commandsOf(app)) +
      "\n"
      "        set -e words[1]\n"
      "    end\n"
      "    set -q words[1]; or set words none\n"
      "    test $words[1] = $argv[1]; or return 1\n"
      "    set -q argv[2]; or return 0\n"
      "    set -q words[2]; and contains -- $words[2] $argv[2..-1]\n"
      "end\n"
      "complete -c plumb -n '" +
      none + "' -f\n";
  for (const Offer &offer : offersOf(app))
    text += fishOption(offer, none);
  for (const CLI::App *command : commandsOf(app)) {
    const std::string isThis = "__plumb_is " + command->get_name();
    text += "complete -c plumb -n '" + none + "' -a " + command->get_name() + " -d " +
            fishQuoted(command->get_description()) + "\n";
    if (const std::string choices = llvm::join(choicesOf(*command), " "); !choices.empty()) {
      const std::string isChosen = isThis + " " + choices;
      text += "complete -c plumb -n '" + isThis + "; and not " + isChosen + "' -f -a " + fishQuoted(choices) +
              "\n" + "complete -c plumb -n '" + isChosen + "' -f -a " + fishQuoted(exercises) + "\n";
    }
    for (const Offer &offer : offersOf(*command))
      text += fishOption(offer, isThis);
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

std::string completions(const CLI::App &app, const std::string &shell,
                        const std::vector<std::string> &exercises) {
  const std::string names = llvm::join(exercises, " ");
  return shell == "bash"  ? bashCompletions(app, names)
         : shell == "zsh" ? zshCompletions(app, names)
                          : fishCompletions(app, names);
}

} // namespace plumb::tool
