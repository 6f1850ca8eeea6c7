// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/stream_writer.h"

#include "frontend/ir/program.h"

namespace plumb::emit {

using Role = ir::Variable::Role;

static std::vector<const ir::Variable *> withRole(const ir::Mechanism &mechanism, Role role) {
  std::vector<const ir::Variable *> found;
  for (const auto &variable : mechanism.variables)
    if (variable->role == role)
      found.push_back(variable.get());
  return found;
}

StreamWriter::StreamWriter(Unit &shared, std::string sourceHash) : unit(shared), hash(std::move(sourceHash)) {
  unit.isStreamed = true;
  state = stateStruct();
  sized = StatementWriter(unit).sizing();
  begin = StatementWriter(unit).beginning();
  iterate = StatementWriter(unit).iteration();
  const ir::For &loop = *unit.stream->loop;
  ExpressionWriter writer(unit, Stage::Run);
  running = writer.place(loop.index, {}) + " < " + operand(writer.write(*loop.high), Level::Sum);
  if (loop.guard)
    running += " && " + operand(writer.write(*loop.guard), Level::Equality);
  refuses = refusal();
  unit.isStreamed = false;
}

std::vector<const ir::Variable *> StreamWriter::keptAndIndex() const {
  std::vector<const ir::Variable *> all{&unit.stream->loop->index};
  all.insert(all.end(), unit.stream->kept.begin(), unit.stream->kept.end());
  return all;
}

std::string StreamWriter::stateStruct() {
  std::string text = "  /// What passes from one step of a stream to the next.\n  struct State {\n";
  StatementWriter statements(unit);
  for (const ir::Variable *variable : keptAndIndex()) {
    CppType type = statements.declaredType(*variable);
    std::string word(name(type)), zero = type == CppType::Bool ? " = false" : " = 0";
    text += "    " + (variable->isArray() ? "std::vector<" + word + "> " : word + " ") +
            unit.names.of(*variable) + (variable->isArray() ? "" : zero) + ";\n";
  }
  return text + "  };\n";
}

std::string StreamWriter::rows(Rows use) const {
  std::string text;
  for (const ir::Variable *query : withRole(unit.mechanism, Role::Query)) {
    std::string type(name(ExpressionWriter(unit, Stage::Run).typeOf(*query)));
    bool isSpan = query->extents.size() > 1, isIgnored = use == Rows::Sized && !isSpan;
    bool isUnused = use == Rows::Read && !unit.storage.isRead(*query);
    text += std::string(text.empty() ? "" : ", ") + (isUnused ? "[[maybe_unused]] " : "") +
            (isSpan ? "std::span<const " + type + ">" : type) +
            (isIgnored ? "" : " " + unit.names.of(*query));
  }
  return text;
}

std::string StreamWriter::rowNames() const {
  std::string text;
  for (const ir::Variable *query : withRole(unit.mechanism, Role::Query))
    text += (text.empty() ? "" : ", ") + unit.names.of(*query);
  return text;
}

std::string StreamWriter::published() const {
  return unit.publications.isOneCellEach() ? unit.publications.cells.front().type : "Output";
}

/// "H * L" without its first factor: what a row holds.
static std::string rowSizeText(const ir::Variable &query) {
  std::string text;
  for (std::size_t d = 1; d < query.extents.size(); ++d)
    text += (text.empty() ? "" : " * ") + ir::print(*query.extents[d]);
  return text;
}

std::string StreamWriter::refusal() {
  std::string text = "    if (!isRunning(state))\n      return \"the stream has finished\";\n";
  for (const ir::Variable *query : withRole(unit.mechanism, Role::Query))
    if (query->extents.size() > 1)
      text += "    if (" + unit.names.of(*query) +
              ".size() != " + ExpressionWriter(unit, Stage::Run).size(*query, 1) + ")\n      return " +
              quoted("the number of answers in `" + query->name + "` is not `" + rowSizeText(*query) + "`") +
              ";\n";
  return text + "    return nullptr;\n";
}

std::string StreamWriter::parameterText() const {
  std::string text =
      "  /// All of them, to tell one stream from another.\n  std::string parameterText() const {\n"
      "    std::string text;\n";
  for (const ir::Variable *parameter : withRole(unit.mechanism, Role::Parameter)) {
    std::string member = "parameters." + unit.names.of(*parameter);
    std::string value = parameter->isArray() ? "element" : member;
    std::string written =
        parameter->sort == ir::Sort::Real ? value + ".text()" : "std::to_string(" + value + ")";
    text += parameter->isArray() ? "    for (const auto &element : " + member +
                                       ")\n      text += " + written + " + ' ';\n    text += '\\n';\n"
                                 : "    text += " + written + " + '\\n';\n";
  }
  return text + "    return text;\n  }\n";
}

std::string StreamWriter::members() const {
  const std::string bits = unit.stream->startsWithNoise ? "Bits &bits" : "";
  const std::string head = unit.stream->startsWithNoise ? "  template <runtime::BitSource Bits> " : "  ";
  std::string parameters = rows(Rows::Passed);
  return state + "\n  /// Before anything ran.\n  State sized() const;\n" + head + "State begin(" + bits +
         ") const;\n  bool isRunning([[maybe_unused]] const State &state) const { return " + running +
         "; }\n  /// Why no step can be made, or null; public.\n  const char *refusal(const State &state, " +
         rows(Rows::Sized) + ") const {\n" + refuses + "  }\n  template <runtime::BitSource Bits> " +
         published() + " iterate(State &state, " + parameters + ", Bits &bits) const;\n" + parameterText();
}

std::string StreamWriter::definitions() const {
  bool hasNoise = unit.stream->startsWithNoise;
  std::string text = "inline Mechanism::State Mechanism::sized() const {\n  State state;\n" + sized +
                     "  return state;\n}\n\n" +
                     std::string(hasNoise ? "template <runtime::BitSource Bits> " : "inline ") +
                     "Mechanism::State Mechanism::begin(" + (hasNoise ? "Bits &bits" : "") +
                     ") const {\n  State state = sized();\n" + begin + "  return state;\n}\n\n";
  return text + "template <runtime::BitSource Bits>\n" + published() + " Mechanism::iterate(State &state, " +
         rows(Rows::Read) + ", " + (unit.samplers.empty() ? "[[maybe_unused]] " : "") +
         "Bits &bits) const {\n" + iterate + "}\n\n";
}

std::string StreamWriter::creating() const {
  const std::string built =
      "    auto mechanism = Mechanism::create(std::move(parameters));\n    if (!mechanism)\n"
      "      return mechanism.error();\n    auto first = mechanism->begin(";
  const std::string end = ");\n    return Stream(*std::move(mechanism), std::move(first), 0);\n  }\n";
  std::string text =
      "  /// A new stream, if every premise on the parameters holds. Nothing is published yet.\n";
  if (!unit.stream->startsWithNoise)
    return text + "  static runtime::Expected<Stream> create(Parameters parameters) {\n" + built + end;
  return text +
         "  template <runtime::BitSource Bits>\n"
         "  static runtime::Expected<Stream> create(Parameters parameters, Bits &bits) {\n" +
         built + "bits" + end +
         "  /// The same with randomness of the operating system.\n"
         "  static runtime::Expected<Stream> create(Parameters parameters) {\n"
         "    runtime::OsBits bits;\n    return create(std::move(parameters), bits);\n  }\n";
}

/// The documentation of the first `step`.
std::string StreamWriter::stepComment() const {
  std::string text =
      "\n  /// Takes the answers of the next iteration and gives what it publishes, which may be "
      "shown to anyone.\n  ///\n";
  for (const ir::Variable *query : withRole(unit.mechanism, Role::Query))
    text += "  /// \\param " + unit.names.of(*query) + " the answer" +
            (query->extents.size() > 1 ? "s, " + rowSizeText(*query) + " of them" : "") + ": private\n";
  bool hasSpans = refuses.find(".size()") != std::string::npos;
  return text +
         "  /// \\param bits independent fair bits, used for this step only\n  ///\n"
         "  /// An error value, and nothing done, if the stream has finished" +
         (hasSpans ? ", if the number of answers is not\n  /// as declared" : "") +
         ", or if its state is kept in a file. All of it is public.\n";
}

std::string StreamWriter::stepping() const {
  const std::string expected = "runtime::Expected<" + published() + ">", names = rowNames(),
                    passed = rows(Rows::Passed);
  const std::string refusal = "    if (const char *reason = mechanism.refusal(state.value(), " + names +
                              "))\n      return runtime::Error{reason};\n";
  const std::string iteration = "    auto advanced = state.value();\n    " + published() +
                                " published = mechanism.iterate(advanced, " + names + ", bits);\n";
  const std::string release = "    state.advance(std::move(advanced));\n    return published;\n  }\n";
  return stepComment() + "  template <runtime::BitSource Bits> " + expected + " step(" + passed +
         ", Bits &bits) {\n" + refusal +
         "    if (isFiled)\n      return runtime::Error{\"the state of this stream is kept in a file; pass "
         "it "
         "too\"};\n" +
         iteration + release + "  /// The same with randomness of the operating system.\n  " + expected +
         " step(" + passed + ") {\n    runtime::OsBits bits;\n    return step(" + names + ", bits);\n  }\n" +
         "  /// The same, for a stream whose state is kept in \\p file: what is given back is released only "
         "when "
         "the state\n"
         "  /// behind the step is on the disk. An error value, and nothing published, also if \\p file does "
         "not "
         "hold the\n"
         "  /// state before the step, or cannot be written.\n"
         "  template <runtime::BitSource Bits>\n  " +
         expected + " step(" + passed + ", Bits &bits, runtime::StateFile &file) {\n" + refusal +
         "    if (file.generation() != generation())\n"
         "      return runtime::Error{\"the file does not hold the state before this step\"};\n" +
         iteration +
         "    const std::uint64_t later = generation() + 1;\n"
         "    if (auto stored = file.replace(later, textOf(mechanism, advanced, later)); !stored)\n"
         "      return stored.error();\n    isFiled = true;\n" +
         release;
}

std::string StreamWriter::secrecy() const {
  std::string names;
  for (const ir::Variable *variable : unit.stream->secret)
    names += (names.empty() ? "`" : ", `") + variable->name + "`";
  if (names.empty())
    return "  /// It holds no noise and no answer, but what it holds may follow from more than was shown; "
           "keep "
           "it as\n  /// safe as the data.\n";
  return "  /// SECRET: it holds noise or exact answers (" + names +
         "). Whoever reads it undoes the protection.\n";
}

/// C++ for the line break and the name in front of \p variable's numbers in a saved text.
static std::string savedName(const ir::Variable &variable) {
  return "\"\\n" + quoted(variable.name).substr(1);
}

std::string StreamWriter::saving() const {
  std::string text =
      "  static std::string textOf(const Mechanism &mechanism, const Mechanism::State &state,\n"
      "                            std::uint64_t generation) {\n"
      "    std::string text = heading(mechanism) + std::to_string(generation);\n";
  for (const ir::Variable *variable : keptAndIndex()) {
    std::string member = "state." + unit.names.of(*variable);
    text += "    text += " + savedName(*variable) + ";\n";
    text += variable->isArray() ? "    for (const auto element : " + member +
                                      ")\n      text += ' ' + runtime::toText(element);\n"
                                : "    text += ' ' + runtime::toText(" + member + ");\n";
  }
  return text + "    text += '\\n';\n    return text + runtime::sealOf(text, {}) + '\\n';\n  }\n";
}

std::string StreamWriter::restoring() const {
  std::string text;
  for (const ir::Variable *variable : keptAndIndex()) {
    std::string member = "advanced." + unit.names.of(*variable);
    std::string word(name(ExpressionWriter(unit, Stage::Run).typeOf(*variable)));
    text += "    isWhole = isWhole && take(rest, " + savedName(*variable) + ");\n";
    text += variable->isArray() ? "    for (auto &&element : " + member + ")\n      element = number<" +
                                      word + ">(rest, isWhole);\n"
                                : "    " + member + " = number<" + word + ">(rest, isWhole);\n";
  }
  return text;
}

std::string StreamWriter::classText() const {
  const std::string index = unit.names.of(unit.stream->loop->index);
  return R"(/// A run in steps, for data that arrives over time: each step takes the answers of one iteration and gives
/// what that iteration publishes. What is asked next may depend on what was published, and on nothing else
/// about the data.
///
/// Of a stream there is one copy; it moves. A second one, or a saved one that is restored twice, would be
/// a second mechanism on the same data, with a price of its own that nothing here accounts for. Not for several
/// threads at once.
class Stream {
public:
)" + creating() +
         R"(
  /// No further step will be taken; public.
  bool finished() const { return !mechanism.isRunning(state.value()); }
  /// The number of steps taken so far.
  std::uint64_t generation() const { return state.generation(); }
)" + stepping() +
         R"(
  /// The stream as text: format, mechanism, parameters, generation, state, and a checksum.
)" + secrecy() +
         R"(  std::string save() const { return textOf(mechanism, state.value(), generation()); }

  /// Goes on where \p saved was written. An error value if it was damaged, or is of another mechanism or of
  /// other parameters. That it is the latest nobody can tell from the text: keep it in a StateFile.
  static runtime::Expected<Stream> restore(Parameters parameters, std::string_view saved) {
    auto mechanism = Mechanism::create(std::move(parameters));
    if (!mechanism)
      return mechanism.error();
    constexpr std::size_t sealSize = 65;
    if (saved.size() < sealSize || saved.back() != '\n')
      return runtime::Error{"the saved stream is not whole"};
    std::string_view rest = saved.substr(0, saved.size() - sealSize);
    if (!runtime::isSealOf(saved.substr(rest.size(), sealSize - 1), rest, {}))
      return runtime::Error{"the saved stream was changed after it was written"};
    if (!take(rest, heading(*mechanism)))
      return runtime::Error{"the saved stream is of another mechanism, or of other parameters"};
    bool isWhole = true;
    const auto generation = number<std::uint64_t>(rest, isWhole);
    const Mechanism::State fresh = mechanism->sized();
    Mechanism::State advanced = fresh;
)" + restoring() +
         "    if (!isWhole || rest != \"\\n\" || advanced." + index + " - Wide{fresh." + index +
         R"(} != generation)
      return runtime::Error{"the saved stream is not whole"};
    return Stream(*std::move(mechanism), std::move(advanced), generation);
  }
  /// The same from the text that `step` stored in \p file. From then on every step needs \p file.
  static runtime::Expected<Stream> restore(Parameters parameters, const runtime::StateFile &file) {
    auto stream = restore(std::move(parameters), file.content());
    if (stream && stream->generation() != file.generation())
      return runtime::Error{"the saved stream is of another generation than its file"};
    if (stream)
      stream->isFiled = true;
    return stream;
  }

