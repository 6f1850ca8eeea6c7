// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/learn/exercise.h"

#include "tools/plumb/read_file.h"
#include "tools/plumb/shipped.h"

#include <algorithm>
#include <filesystem>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/JSON.h>
#include <system_error>

namespace plumb::tool::learn {

namespace json = llvm::json;

// What a file says is read off by these; a key that is none of theirs is a mistake in the file.
static bool fromJSON(const json::Value &value, Variant &variant, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("replaced", variant.replaced) && map.map("by", variant.by) &&
         map.map("complaint", variant.complaint);
}

static bool fromJSON(const json::Value &value, Sequel &sequel, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("lines", sequel.lines) && map.map("complaint", sequel.complaint);
}

static bool fromJSON(const json::Value &value, Exercise &exercise, json::Path path) {
  const char *const known[] = {"trains",         "not_private", "uses_up_guarantee", "chooses",
                               "may_leave_open", "variants",    "sequels",           "hints"};
  json::ObjectMapper map(value, path);
  if (!map)
    return false;
  for (const auto &entry : *value.getAsObject())
    if (std::find(std::begin(known), std::end(known), llvm::StringRef(entry.first)) == std::end(known)) {
      path.field(llvm::StringRef(entry.first)).report("is no key of an exercise");
      return false;
    }
  Goal &goal = exercise.goal;
  return map.map("trains", exercise.trains) && map.map("hints", exercise.hints) &&
         map.mapOptional("not_private", goal.notPrivate) &&
         map.mapOptional("uses_up_guarantee", goal.usesUpGuarantee) &&
         map.mapOptional("chooses", goal.chooses) && map.mapOptional("may_leave_open", goal.mayLeaveOpen) &&
         map.mapOptional("variants", goal.variants) && map.mapOptional("sequels", goal.sequels);
}

namespace {

namespace fs = std::filesystem;

/// Where they are installed, and where they are if the program was not.
std::vector<std::string> candidates() {
  return {joinedPath(programFolder(), "../" PLUMB_INSTALL_DATAROOTDIR "/plumb/exercises"),
          joinedPath(programFolder(), PLUMB_EXERCISES)};
}

std::vector<std::string> namesIn(const std::string &folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".plumb")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Diagnostic unreadable(const std::string &path, const std::string &reason) {
  return {DiagnosticKind::CannotRead, {}, {path, reason}, {}, {}};
}

std::optional<Diagnostic> readExercise(const std::string &folder, Exercise &exercise) {
  ReadText text = readFile(joinedPath(folder, exercise.fileName()));
  if (text.problem)
    return text.problem;
  exercise.text = std::move(text.text);
  const std::string path = joinedPath(folder, exercise.name + ".json");
  const ReadText said = readFile(path);
  if (said.problem)
    return said.problem;
  llvm::Expected<json::Value> value = json::parse(said.text);
  if (!value)
    return unreadable(path, llvm::toString(value.takeError()));
  json::Path::Root root(exercise.name);
  if (!fromJSON(*value, exercise, root))
    return unreadable(path, llvm::toString(root.getError()));
  if (exercise.hints.empty())
    return unreadable(path, "there is no hint");
  return std::nullopt;
}

} // namespace

std::string Goal::told() const {
  if (chooses)
    return "The parts are those that are private, and no other.";
  std::string said;
  for (const std::string &name : notPrivate)
    said += "`" + name + "` is not private: two neighbours are found that tell. ";
  if (notPrivate.empty())
    said = mayLeaveOpen ? "Everything is proved; alignments may be left to Plumb. "
                        : "Everything is proved, by what you have written down. ";
  if (usesUpGuarantee)
    said += "Nothing less than what is guaranteed is known to be enough. ";
  if (!variants.empty() || !sequels.empty())
    said += "It is said as sharply as it can be said. ";
  return said + "What is not yours stays as it is.";
}

std::string Exercise::task() const {
  std::string told;
  for (llvm::StringRef rest = text; rest.startswith("//");) {
    const auto [line, below] = rest.split('\n');
    told += line.drop_front(2).ltrim().rtrim().str() + "\n";
    rest = below;
  }
  return told;
}

const Exercise *Exercises::find(const std::string &word) const {
  const bool isNumber = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  const Exercise *found = nullptr;
  for (const Exercise &one : all) {
    const llvm::StringRef name = one.name;
    if (name == word || (isNumber && llvm::StringRef(word).ltrim('0') == name.split('_').first.ltrim('0')) ||
        llvm::StringRef(word) == one.fileName())
      return &one;
  }
  if (isNumber)
    return nullptr;
  for (const Exercise &one : all)
    if (!word.empty() && llvm::StringRef(one.name).contains(word)) {
      if (found)
        return nullptr;
      found = &one;
    }
  return found;
}

Exercises loadExercises() {
  Exercises exercises;
  for (const std::string &folder : candidates()) {
    for (const std::string &name : namesIn(folder)) {
      exercises.all.push_back({name, {}, {}, {}, {}});
      if ((exercises.problem = readExercise(folder, exercises.all.back())))
        return exercises;
    }
    if (!exercises.all.empty())
      return exercises;
  }
  exercises.problem = unreadable(candidates().front(), "the exercises are not there");
  exercises.problem->help = "`./x install DIR` and the packages put them where `plumb` looks for them";
  return exercises;
}

} // namespace plumb::tool::learn
