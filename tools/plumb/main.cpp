// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bug_trap.h"
#include "tools/plumb/command_line.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/large_pages.h"
#include "tools/plumb/short_memory.h"
#include "tools/plumb/watch.h"
#include "tools/plumb/within_limits.h"

#include <ctime>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>

using namespace plumb::tool;

static ExitCode run(const Options &options, std::ostream &out, std::ostream &err) {
  switch (options.command) {
  case Command::Check:
    return runCheck(options, out, err);
  case Command::Emit:
    return runEmit(options, out, err);
  case Command::Fill:
    return runFill(options, out, err);
  case Command::Print:
    return runPrint(options, out, err);
  case Command::Format:
    return runFormat(options, out, err);
  case Command::Explain:
    return runExplain(options, out, err);
  case Command::Bounds:
    return runBounds(options, out, err);
  case Command::Policy:
    return runPolicy(options, out, err);
  case Command::Sensitivity:
    return runSensitivity(options, out, err);
  case Command::Replay:
    return runReplay(options, out, err);
  case Command::Learn:
    return runLearn(options, out, err);
  case Command::Serve:
    return runServe(options, out, err);
  case Command::Lsp:
    return runLsp(options, out, err);
  }
  return ExitCode::Bug;
}

/// Exit code 1 if the standard output does not take it.
static ExitCode written(const std::ostringstream &out) {
  if (std::cout << out.str() << std::flush)
    return ExitCode::Proved;
  std::cerr << "plumb: cannot write to the standard output\n";
  return ExitCode::Environment;
}

/// Between one result and the next. A document in another form has no place for it.
static void tellBeginning(const Options &options, unsigned number) {
  char time[16];
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::strftime(time, sizeof time, "%H:%M:%S", localtime_r(&now, &parts));
  (options.format == Format::Text ? std::cout : std::cerr)
      << (number == 1 ? "" : "\n") << "--- check " << number << ", at " << time << "\n"
      << std::flush;
}

/// Only returns when nobody reads what is printed.
static ExitCode runAgainAndAgain(const Options &options) {
  unsigned number = 0;
  for (ExitCode read = ExitCode::Proved; read == ExitCode::Proved;) {
    tellBeginning(options, ++number);
    const auto before = statesOf(options.files);
    std::ostringstream out;
    run(options, out, std::cerr);
    read = written(out);
    std::cerr << "plumb: waiting for a change\n";
    if (read == ExitCode::Proved)
      waitForChange(options.files, before);
  }
  return ExitCode::Environment;
}

int main(int argc, char **argv) {
  ExitCode code = ExitCode::Bug;
  // Verdicts wait until the end: a bug met on the way must not leave a "proved" behind.
  std::ostringstream out;
  try {
    installBugTrap();
    keepFreedMemory();
    throwWhereMemoryEnds();
    auto request = readCommandLine(argc, argv, out, std::cerr);
    const auto *options = std::get_if<Options>(&request);
    code = !options         ? std::get<ExitCode>(request)
           : options->watch ? runAgainAndAgain(*options)
                            : run(*options, out, std::cerr);
  } catch (const plumb::OutOfTime &) {
    endWithoutTime();
  } catch (const plumb::NumberTooLong &) {
    endOfNumbers();
  } catch (const std::bad_alloc &) {
    endWithoutMemory();
  } catch (const std::exception &exception) {
    endWithBug(exception.what());
  } catch (...) {
    endWithBug("an exception that nobody expects");
  }
  code = worse(code, written(out));
  expectEnd();
  return static_cast<int>(code);
}
