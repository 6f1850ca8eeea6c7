// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/build_harness.h"

#include "tools/plumb/shipped.h"

#include <cstdlib>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

namespace plumb::tool {

namespace {

namespace fs = llvm::sys::fs;

/// A fresh folder, gone in the end with all that is in it.
class TemporaryFolder {
public:
  TemporaryFolder() : error(fs::createUniqueDirectory("plumb-replay", name)) {}
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    if (!error)
      fs::remove_directories(name);
  }
  std::string file(llvm::StringRef below) const { return joinedPath(folder(), below.str()); }
  std::string folder() const { return std::string(name); }
  std::string problem() const { return error ? "no temporary folder: " + error.message() : std::string(); }

private:
  llvm::SmallString<128> name;
  std::error_code error;
};

std::string contentOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

std::string firstLine(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

struct Execution {
  int exitCode;
  /// Why it did not end by itself; empty if it did.
  std::string problem;
};

/// Runs a program whose standard output goes to \p output, and its errors to \p errors.
Execution execute(const std::string &program, const std::vector<std::string> &arguments,
                  const std::string &output, const std::string &errors) {
  std::vector<llvm::StringRef> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const llvm::Optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(output),
                                                       llvm::StringRef(errors)};
  std::string problem;
  bool failed = false;
  int code = llvm::sys::ExecuteAndWait(program, words, llvm::None, redirects, 0, 0, &problem, &failed);
  if (code < 0 && problem.empty())
    problem = "it crashed";
  return {code, problem};
}

/// $CXX, or c++; a path, or nothing if there is no such program.
std::optional<std::string> findCompiler(std::string &wanted) {
  const char *chosen = std::getenv("CXX");
  wanted = chosen && *chosen ? chosen : "c++";
  auto found = llvm::sys::findProgramByName(wanted);
  return found ? std::optional(*found) : std::nullopt;
}

std::vector<std::string> compilerArguments(const std::string &source, const std::string &program,
                                           const RuntimePlace &runtime) {
  std::vector<std::string> arguments = {"-std=c++20", "-O1", "-I" + runtime.includeFolder,
                                        "-I" + runtime.replayFolder, source};
  if (fs::exists(runtime.estimateLibrary))
    arguments.push_back(runtime.estimateLibrary);
  arguments.insert(arguments.end(), {runtime.library, "-o", program});
  llvm::SmallVector<llvm::StringRef, 8> flags;
  llvm::StringRef(PLUMB_RUNTIME_FLAGS).split(flags, ' ', -1, false);
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return arguments;
}

/// The compiler's own words, or that there is none.
std::string compile(const TemporaryFolder &folder, const std::string &source, const RuntimePlace &runtime) {
  std::string wanted;
  auto compiler = findCompiler(wanted);
  if (!compiler)
    return "there is no C++ compiler `" + wanted + "`; install one, or name one in $CXX";
  std::string log = folder.file("compiler.log");
  Execution compilation =
      execute(*compiler, compilerArguments(folder.file(source), folder.file("replay"), runtime), log, log);
  if (!compilation.problem.empty())
    return "`" + wanted + "` cannot be run: " + compilation.problem;
  if (compilation.exitCode != 0)
    return "`" + wanted + "` does not compile it: " + firstLine(contentOf(log));
  return {};
}

} // namespace

std::optional<RuntimePlace> findRuntime(const std::string &prefix) {
  std::vector<RuntimePlace> candidates;
  const auto installed = [&](const std::string &folder) {
    for (const char *below : {"lib", PLUMB_INSTALL_LIBDIR})
      candidates.push_back({joinedPath(folder, "include"),
                            joinedPath(folder, PLUMB_INSTALL_DATAROOTDIR "/plumb/replay"),
                            joinedPath(joinedPath(folder, below), "libplumb_runtime.a"),
                            joinedPath(joinedPath(folder, below), "libplumb_estimate.a")});
  };
  if (!prefix.empty()) {
    installed(prefix);
  } else {
    const std::string here = programFolder();
    candidates.push_back({joinedPath(here, PLUMB_RUNTIME_INCLUDE), joinedPath(here, PLUMB_REPLAY_INCLUDE),
                          joinedPath(here, PLUMB_RUNTIME_LIBRARY), joinedPath(here, PLUMB_ESTIMATE_LIBRARY)});
    installed(joinedPath(here, ".."));
  }
  for (const RuntimePlace &place : candidates)
    if (fs::exists(place.library) &&
        fs::exists(joinedPath(place.includeFolder, "plumb/runtime/rational.h")) &&
        fs::exists(joinedPath(place.replayFolder, "plumb/runtime/replay/replayer.h")))
      return place;
  return std::nullopt;
}

HarnessRun runHarness(const std::vector<OutputFile> &files, const std::string &source,
                      const RuntimePlace &runtime, const std::vector<std::string> &arguments) {
  const TemporaryFolder folder;
  HarnessRun run;
  run.problem = folder.problem();
  if (run.problem.empty())
    if (auto refused = writeFiles(folder.folder(), files))
      run.problem = refused->message();
  if (run.problem.empty())
    run.problem = compile(folder, source, runtime);
  if (!run.problem.empty())
    return run;
  const std::string output = folder.file("output"), errors = folder.file("errors");
  Execution execution = execute(folder.file("replay"), arguments, output, errors);
  run.exitCode = execution.exitCode;
  run.output = contentOf(output) + contentOf(errors);
  // A run that ends by a signal has failed like one that publishes something else.
  if (!execution.problem.empty())
    run.output += "the harness did not come to its end: " + execution.problem + "\n";
  return run;
}

} // namespace plumb::tool
