// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/library.h"

#include "checker/report/json_text.h"
#include "tools/plumb/bundled.h"
#include "tools/plumb/find_programs.h"
#include "tools/plumb/learn/exercise.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/shipped.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool::web_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Without the lines in which an example tells our tests what is expected of it.
std::string withoutExpectations(llvm::StringRef text) {
  std::string kept;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (!line.startswith("//~"))
      kept += line.str() + "\n";
    text = rest;
  }
  return kept;
}

/// Names and texts of the programs below a folder, in the order of their paths.
std::map<std::string, std::string> programsBelow(const std::string &folder) {
  std::map<std::string, std::string> programs;
  for (const std::string &path : programsOf({folder})) {
    ReadText read = readFile(path);
    llvm::StringRef name = path;
    if (!read.problem && llvm::json::isUTF8(read.text) && name.consume_front(folder + "/") &&
        name.consume_back(".plumb"))
      programs[name.str()] = withoutExpectations(read.text);
  }
  return programs;
}

/// Where they are installed, or else those within the program.
std::map<std::string, std::string> examples() {
  auto programs =
      programsBelow(joinedPath(programFolder(), "../" PLUMB_INSTALL_DATAROOTDIR "/plumb/examples"));
  if (programs.empty())
    for (const BundledFile &file : bundledExamples())
      if (llvm::StringRef name(file.name.data(), file.name.size()); name.consume_back(".plumb"))
        programs[name.str()] = withoutExpectations({file.content.data(), file.content.size()});
  return programs;
}

} // namespace

Library::Library() : texts(examples()) {
  Array names, exercises;
  for (const auto &[name, text] : texts)
    names.push_back(name);
  for (learn::Exercise &one : learn::loadExercises().all) {
    exercises.push_back(Object{{"name", one.name},
                               {"trains", one.trains},
                               {"task", report::jsonText(one.task())},
                               {"goal", one.goal.told()},
                               {"chooses", one.goal.chooses},
                               {"hints", Array(one.hints)}});
    texts["exercises/" + one.name] = std::move(one.text);
  }
  llvm::raw_string_ostream(listed) << Value(
      Object{{"examples", std::move(names)}, {"exercises", std::move(exercises)}});
}

const std::string *Library::text(const std::string &name) const {
  const auto found = texts.find(name);
  return found == texts.end() ? nullptr : &found->second;
}

} // namespace plumb::tool::web_server
