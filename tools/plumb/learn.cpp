// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/printable.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/learn/assess.h"
#include "tools/plumb/learn/exercise.h"
#include "tools/plumb/learn/progress.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/shipped.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <filesystem>
#include <llvm/ADT/StringRef.h>
#include <ostream>
#include <system_error>

namespace plumb::tool {

namespace {

using learn::Exercise;

/// One call of `plumb learn`: the exercises, the learner's folder, and what is to be told.
class Lesson {
public:
  Lesson(const Options &options, std::ostream &out, std::ostream &err)
      : options(options), folder(options.learn.folder), out(out), err(err) {}

  ExitCode run() {
    shipped = learn::loadExercises();
    if (shipped.problem)
      return refuse(*shipped.problem);
    learn::ReadProgress read = learn::readProgress(folder);
    if (read.problem)
      return refuse(*read.problem);
    progress = std::move(read.progress);

    const std::string &action = options.learn.action, &word = options.learn.exercise;
    if (action == "list")
      return list();
    if (action.empty())
      return begin();
    const std::vector<const Exercise *> named = shipped.find(word);
    if (!word.empty() && named.size() != 1)
      return complain(whatIsNamed(word, named));
    exercise = word.empty() ? current() : named.front();
    if (!exercise)
      return toldAll(ExitCode::Proved);
    return action == "hint" ? hint() : action == "reset" ? reset() : check();
  }

private:
  ExitCode refuse(const Diagnostic &problem) {
    Batch batch;
    batch.reportOutput(problem.arguments[0], problem, ExitCode::Environment);
    tellDiagnostics(batch, err);
    return batch.exit;
  }

  ExitCode complain(const std::string &said) {
    err << "plumb learn: " << printablePath(said) << "\n";
    return ExitCode::Environment;
  }

  static std::string whatIsNamed(const std::string &word, const std::vector<const Exercise *> &named) {
    if (named.empty())
      return "`" + word + "` names no exercise; `plumb learn list` shows all of them";
    std::string text;
    for (const Exercise *one : named)
      text += (text.empty() ? "" : one == named.back() ? " and " : ", ") + one->name;
    return "`" + word + "` names several exercises: " + text;
  }

  bool isPassed(const Exercise &one) const { return progress.passed.count(one.name) != 0; }

  /// The first that is not done; null if all are.
  const Exercise *current() const {
    const auto found =
        std::find_if(shipped.all.begin(), shipped.all.end(), [&](const auto &one) { return !isPassed(one); });
    return found == shipped.all.end() ? nullptr : &*found;
  }

  std::string pathOf(const Exercise &one) const { return joinedPath(folder, one.fileName()); }

  /// With \p files besides, all or nothing.
  std::optional<Diagnostic> keepProgress(std::vector<OutputFile> files = {}) {
    files.push_back({learn::progressFile, learn::toText(progress)});
    std::optional<Diagnostic> problem = writeFiles(folder, files);
    if (problem && problem->help.empty())
      problem->help = "`--folder` names another place, where you may write and there is room";
    return problem;
  }

  std::string counted() const {
    const auto done = std::count_if(shipped.all.begin(), shipped.all.end(),
                                    [&](const Exercise &one) { return isPassed(one); });
    return std::to_string(done) + " of " + std::to_string(shipped.all.size()) + " exercises are done";
  }

  ExitCode toldAll(ExitCode code) {
    out << "plumb learn: all exercises are done. What comes next: examples/, docs/language.md, and "
           "mechanisms "
           "of your own.\n";
    return code;
  }

  void show(const Exercise &one) {
    out << one.name << ": " << one.trains << "\n\n";
    const std::string task = one.task();
    for (llvm::StringRef rest = task; !rest.empty();) {
      const auto [line, below] = rest.split('\n');
      out << (line.empty() ? "" : "  ") << line.str() << "\n";
      rest = below;
    }
    out << "\nGoal: " << one.goal.told() << "\n\nEdit " << printablePath(pathOf(one))
        << ", then `plumb learn check`; `plumb learn hint` if you are stuck.\n";
  }

  ExitCode begin() {
    std::vector<OutputFile> missing;
    for (const Exercise &one : shipped.all) {
      std::error_code error;
      if (std::filesystem::symlink_status(pathOf(one), error).type() == std::filesystem::file_type::not_found)
        missing.push_back({one.fileName(), one.text});
    }
    if (!missing.empty())
      if (const auto problem = keepProgress(std::move(missing)))
        return refuse(*problem);
    const Exercise *next = current();
    if (!next)
      return toldAll(ExitCode::Proved);
    out << "plumb learn: " << counted() << ", in " << printablePath(folder) << "\n\n";
    show(*next);
    return ExitCode::Proved;
  }