private:
  Stream(Mechanism checked, Mechanism::State start, std::uint64_t generation)
      : mechanism(std::move(checked)), state(std::move(start), generation) {}

  /// Up to the generation.
  static std::string heading(const Mechanism &mechanism) {
    return "plumb stream 1\n"
           ")" +
         unit.mechanism.name + " " + hash +
         R"(\n" +
           runtime::sealOf(mechanism.parameterText(), {}) + "\n";
  }
)" + saving() +
         R"(
  static bool take(std::string_view &rest, std::string_view text) {
    if (!rest.starts_with(text))
      return false;
    rest.remove_prefix(text.size());
    return true;
  }
  /// The next number, behind a blank if there is one; clears \p isWhole if there is none or it is too large.
  template <class Number> static Number number(std::string_view &rest, bool &isWhole) {
    static_cast<void>(take(rest, " "));
    const std::size_t length = std::min(rest.find_first_of(" \n"), rest.size());
    const auto value = runtime::parseWide(rest.substr(0, length));
    rest.remove_prefix(length);
    isWhole = isWhole && value && Wide{static_cast<Number>(*value)} == *value;
    return isWhole ? static_cast<Number>(*value) : Number{};
  }

  Mechanism mechanism;
  runtime::OnlyCopy<Mechanism::State> state;
  /// Its state is in a StateFile, where the next one has to go too.
  bool isFiled = false;
};

)";
}

} // namespace plumb::emit
