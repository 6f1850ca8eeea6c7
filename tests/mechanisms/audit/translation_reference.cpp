// SPDX-License-Identifier: Apache-2.0
//
// Repeats runs of compiled mechanisms in the exact interpreter. Usage: translation_reference NAME=PROGRAM...
// Reads what translation_cases.h prints; the exit code is 0 if every run publishes the same, from the same
// draws.
#include "checker/interpreter/execute.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/law.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <sstream>
#include <stdexcept>

using namespace plumb;

namespace {

struct Drawn {
  std::string law, scale, value;
};

/// The draws of the compiled run, as long as the program asks for the same laws and scales.
class CompiledNoise final : public interpreter::NoiseSource {
public:
  explicit CompiledNoise(const std::vector<Drawn> &all) : draws(all) {}

  interpreter::Exact draw(const interpreter::Machine::Request &request) override {
    const std::string law(name(request.sample->law));
    if (next == draws.size())
      throw std::runtime_error("the program draws more often than the compiled code");
    const Drawn &drawn = draws[next++];
    if (drawn.law != law || drawn.scale != interpreter::toString(request.scale))
      throw std::runtime_error("the program draws from " + law + "(" + interpreter::toString(request.scale) +
                               "), the compiled code from " + drawn.law + "(" + drawn.scale + ")");
    return interpreter::Exact(Rational(drawn.value));
  }
  bool isUsedUp() const { return next == draws.size(); }

private:
  const std::vector<Drawn> &draws;
  std::size_t next = 0;
};

/// A file of programs, analyzed.
class Source {
public:
  explicit Source(const std::string &path) : file(path, contentOf(path)) {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    if (sink.hasErrors())
      throw std::runtime_error(path + " is not in order");
  }
  const ir::Mechanism *find(const std::string &name) const {
    for (const auto &mechanism : program.mechanisms)
      if (mechanism->name == name)
        return mechanism.get();
    return nullptr;
  }

private:
  static std::string contentOf(const std::string &path) {
    std::ifstream stream(path);
    if (!stream)
      throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  SourceFile file;
  ir::Program program;
};

} // namespace

static interpreter::Exact number(const std::string &text) {
  if (text == "true" || text == "false")
    return text == "true" ? 1 : 0;
  return interpreter::Exact(Rational(text));
}

/// "eps = 1/2, T = [1, -2]" by name.
static interpreter::Inputs inputs(std::string text) {
  interpreter::Inputs all;
  for (char &c : text)
    if (c == '[' || c == ']' || c == ',')
      c = ' ';
  std::istringstream words(text);
  std::vector<std::string> read{std::istream_iterator<std::string>(words), {}};
  interpreter::Numbers *current = nullptr;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (i + 1 < read.size() && read[i + 1] == "=")
      current = &all[read[i++]];
    else if (current)
      current->push_back(number(read[i]));
  }
  return all;
}

/// Does a statement of \p block publish in \p transcript, other than for the proof?
static bool publishes(const ir::Block &block, const ir::Transcript &transcript) {
  return llvm::any_of(block, [&](const auto &statement) {
    if (const auto *output = llvm::dyn_cast<ir::Output>(statement.get()))
      return &output->transcript == &transcript && !ir::isAnnounced(output->tag);
    if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get()))
      return publishes(branch->thenBlock, transcript) || publishes(branch->elseBlock, transcript);
    const auto *loop = llvm::dyn_cast<ir::For>(statement.get());
    return loop && publishes(loop->body, transcript);
  });
}

/// As translation_cases.h writes it.
static std::string publishedText(const ir::Mechanism &mechanism, const interpreter::Output &output) {
  std::string text;
  for (const interpreter::Cell &cell : output.cells) {
    if (!publishes(mechanism.body, *cell.transcript))
      continue;
    const bool isSeen = cell.tag && !ir::isAnnounced(*cell.tag);
    text += interpreter::cellName(cell) + "=" + (isSeen ? cell.tag->name : "none");
    for (std::size_t i = 0; isSeen && i < cell.values.size(); ++i)
      text += ":" + interpreter::toString(cell.values[i]);
    text += " ";
  }
  const interpreter::Result &result = output.result;
  if (result.kind == interpreter::Result::Kind::Scalar)
    text += "result=" + interpreter::toString(result.scalar);
  if (result.kind != interpreter::Result::Kind::Selection)
    return text;
  // An empty selection is told by nothing.
  text += result.selection.indices.empty() ? "" : "chosen";
  for (std::size_t i = 0; i < result.selection.indices.size(); ++i)
    text += ":" + std::to_string(result.selection.indices[i]) + "=" +
            interpreter::toString(result.selection.values[i]);
  return text;
}

/// Why the program does not publish \p published from \p draws; empty if it does.
static std::string difference(const ir::Mechanism &mechanism, const interpreter::Inputs &values,
                              const std::vector<Drawn> &draws, const std::string &published) {
  CompiledNoise noise(draws);
  try {
    const auto repeated = interpreter::execute(mechanism, values, noise);
    if (!repeated)
      return "the values do not fit the program";
    if (repeated->failure)
      return "the program's run fails";
    if (!noise.isUsedUp())
      return "the compiled code draws more often than the program";
    const std::string reference = publishedText(mechanism, repeated->output);
    return reference == published ? "" : "the program publishes " + reference;
  } catch (const std::runtime_error &error) {
    return error.what();
  }
}

int main(int count, char **arguments) try {
  std::map<std::string, const ir::Mechanism *> mechanisms;
  std::vector<std::unique_ptr<Source>> sources;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i], name = argument.substr(0, argument.find('='));
    sources.push_back(std::make_unique<Source>(argument.substr(name.size() + 1)));
    mechanisms[name] = sources.back()->find(name);
  }
  const ir::Mechanism *mechanism = nullptr;
  interpreter::Inputs parameters, values;
  std::vector<Drawn> draws;
  std::string line, described;
  std::size_t runs = 0;
  while (std::getline(std::cin, line)) {
    const std::string kind = line.substr(0, line.find(' ')),
                      rest = line.substr(std::min(line.size(), kind.size() + 1));
    if (kind == "mechanism") {
      mechanism = mechanisms.at(rest);
    } else if (kind == "parameters") {
      parameters = inputs(rest);
      described = rest;
    } else if (kind == "answers") {
      values = inputs(rest);
      values.insert(parameters.begin(), parameters.end());
      draws.clear();
    } else if (kind == "drawn") {
      std::istringstream words(rest);
      Drawn drawn;
      words >> drawn.law >> drawn.scale >> drawn.value;
      draws.push_back(drawn);
    } else if (kind == "published") {
      ++runs;
      const std::string why = difference(*mechanism, values, draws, rest);
      if (!why.empty()) {
        std::printf("%s (%s), run %zu: %s; the compiled code publishes %s\n", mechanism->name.c_str(),
                    described.c_str(), runs, why.c_str(), rest.c_str());
        return 3;
      }
    } else {
      std::printf("not a line of a case: %s\n", line.c_str());
      return 1;
    }
  }
  std::printf("%zu runs agree\n", runs);
  return 0;
} catch (const std::exception &error) {
  std::printf("%s\n", error.what());
  return 1;
}