  ExitCode list() {
    const Exercise *next = current();
    for (const Exercise &one : shipped.all)
      out << (isPassed(one)  ? "done  "
              : &one == next ? "next  "
                             : "      ")
          << one.name << ": " << one.trains << "\n";
    out << counted() << "\n";
    return ExitCode::Proved;
  }

  ExitCode check() {
    const ReadText read = readFile(pathOf(*exercise));
    if (read.problem) {
      Diagnostic problem = *read.problem;
      if (problem.kind != DiagnosticKind::CannotRead)
        return complain(pathOf(*exercise) + ": " + problem.message());
      problem.help = "`plumb learn` writes the exercises that are not there";
      return refuse(problem);
    }
    const learn::Assessment assessed = learn::assess(*exercise, pathOf(*exercise), read.text, options);
    err << assessed.told;
    if (assessed.leavesFrame)
      err << "`plumb learn reset " << exercise->name << "` gives you the exercise anew.\n";
    if (!assessed.isPassed) {
      out << exercise->name << ": not yet. `plumb learn hint" << argument() << "` helps.\n";
      return ExitCode::NotProved;
    }
    const Exercise *before = current();
    progress.passed.insert(exercise->name);
    const auto problem = keepProgress();
    const Exercise *next = current();
    out << exercise->name << ": done. " << (problem ? "" : counted() + ".") << "\n";
    if (problem)
      return refuse(*problem);
    if (!next)
      return before ? toldAll(ExitCode::Proved) : ExitCode::Proved;
    if (next != before) {
      out << "\n";
      show(*next);
    }
    return ExitCode::Proved;
  }

  /// What has to be typed behind an action to speak of this exercise again.
  std::string argument() const { return exercise == current() ? std::string() : " " + exercise->name; }

  ExitCode hint() {
    unsigned &given = progress.hints[exercise->name];
    const std::size_t number = std::min<std::size_t>(given, exercise->hints.size() - 1);
    given = static_cast<unsigned>(number + 1);
    tellHint(number);
    const auto problem = keepProgress();
    if (!problem)
      return ExitCode::Proved;
    // The next call would give the same one again.
    for (std::size_t next = number + 1; next < exercise->hints.size(); ++next)
      tellHint(next);
    return refuse(*problem);
  }

  void tellHint(std::size_t number) {
    out << exercise->name << ", hint " << number + 1 << " of " << exercise->hints.size() << ": "
        << exercise->hints[number] << "\n";
  }

  /// What the learner has written stays beside it, and so does what was put there before.
  ExitCode reset() {
    std::vector<OutputFile> files = {{exercise->fileName(), exercise->text}};
    std::error_code error;
    if (std::filesystem::exists(pathOf(*exercise), error)) {
      ReadText old = readFile(pathOf(*exercise));
      if (old.problem)
        return refuse({DiagnosticKind::CannotRead, {}, {pathOf(*exercise), "it would be lost"}, {}, {}});
      if (old.text != exercise->text)
        files.push_back({nameForOld(old.text), std::move(old.text)});
    }
    progress.passed.erase(exercise->name);
    progress.hints.erase(exercise->name);
    const std::string kept =
        files.size() == 2 ? "; what you had is in " + printablePath(joinedPath(folder, files.back().name))
                          : "";
    if (const auto problem = keepProgress(std::move(files)))
      return refuse(*problem);
    out << exercise->name << ": as it was given" << kept << "\n";
    return ExitCode::Proved;
  }

  /// The first of "NAME.plumb.old", "NAME.plumb.old.2", ... that is not there, or holds \p text.
  std::string nameForOld(const std::string &text) const {
    std::string name = exercise->fileName() + ".old";
    for (unsigned number = 2;; ++number) {
      std::error_code error;
      const std::string path = joinedPath(folder, name);
      if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found)
        return name;
      const ReadText there = readFile(path);
      if (!there.problem && there.text == text)
        return name;
      name = exercise->fileName() + ".old." + std::to_string(number);
    }
  }

  const Options &options;
  const std::string folder;
  std::ostream &out, &err;
  learn::Exercises shipped;
  learn::Progress progress;
  /// What the words of the command line name, or the current one.
  const Exercise *exercise = nullptr;
};

} // namespace

ExitCode runLearn(const Options &options, std::ostream &out, std::ostream &err) {
  return Lesson(options, out, err).run();
}

} // namespace plumb::tool
