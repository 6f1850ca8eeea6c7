// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/command_line.h"

#include "tools/plumb/help_text.h"
#include "tools/plumb/version.h"

#include <CLI/CLI.hpp>
#include <limits>
#include <ostream>
#include <thread>

namespace plumb::tool {

namespace {

/// A natural number of at most \p largest, in decimal digits and nothing else.
CLI::Validator natural(std::uint64_t smallest, std::uint64_t largest) {
  const auto check = [smallest, largest](std::string &text) -> std::string {
    bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (digits && text.size() < 19 && std::stoull(text) >= smallest && std::stoull(text) <= largest)
      return {};
    return "`" + text + "` is no number from " + std::to_string(smallest) + " to " + std::to_string(largest);
  };
  return CLI::Validator(check, "N");
}

void addFiles(CLI::App &command, Options &options) {
  command.add_option("FILE", options.files, "Programs, ending in .plumb")->required()->type_name("");
}

/// One of two words.
void addFormat(CLI::App &command, std::string &format, const std::string &first, const std::string &second,
               const std::string &explanation) {
  command.add_option("--format", format, explanation)
      ->check(CLI::Validator(
          [first, second](std::string &text) {
            return text == first || text == second ? std::string()
                                                   : "`" + text + "` is neither " + first + " nor " + second;
          },
          ""))
      ->option_text(first + "|" + second);
}

void addSolverOptions(CLI::App &command, Options &options, std::uint32_t &resourceLimit) {
  command.add_option("--jobs", options.jobs, "Mechanisms proved at the same time (default: all cores)")
      ->check(natural(1, 1024))
      ->option_text("N");
  command
      .add_option("--resource-limit", resourceLimit,
                  "Solver resource units for each question, 0 for no limit; the same on every machine")
      ->check(natural(0, std::numeric_limits<std::uint32_t>::max()))
      ->option_text("N");
}

void addProofOptions(CLI::App &command, Options &options, std::string &format, std::uint32_t &resourceLimit) {
  addFormat(command, format, "text", "json",
            "text: verdicts for a reader; json: one document (docs/schema/check.schema.json)");
  command.add_flag("--stats", options.stats, "Questions to the solver and their time, on stderr");
  addSolverOptions(command, options, resourceLimit);
  command.add_flag("--no-assumptions", options.noAssumptions, "Accept no verdict that assumes something");
  command
      .add_option("--dump-smt2", options.dumpFolder,
                  "Write each question behind the verdicts as an SMT-LIB script, and all.smt2")
      ->option_text("DIR");
}

void addExplainOptions(CLI::App &command, Options &options, std::string &format,
                       std::uint32_t &resourceLimit) {
  command.add_option("FILE|CODE", options.files, "Programs, and codes of messages such as PL0404")
      ->required()
      ->type_name("");
  addFormat(command, format, "markdown", "html",
            "markdown: for a terminal or a repository; html: one file for a browser");
  command.add_option("-o", options.outputFile, "Write the explanation there instead of to stdout")
      ->option_text("FILE");
  addSolverOptions(command, options, resourceLimit);
}

Format formatNamed(const std::string &word) {
  return word == "json"       ? Format::Json
         : word == "markdown" ? Format::Markdown
         : word == "html"     ? Format::Html
                              : Format::Text;
}

ExitCode complain(const CLI::ParseError &mistake, int argc, const char *const *argv, std::ostream &err) {
  const std::string first = argc > 1 ? argv[1] : "-";
  bool unknownCommand =
      first[0] != '-' && first != "check" && first != "emit" && first != "print" && first != "explain";
  err << "plumb: "
      << (unknownCommand ? "`" + first + "` is no sub-command; there are check, emit, print and explain"
                         : mistake.what())
      << "\nTry `plumb --help`.\n";
  return ExitCode::Environment;
}

} // namespace

std::variant<Options, ExitCode> readCommandLine(int argc, const char *const *argv, std::ostream &out,
                                                std::ostream &err) {
  Options options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t resourceLimit = 0;
  std::string format;

  CLI::App app(description, "plumb");
  app.set_version_flag("--version", versionText(), "Versions of plumb, Z3, ANTLR and LLVM");
  app.require_subcommand(1);

  CLI::App &check = *app.add_subcommand("check", "Prove the guarantees, or say what is open");
  CLI::App &emit = *app.add_subcommand("emit", "Check, then write C++ for what is proved");
  CLI::App &print = *app.add_subcommand("print", "Print the programs as they were understood");
  CLI::App &explain = *app.add_subcommand("explain", "The proof as on paper, or what a message means");
  for (CLI::App *command : {&check, &emit}) {
    addFiles(*command, options);
    addProofOptions(*command, options, format, resourceLimit);
  }
  addFiles(print, options);
  emit.add_option("-o", options.outputFolder, "Folder for <mechanism>.h and <mechanism>.cert.json")
      ->required()
      ->option_text("DIR");

  addExplainOptions(explain, options, format, resourceLimit);

  // Behind the sub-commands, which would take it over.
  app.footer(epilogue);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &end) {
    if (end.get_exit_code() != 0)
      return complain(end, argc, argv, err);
    app.exit(end, out, err);
    return ExitCode::Proved;
  }
  options.command = emit.parsed()      ? Command::Emit
                    : print.parsed()   ? Command::Print
                    : explain.parsed() ? Command::Explain
                                       : Command::Check;
  options.format = formatNamed(format);
  if (check.count("--resource-limit") + emit.count("--resource-limit") + explain.count("--resource-limit") !=
      0)
    options.resourceLimit = resourceLimit;
  return options;
}

} // namespace plumb::tool
