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
  command
      .add_option("--jobs", options.jobs,
                  "Mechanisms and channels proved at the same time (default: all cores)")
      ->check(natural(1, 1024))
      ->option_text("N");
  command
      .add_option("--resource-limit", resourceLimit,
                  "Solver resource units for each question, six times as many for all of one mechanism, 0 "
                  "for no limit; the same on every machine")
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

void addFillOptions(CLI::App &command, Options &options, std::uint32_t &resourceLimit) {
  addFiles(command, options);
  command.add_flag("--in-place", options.inPlace, "Write the files instead of printing them");
  addSolverOptions(command, options, resourceLimit);
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

/// One of several words, which stand as "a|b|c" in \p words.
CLI::Validator oneOf(const std::string &words) {
  const auto check = [words](std::string &text) -> std::string {
    const bool known = !text.empty() && text.find('|') == std::string::npos &&
                       ("|" + words + "|").find("|" + text + "|") != std::string::npos;
    return known ? std::string() : "`" + text + "` is none of " + words;
  };
  return CLI::Validator(check, "");
}

void addBoundsOptions(CLI::App &command, Options &options, std::string &format,
                      std::uint32_t &resourceLimit) {
  BoundsWords &bounds = options.bounds;
  command.add_option("FILE", options.files, "Programs: bounds for each of their claims, with --gap")
      ->type_name("");
  const std::string notions = "adp|dp|approx", formats = "text|csv|json|svg";
  command
      .add_option("--notion", bounds.notion,
                  "adp: (P, eps)-ADP, the one-sided notion; dp: eps-DP; approx: (eps, delta)-DP")
      ->check(oneOf(notions))
      ->option_text(notions);
  const auto number = [&](const char *name, std::string &word, const char *explanation) {
    command.add_option(name, word, explanation)->option_text("P/Q");
  };
  number("--eps", bounds.eps, "The privacy parameter, such as 1/2 or 0.5; exact");
  number("--delta", bounds.delta, "For approx: the probability that eps does not hold");
  command
      .add_option("--k", bounds.steps,
                  "Steps to D from the nearest dataset whose answer is \"false\"; A..B for a table")
      ->option_text("K|A..B");
  number("--alpha", bounds.alpha, "A \"true\" may be wrong with this probability (default 0)");
  number("--beta", bounds.beta, "A \"true\" may be missed with this probability: which eps is enough?");
  command
      .add_option(
          "--gap", bounds.gaps,
          "For programs: how far the answer is from the threshold, on the side of the claim; several for "
          "several places of one run")
      ->option_text("G1,G2");
  command.add_option("--let", bounds.values, "For programs: the value of a parameter, if it matters")
      ->allow_extra_args(false) // A file may follow.
      ->option_text("NAME=P/Q");
  addSolverOptions(command, options, resourceLimit);
  command
      .add_option("--format", format,
                  "text: rounded to the safe side; csv, json: both ends of each enclosure; svg: a figure")
      ->check(oneOf(formats))
      ->option_text(formats);
}

void addEmitOptions(CLI::App &command, Options &options) {
  CLI::Option *output =
      command.add_option("-o", options.outputFolder, "Folder for <mechanism>.h and <mechanism>.cert.json")
          ->option_text("DIR");
  command
      .add_option("--check", options.checkedFolder,
                  "Write nothing; exit code 4 if the files of this folder are not what would be written")
      ->excludes(output)
      ->option_text("DIR");
  command.add_flag("--constant-work", options.constantWork,
                   "Samplers and selections whose time does not depend on noise or answers; slower "
                   "(docs/emission.md)");
  const std::string parts = "bounds|example|replay";
  command
      .add_option(
          "--with", options.with,
          "Besides: bounds, what answers are worth; example, a program to begin with; replay, a test of "
          "the compiled code (docs/emission.md, docs/replay.md)")
      ->check(oneOf(parts))
      ->allow_extra_args(false) // A file may follow.
      ->option_text(parts);
  command.footer(emitEpilogue);
}

void addTableOptions(CLI::App &command, TableWords &tables) {
  const std::string notions = "ldp|uldp|osldp";
  CLI::Option *notion = command
                            .add_option("--notion", tables.notion,
                                        "The files are no programs but channels as tables in CSV; prints the "
                                        "smallest eps with which they are locally private (ldp), "
                                        "utility-optimised (uldp), or one-sided (osldp); docs/local.md")
                            ->check(oneOf(notions))
                            ->option_text(notions);
  command
      .add_option("--sensitive", tables.sensitive, "For uldp and osldp: the sensitive inputs, \"\" for none")
      ->needs(notion)
      ->option_text("X1,X2");
  command
      .add_option("--protected", tables.guarded,
                  "For uldp: the protected outputs (default: those that a sensitive input reaches)")
      ->needs(notion)
      ->option_text("Y1,Y2");
}

void addSensitivityOptions(CLI::App &command, Options &options, std::string &format,
                           std::uint32_t &resourceLimit) {
  addFiles(command, options);
  addFormat(command, format, "text", "json",
            "text: for a reader; json: one document (docs/schema/sensitivity.schema.json)");
  addSolverOptions(command, options, resourceLimit);
}

void addPolicyOptions(CLI::App &command, Options &options, std::string &format,
                      std::uint32_t &resourceLimit) {
  addFiles(command, options);
  command
      .add_option("--about", options.about,
                  "A proposition about one record, such as 'visited[i]': who learns it, and what else?")
      ->allow_extra_args(false) // A file may follow.
      ->option_text("FORMULA");
  addFormat(command, format, "text", "json",
            "text: for a reader; json: one document (docs/schema/policy.schema.json)");
  addSolverOptions(command, options, resourceLimit);
}

void addReplayOptions(CLI::App &command, Options &options, std::uint32_t &resourceLimit) {
  constexpr std::uint64_t mostRuns = 1'000'000'000'000;
  addFiles(command, options);
  command.add_option("--runs", options.replay.runs, "Runs of each mechanism (default: 100000)")
      ->check(natural(1, mostRuns))
      ->option_text("N");
  command
      .add_option("--seed", options.replay.seed,
                  "Another seed, other runs; the same one, the same (default: 1)")
      ->check(natural(0, mostRuns))
      ->option_text("N");
  command
      .add_option("--runtime", options.replay.runtimePrefix,
                  "Where the runtime is installed, with include/ and lib/ (default: that of this program)")
      ->option_text("DIR");
  addSolverOptions(command, options, resourceLimit);
}

Format formatNamed(const std::string &word) {
  return word == "json"       ? Format::Json
         : word == "csv"      ? Format::Csv
         : word == "svg"      ? Format::Svg
         : word == "markdown" ? Format::Markdown
         : word == "html"     ? Format::Html
                              : Format::Text;
}

ExitCode complain(const CLI::ParseError &mistake, int argc, const char *const *argv, std::ostream &err) {
  const std::string first = argc > 1 ? argv[1] : "-";
  bool unknownCommand = first[0] != '-' && first != "check" && first != "emit" && first != "fill" &&
                        first != "print" && first != "explain" && first != "bounds" && first != "policy" &&
                        first != "sensitivity" && first != "replay";
  err << "plumb: "
      << (unknownCommand ? "`" + first +
                               "` is no sub-command; there are check, emit, fill, print, explain, bounds, "
                               "policy, sensitivity and replay"
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
  CLI::App &fill = *app.add_subcommand("fill", "Check, then write the alignments that were left out");
  CLI::App &print = *app.add_subcommand("print", "Print the programs as they were understood");
  CLI::App &explain = *app.add_subcommand("explain", "The proof as on paper, or what a message means");
  CLI::App &bounds = *app.add_subcommand("bounds", "How often a one-sided answer can be right");
  for (CLI::App *command : {&check, &emit}) {
    addFiles(*command, options);
    addProofOptions(*command, options, format, resourceLimit);
  }
  check.get_option("FILE")->description("Programs, ending in .plumb; with --notion tables in CSV");
  addTableOptions(check, options.tables);
  addFillOptions(fill, options, resourceLimit);
  addFiles(print, options);
  addEmitOptions(emit, options);

  addExplainOptions(explain, options, format, resourceLimit);
  addBoundsOptions(bounds, options, format, resourceLimit);
  CLI::App &policy = *app.add_subcommand("policy", "What a policy protects, and what it gives away");
  addPolicyOptions(policy, options, format, resourceLimit);
  CLI::App &sensitivity =
      *app.add_subcommand("sensitivity", "How far answers may differ, derived from records and policies");
  addSensitivityOptions(sensitivity, options, format, resourceLimit);

  CLI::App &replay = *app.add_subcommand("replay", "Run the compiled code with noise and with aligned noise");
  addReplayOptions(replay, options, resourceLimit);

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
  if (emit.parsed() && emit.count("-o") + emit.count("--check") == 0)
    return complain(CLI::RequiredError("-o"), argc, argv, err);
  options.command = emit.parsed()          ? Command::Emit
                    : fill.parsed()        ? Command::Fill
                    : print.parsed()       ? Command::Print
                    : explain.parsed()     ? Command::Explain
                    : bounds.parsed()      ? Command::Bounds
                    : policy.parsed()      ? Command::Policy
                    : sensitivity.parsed() ? Command::Sensitivity
                    : replay.parsed()      ? Command::Replay
                                           : Command::Check;
  options.format = formatNamed(format);
  for (const CLI::App *command : {&check, &emit, &fill, &explain, &bounds, &policy, &sensitivity, &replay})
    if (command->count("--resource-limit") != 0)
      options.resourceLimit = resourceLimit;
  return options;
}

} // namespace plumb::tool
