// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/command_line.h"

#include "checker/report/explain_diagnostic.h"
#include "checker/smt/cvc5_engine.h"
#include "frontend/support/similar_word.h"
#include "tools/plumb/help_text.h"
#include "tools/plumb/learn/exercise.h"
#include "tools/plumb/self_description.h"
#include "tools/plumb/settings_file.h"
#include "tools/plumb/version.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <llvm/Support/Program.h>
#include <ostream>
#include <thread>

namespace plumb::tool {

namespace {

struct SubCommand {
  const char *name;
  Command command;
  const char *explanation;
};

/// In the order of `--help`.
constexpr SubCommand subCommands[] = {
    {"check", Command::Check, "Prove the guarantees, or say what is open"},
    {"emit", Command::Emit, "Check, then write C++ for what is proved"},
    {"fill", Command::Fill, "Check, then write the alignments that were left out"},
    {"print", Command::Print, "Print the programs as they were understood"},
    {"format", Command::Format, "Lay the text out anew: where lines begin, and nothing else"},
    {"explain", Command::Explain, "The proof as on paper, or what a message means"},
    {"bounds", Command::Bounds, "How often a one-sided answer can be right"},
    {"policy", Command::Policy, "What a policy protects, and what it gives away"},
    {"sensitivity", Command::Sensitivity, "How far answers may differ, derived from records and policies"},
    {"replay", Command::Replay, "Run the compiled code with noise and with aligned noise"},
    {"learn", Command::Learn, "Exercises, from the first alignment to a mechanism of your own"},
    {"serve", Command::Serve, "A page for the browser, on this machine: write, check, and watch both runs"},
    {"lsp", Command::Lsp, "Serve an editor, which starts it, over the Language Server Protocol"},
};

/// "check, emit and fill"
std::string namesOfSubCommands() {
  std::string names;
  for (const SubCommand &one : subCommands)
    names += (&one == std::begin(subCommands)     ? ""
              : &one + 1 == std::end(subCommands) ? " and "
                                                  : ", ") +
             std::string(one.name);
  return names;
}

/// A natural number of at most \p largest, in decimal digits and nothing else.
CLI::Validator natural(std::uint64_t smallest, std::uint64_t largest) {
  const auto check = [smallest, largest](std::string &text) -> std::string {
    bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (digits && text.size() < 19 && std::stoull(text) >= smallest && std::stoull(text) <= largest)
      return {};
    return "`" + text + "` is no whole number from " + std::to_string(smallest) + " to " +
           std::to_string(largest);
  };
  return CLI::Validator(check, "N");
}

void addFiles(CLI::App &command, Options &options) {
  command.add_option("FILE", options.files, "Programs, ending in .plumb, and folders of them")
      ->required()
      ->type_name("");
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
  command
      .add_option("--time-limit", options.timeLimit,
                  "Seconds for each question, a safety net (default: 20), and six times as many of computing "
                  "for all of "
                  "one declaration; what it cuts off is not proved, and may be on another machine")
      ->check(natural(1, 86'400))
      ->option_text("N");
}

void addEngine(CLI::App &command, Options &options) {
  const std::string engines = "z3|cvc5|both";
  command
      .add_option_function<std::string>(
          "--engine",
          [&options](const std::string &word) {
            options.engine = word == "cvc5"   ? EngineChoice::Cvc5
                             : word == "both" ? EngineChoice::Both
                                              : EngineChoice::Z3;
          },
          "Who answers questions (default: z3); both: what only one of them says is not proved, and where "
          "they contradict each other the exit code is 70. cvc5 is the program of this name in PATH")
      ->check(oneOf(engines))
      ->check(CLI::Validator(
          [](const std::string &word) -> std::string {
            if (word == "z3")
              return "";
            const auto program = llvm::sys::findProgramByName("cvc5");
            if (!program)
              return "no program `cvc5` is in PATH (Debian: apt install cvc5)";
            const std::string fault = smt::cvc5Fault();
            return fault.empty() ? "" : "the program `" + *program + "` is no solver: " + fault;
          },
          ""))
      ->option_text(engines);
}

void addProofOptions(CLI::App &command, Options &options, std::string &format, std::uint32_t &resourceLimit) {
  const std::string formats = "text|json|sarif|junit";
  command
      .add_option("--format", format,
                  "text: verdicts for a reader; json: one document (docs/schema/check.schema.json); sarif: "
                  "findings for code hosts; junit: test cases for continuous integration")
      ->check(oneOf(formats))
      ->option_text(formats);
  command.add_flag("--stats", options.stats, "Questions to the solver and their time, on stderr");
  command.add_flag(
      "--verbose", options.verbose,
      "A line for each obligation, too: the solver's time and resource units, and who has decided it");
  addSolverOptions(command, options, resourceLimit);
  addEngine(command, options);
  command.add_flag("--no-assumptions", options.noAssumptions,
                   "Accept no verdict that assumes something, or that believes a solver: evidence is looked "
                   "for as with --certify");
  command
      .add_option("--dump-smt2", options.dumpFolder,
                  "Write each question behind the verdicts as an SMT-LIB script, and all.smt2")
      ->option_text("DIR");
  command
      .add_option("--certify", options.certificateFile,
                  "Write evidence for each answer of the solver, for plumb-recheck (docs/certificate.md)")
      ->option_text("FILE");
}

void addInPlace(CLI::App &command, Options &options) {
  command.add_flag("--in-place", options.inPlace, "Write the files instead of printing them");
}

void addFillOptions(CLI::App &command, Options &options, std::uint32_t &resourceLimit) {
  addFiles(command, options);
  addInPlace(command, options);
  addSolverOptions(command, options, resourceLimit);
}

void addExplainOptions(CLI::App &command, Options &options, std::string &format,
                       std::uint32_t &resourceLimit) {
  command.add_option("FILE|CODE", options.files, "Programs, and codes of messages such as PL0404")
      ->required()
      ->type_name("");
  const std::string formats = "markdown|html|json";
  command
      .add_option(
          "--format", format,
          "markdown: for a terminal or a repository; html: one file for a browser; json: the same and "
          "each chain step by step (docs/schema/explain.schema.json)")
      ->check(oneOf(formats))
      ->option_text(formats);
  command.add_option("-o", options.outputFile, "Write the explanation there instead of to stdout")
      ->option_text("FILE");
  addSolverOptions(command, options, resourceLimit);
}

void addBoundsOptions(CLI::App &command, Options &options, std::string &format,
                      std::uint32_t &resourceLimit) {
  BoundsWords &bounds = options.bounds;
  command
      .add_option(
          "FILE", options.files,
          "Programs: bounds for each of their claims, with --gap or --answers, and without these what "
          "each guarantee says of the other direction; channels, and tables "
          "in CSV: what estimates lose, with --users")
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
  number("--delta", bounds.delta,
         "For approx: the probability that eps does not hold; without it, --eps and --beta ask for the "
         "smallest");
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
  command
      .add_option(
          "--answers", bounds.answersFile,
          "For programs: answers and thresholds of the places of one run, in place of --gap: names, then a "
          "line for each place")
      ->option_text("FILE.csv");
  command.add_option("--let", bounds.values, "For programs: the value of a parameter, if it matters")
      ->allow_extra_args(false) // A file may follow.
      ->option_text("NAME=P/Q");
  command.add_option("--users", bounds.users, "For channels: how many people report")->option_text("N");
  command
      .add_option("--shares", bounds.shares,
                  "For channels: how much of the people each class of values has, or each input of a table; "
                  "what is not named has nothing")
      ->option_text("S=1/4,N=3/4");
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
  const std::string parts = "example|replay";
  command
      .add_option(
          "--with", options.with,
          "Besides: example, a program to begin with; replay, a test of the compiled code (docs/emission.md, "
          "docs/replay.md)")
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
  command
      .add_option("--then", tables.following,
                  "A table that is put behind each one: its inputs are the outputs before; what is checked, "
                  "sensitive and protected, are both together")
      ->needs(notion)
      ->allow_extra_args(false) // A file may follow.
      ->option_text("TABLE");
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
  command
      .add_option(
          "--record", options.records,
          "A proposition about one record: the neighbours of each record of which it is true are listed; "
          "sizes are given with --let")
      ->allow_extra_args(false)
      ->option_text("FORMULA");
  command
      .add_option("--let", options.bounds.values,
                  "The value of a size, for --record, and for the picture of --format html")
      ->allow_extra_args(false)
      ->option_text("SIZE=N");
  const std::string formats = "text|json|html";
  command
      .add_option(
          "--format", format,
          "text: for a reader; json: one document (docs/schema/policy.schema.json); html: a page, with a "
          "picture of all neighbours where sizes are given")
      ->check(oneOf(formats))
      ->option_text(formats);
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

/// `--manual` and `--completions`, which end the reading of the command line as `--version` does; \p told is
/// what is then printed.
void addSelfDescription(CLI::App &app, std::string &told) {
  app.add_flag_callback(
         "--manual",
         [&] {
           told = manualPage(app);
           throw CLI::Success();
         },
         "The manual page, for man(1)")
      ->trigger_on_parse();
  const std::string shells = "bash|zsh|fish";
  app.add_option_function<std::string>(
         "--completions",
         [&](const std::string &shell) {
           std::vector<std::string> exercises;
           for (const learn::Exercise &one : learn::loadExercises().all)
             exercises.push_back(one.name);
           told = completions(app, shell, exercises);
           throw CLI::Success();
         },
         "What this shell reads to complete words of plumb")
      ->trigger_on_parse()
      ->check(oneOf(shells))
      ->option_text(shells);
}

void addLearnOptions(CLI::App &command, LearnWords &learn) {
  const std::string actions = "check|hint|list|reset";
  command
      .add_option("ACTION", learn.action,
                  "check: is it an answer? hint: a word of help, the next time a stronger one; list: all "
                  "exercises; reset: as it was given. Without one the next exercise is shown, and files that "
                  "are missing are written")
      ->check(oneOf(actions))
      ->option_text(actions);
  command
      .add_option("NAME", learn.exercise, "An exercise, or its number (default: the next that is not done)")
      ->type_name("");
  command.add_option("--folder", learn.folder, "Where your exercises are (default: plumb-exercises)")
      ->option_text("DIR");
}

void addServeOptions(CLI::App &command, ServeWords &serve) {
  constexpr std::uint64_t largestPort = 65535, longest = 3600, mostMegabytes = 1 << 20;
  command
      .add_option("--host", serve.host, "The address to listen to (default: 127.0.0.1, this machine alone)")
      ->check(CLI::Validator(
          [](std::string &address) { return std::string(address.empty() ? "an address is needed" : ""); },
          "ADDRESS"))
      ->option_text("ADDRESS");
  command.add_option("--port", serve.port, "0 for any that is free; it is printed (default: 7586)")
      ->check(natural(0, largestPort))
      ->option_text("N");
  command.add_option("--seconds", serve.seconds, "For each check (default: 60)")
      ->check(natural(1, longest))
      ->option_text("N");
  command.add_option("--megabytes", serve.megabytes, "Address space of each check (default: 4096)")
      ->check(natural(1, mostMegabytes))
      ->option_text("N");
}

/// What a message means is explained without a proof.
bool provesSomething(const CLI::App &command) {
  const CLI::Option *words = command.get_option_no_throw("FILE|CODE");
  if (!words)
    return true;
  const std::vector<std::string> given = words->results();
  return !std::all_of(given.begin(), given.end(), report::looksLikeCode);
}

Format formatNamed(const std::string &word) {
  return word == "json"       ? Format::Json
         : word == "sarif"    ? Format::Sarif
         : word == "junit"    ? Format::Junit
         : word == "csv"      ? Format::Csv
         : word == "svg"      ? Format::Svg
         : word == "markdown" ? Format::Markdown
         : word == "html"     ? Format::Html
                              : Format::Text;
}

std::string unknownCommandText(const std::string &word) {
  const std::string text = "`" + word + "` is no sub-command; ";
  if (word.ends_with(".plumb") || std::filesystem::exists(word))
    return text + "did you mean `plumb check " + word + "`?";
  SimilarWord similar(word);
  for (const SubCommand &one : subCommands)
    similar.consider(one.name);
  return text + (similar.found().empty() ? "there are " + namesOfSubCommands()
                                         : "did you mean `" + std::string(similar.found()) + "`?");
}

ExitCode complain(const CLI::ParseError &mistake, int argc, const char *const *argv, std::ostream &err) {
  const std::string first = argc > 1 ? argv[1] : "-";
  const bool unknownCommand =
      first[0] != '-' && std::none_of(std::begin(subCommands), std::end(subCommands),
                                      [&](const SubCommand &one) { return first == one.name; });
  err << "plumb: " << (unknownCommand ? unknownCommandText(first) : mistake.what()) << '\n'
      << (std::filesystem::exists("plumb.toml") ? "The settings in plumb.toml count as options.\n" : "")
      << "Try `plumb " << (first[0] == '-' || unknownCommand ? "" : first + " ") << "--help`.\n";
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
  app.set_version_flag("--version", versionText(), "Versions of plumb and of the libraries it is linked with")
      ->trigger_on_parse();
  std::string told;
  addSelfDescription(app, told);
  app.require_subcommand(1);

  for (const SubCommand &one : subCommands)
    app.add_subcommand(one.name, one.explanation);
  CLI::App &check = *app.get_subcommand("check"), &emit = *app.get_subcommand("emit");
  for (CLI::App *command : {&check, &emit}) {
    addFiles(*command, options);
    addProofOptions(*command, options, format, resourceLimit);
  }
  check.get_option("FILE")->description(
      "Programs, ending in .plumb, and folders of them; with --notion tables in CSV");
  check
      .add_option("--json", options.jsonFile,
                  "Write the document of --format=json there, besides what is told")
      ->option_text("FILE");
  check
      .add_option(
          "--seeds", options.seeds,
          "Prove everything with so many seeds of the solver, and say on stderr which answers depend on it")
      ->check(natural(1, 1000))
      ->option_text("N");
  check.add_flag("--watch", options.watch, "Check again whenever a file changes, until it is interrupted");
  addTableOptions(check, options.tables);
  check.get_option("--seeds")->excludes("--notion");
  addFillOptions(*app.get_subcommand("fill"), options, resourceLimit);
  addFiles(*app.get_subcommand("print"), options);
  addFiles(*app.get_subcommand("format"), options);
  addInPlace(*app.get_subcommand("format"), options);
  addEmitOptions(emit, options);

  addExplainOptions(*app.get_subcommand("explain"), options, format, resourceLimit);
  addBoundsOptions(*app.get_subcommand("bounds"), options, format, resourceLimit);
  addPolicyOptions(*app.get_subcommand("policy"), options, format, resourceLimit);
  addSensitivityOptions(*app.get_subcommand("sensitivity"), options, format, resourceLimit);
  addReplayOptions(*app.get_subcommand("replay"), options, resourceLimit);
  addLearnOptions(*app.get_subcommand("learn"), options.learn);
  addServeOptions(*app.get_subcommand("serve"), options.serve);
  addSolverOptions(*app.get_subcommand("serve"), options, resourceLimit);
  addSolverOptions(*app.get_subcommand("lsp"), options, resourceLimit);
  app.get_subcommand("lsp")->add_flag("--stdio")->description(
      "Many editors add it; messages come and go on the standard input and output in any case");

  addSettingsFile(
      app,
      {provesSomething, {app.get_subcommand("serve"), app.get_subcommand("lsp")}, &options.settingsProblems});
  // Behind the sub-commands, which would take it over.
  app.footer(epilogue);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &end) {
    if (end.get_exit_code() != 0)
      return complain(end, argc, argv, err);
    if (told.empty())
      app.exit(end, out, err);
    else
      out << told;
    return ExitCode::Proved;
  }
  if (emit.parsed() && emit.count("-o") + emit.count("--check") == 0)
    return complain(CLI::RequiredError("-o"), argc, argv, err);
  options.format = formatNamed(format);
  for (const SubCommand &one : subCommands) {
    const CLI::App &given = *app.get_subcommand(one.name);
    if (!given.parsed())
      continue;
    options.command = one.command;
    // `print` asks no solver.
    if (const CLI::Option *limit = given.get_option_no_throw("--resource-limit");
        limit && limit->count() != 0)
      options.resourceLimit = resourceLimit;
  }
  return options;
}

} // namespace plumb::tool
