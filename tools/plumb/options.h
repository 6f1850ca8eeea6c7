// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/options.h - What the user asked for ----------*- C++ -*-===//
///
/// \file
/// The command line as data: what each sub-command was asked to do.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_OPTIONS_H
#define PLUMB_TOOLS_PLUMB_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

enum class Command : std::uint8_t {
  Check,
  Emit,
  Fill,
  Print,
  Format,
  Explain,
  Bounds,
  Policy,
  Sensitivity,
  Replay,
  Lsp,
  Learn,
  Serve
};
/// Who answers questions.
enum class EngineChoice : std::uint8_t { Z3, Cvc5, Both };
enum class Format : std::uint8_t { Text, Json, Sarif, Junit, Markdown, Html, Csv, Svg };

/// The words of `plumb bounds`, as written; empty where an option was not given.
struct BoundsWords {
  /// "adp", "dp" or "approx".
  std::string notion;
  std::string eps, delta, alpha, beta;
  /// "5" or "1..10".
  std::string steps;
  /// For the claims of programs: how far answers are from their thresholds, "5,4,3".
  std::string gaps;
  /// For the claims of programs: a file with answers, from which the gaps follow.
  std::string answersFile;
  /// For channels: how many reports there are, and the shares of values, "S=1/4,N=3/4".
  std::string users, shares;
  /// "c=2": values of parameters; for Policy, of sizes.
  std::vector<std::string> values;
};

/// What `plumb replay` is to do.
struct ReplayWords {
  std::uint64_t runs = 100'000, seed = 1;
  /// Where the runtime is installed; empty: that of this program.
  std::string runtimePrefix;
};

/// What is asked of tables, as written; nothing where an option was not given.
struct TableWords {
  /// "ldp", "uldp" or "osldp"; empty: the files are programs.
  std::string notion;
  /// Names, separated by commas; may be empty.
  std::optional<std::string> sensitive, guarded;
  /// Files of tables that are put behind each table, in their order.
  std::vector<std::string> following;
};

/// What `plumb learn` is to do.
struct LearnWords {
  /// "check", "hint", "list", "reset"; empty: go on with the next exercise.
  std::string action;
  /// As written; empty: the next one that is not done.
  std::string exercise;
  std::string folder = "plumb-exercises";
};

/// Where and within which limits `plumb serve` serves.
struct ServeWords {
  std::string host = "127.0.0.1";
  /// 0: any that is free.
  int port = 7586;
  /// For each check.
  std::uint64_t seconds = 60, megabytes = 4096;
};

/// What could not be read of the settings of a folder.
struct SettingsProblem {
  /// "plumb.toml:1:1: `jobz` is no setting; did you mean `jobs`?"
  std::string message;
  /// The line with a caret, without its last line feed; empty if it is not about a place.
  std::string excerpt;
};

struct Options {
  Command command = Command::Check;
  /// For Explain codes of messages may stand among them.
  std::vector<std::string> files;
  Format format = Format::Text;
  bool stats = false, verbose = false;
  /// For Check: again after each change of the files.
  bool watch = false;
  bool noAssumptions = false;
  /// Proofs at the same time; at least 1.
  unsigned jobs = 1;
  /// Solver resource units for each question; 0: unlimited; nothing: the default.
  std::optional<std::uint32_t> resourceLimit;
  /// Seconds of wall clock for each question; nothing: the default.
  std::optional<unsigned> timeLimit;
  /// For Check and Emit.
  EngineChoice engine = EngineChoice::Z3;
  /// With so many seeds of the solver Check proves everything; and the one of now.
  std::uint32_t seeds = 1, seed = 0;
  /// Empty: no dump.
  std::string dumpFolder;
  /// Where the JSON document is written besides what is told; empty: nowhere.
  std::string jsonFile;
  /// Empty: no evidence is looked for.
  std::string certificateFile;
  /// For Emit; empty with `--check`.
  std::string outputFolder;
  /// For Emit: a folder that is compared instead of written. Empty without `--check`.
  std::string checkedFolder;
  /// For Emit: what is written besides, such as "replay".
  std::vector<std::string> with;
  /// For Emit: samplers and selections in constant work.
  bool constantWork = false;
  /// For Explain; empty: the standard output.
  std::string outputFile;
  /// For Fill and Format: the files are written, and nothing is printed.
  bool inPlace = false;
  /// For Policy: propositions about a record.
  std::vector<std::string> about;
  /// For Policy: propositions, of whose records the neighbours are listed.
  std::vector<std::string> records;
  /// For Check.
  TableWords tables;
  /// For Bounds.
  BoundsWords bounds;
  /// For Replay.
  ReplayWords replay;
  /// For Learn.
  LearnWords learn;
  /// For Serve.
  ServeWords serve;
  /// For Serve and Lsp, which go on without it.
  std::vector<SettingsProblem> settingsProblems;
  /// Of an exercise: what would mend a proof, or be one in its place, is for the learner to find.
  bool keepsAnswers = false;
};

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_OPTIONS_H
