// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/learn/exercise.h"

#include "tools/plumb/bundled.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/shipped.h"

#include <algorithm>
#include <filesystem>
#include <functional>
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

static bool fromJSON(const json::Value &value, Tightness &tight, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("at", tight.at) && map.map("complaint", tight.complaint) &&
         map.mapOptional("with_any_alignment", tight.withAnyAlignment);
}

static bool fromJSON(const json::Value &value, Sequel &sequel, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("lines", sequel.lines) && map.map("complaint", sequel.complaint);
}

static bool fromJSON(const json::Value &value, Exercise &exercise, json::Path path) {
  const char *const known[] = {"trains", "not_private", "chooses", "may_leave_open",
                               "tight",  "variants",    "sequels", "hints"};
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
         map.mapOptional("not_private", goal.notPrivate) && map.mapOptional("chooses", goal.chooses) &&
         map.mapOptional("may_leave_open", goal.mayLeaveOpen) && map.mapOptional("tight", goal.tight) &&
         map.mapOptional("variants", goal.variants) && map.mapOptional("sequels", goal.sequels);
}

namespace {

namespace fs = std::filesystem;

/// Where files of exercises are read from.
struct Source {
  /// Names without suffix, in order.
  std::vector<std::string> names;
  /// By its whole name.
  std::function<ReadText(const std::string &file)> read;
  /// As it is told.
  std::string folder;
};

/// Whoever teaches may have put others there.
Source installed() {
  const std::string folder = joinedPath(programFolder(), "../" PLUMB_INSTALL_DATAROOTDIR "/plumb/exercises");
  Source source{{}, [=](const std::string &file) { return readFile(joinedPath(folder, file)); }, folder};
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".plumb")
      source.names.push_back(entry.path().stem().string());
  std::sort(source.names.begin(), source.names.end());
  return source;
}

Source bundled() {
  Source source{{},
                [](const std::string &name) -> ReadText {
                  for (const BundledFile &file : bundledExercises())
                    if (file.name == name)
                      return {std::string(file.content), std::nullopt};
                  return {{}, Diagnostic{DiagnosticKind::CannotRead, {}, {name, "it is not there"}, {}, {}}};
                },
                "exercises"};
  for (const BundledFile &file : bundledExercises())
    if (llvm::StringRef name(file.name.data(), file.name.size()); name.consume_back(".plumb"))
      source.names.push_back(name.str());
  return source;
}

Diagnostic unreadable(const std::string &path, const std::string &reason) {
  return {DiagnosticKind::CannotRead, {}, {path, reason}, {}, {}};
}

std::optional<Diagnostic> readExercise(const Source &source, Exercise &exercise) {
  ReadText text = source.read(exercise.fileName());
  if (text.problem)
    return text.problem;
  exercise.text = std::move(text.text);
  const std::string path = joinedPath(source.folder, exercise.name + ".json");
  const ReadText said = source.read(exercise.name + ".json");
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
  if (!tight.at.empty())
    said += "Nothing is wasted: no less than what is guaranteed is enough. ";
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

std::vector<const Exercise *> Exercises::find(const std::string &word) const {
  const bool isNumber = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  std::vector<const Exercise *> found;
  for (const Exercise &one : all) {
    const llvm::StringRef name = one.name;
    if (name == word || (isNumber && llvm::StringRef(word).ltrim('0') == name.split('_').first.ltrim('0')) ||
        llvm::StringRef(word) == one.fileName())
      return {&one};
    if (!word.empty() && !isNumber && name.contains(word))
      found.push_back(&one);
  }
  return found;
}

Exercises loadExercises() {
  Exercises exercises;
  Source source = installed();
  if (source.names.empty())
    source = bundled();
  for (const std::string &name : source.names) {
    exercises.all.push_back({name, {}, {}, {}, {}});
    if ((exercises.problem = readExercise(source, exercises.all.back())))
      break;
  }
  return exercises;
}

} // namespace plumb::tool::learn
