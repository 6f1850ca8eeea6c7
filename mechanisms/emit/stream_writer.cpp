// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/stream_writer.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/structure.h"
#include "mechanisms/emit/head.h"

namespace plumb::emit {

using Role = ir::Variable::Role;

static std::vector<const ir::Variable *> withRole(const ir::Mechanism &mechanism, Role role) {
  std::vector<const ir::Variable *> found;
  for (const auto &variable : mechanism.variables)
    if (variable->role == role)
      found.push_back(variable.get());
  return found;
}

StreamWriter::StreamWriter(Unit &shared)
    : unit(shared), hash(report::sha256(ir::structure(shared.mechanism))) {
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
  const std::string low = operand(writer.write(*loop.low), Level::Product);
  const std::string index = writer.place(loop.index, {});
  stepsBehind =
      (low == "0" ? "static Wide stepsBehind(const State &state) { return " + index
                  : "Wide stepsBehind(const State &state) const { return Wide{" + index + "} - " + low) +
      "; }\n";
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
    ValueType type = statements.declaredType(*variable);
    std::string word(name(type)), zero = type == ValueType::Bool ? " = false" : " = 0";
    text += "    " + (variable->isArray() ? "std::vector<" + word + "> " : word + " ") +
            unit.names.of(*variable) + (variable->isArray() ? "" : zero) + ";\n";
  }
  return text + eachField() + "  };\n";
}

std::string StreamWriter::eachField() const {
  std::string text = "\n    /// What is saved, with the names of the program.\n"
                     "    template <class Self, class Each> static void eachField(Self &self, Each each) {\n";
  for (const ir::Variable *variable : keptAndIndex())
    text += "      each(" + quoted(variable->name) + ", self." + unit.names.of(*variable) + ");\n";
  return text + "    }\n";
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

std::string StreamWriter::refusal() const {
  std::string checks;
  for (const ir::Variable *query : withRole(unit.mechanism, Role::Query))
    if (query->extents.size() > 1)
      checks +=
          "    if (" + unit.names.of(*query) +
          ".size() != " + ExpressionWriter(unit, Stage::Run).size(*query, 1) + ")\n      return " +
          quoted("the number of answers in `" + query->name + "` is not `" + rowSizeText(*query) + "`") +
          ";\n";
  if (checks.empty())
    return "  /// Any numbers can be the answers of a step.\n  static const char *refusal(" +
           rows(Rows::Sized) + ") { return nullptr; }\n";
  return "  /// Why these cannot be the answers of a step, or null; public.\n  const char *refusal(" +
         rows(Rows::Sized) + ") const {\n" + checks + "    return nullptr;\n  }\n";
}

std::string StreamWriter::identity() const {
  std::string text = "  /// What tells this stream from one of another mechanism or with other parameters.\n"
                     "  std::string identity() const {\n    runtime::ParameterText text;\n";
  for (const ir::Variable *parameter : withRole(unit.mechanism, Role::Parameter))
    text += "    text.add(parameters." + unit.names.of(*parameter) + ");\n";
  return text + "    return runtime::streamIdentity(" + quoted(unit.mechanism.name) + ",\n        " +
         quoted(hash) + ", text.text());\n  }\n";
}

std::string StreamWriter::members() const {
  return state +
         "\n  /// Before anything ran.\n  State sized() const;\n"
         "  template <runtime::BitSource Bits> State begin(Bits &bits) const;\n  " +
         stepsBehind + "  bool isRunning([[maybe_unused]] const State &state) const { return " + running +
         "; }\n" + refuses + "  template <runtime::BitSource Bits> " + published() +
         " iterate(State &state, " + rows(Rows::Passed) + ", Bits &bits) const;\n" + identity();
}

std::string StreamWriter::definitions() const {
  const std::string unused = unit.stream->startsWithNoise ? "" : "[[maybe_unused]] ";
  std::string text =
      "inline Mechanism::State Mechanism::sized() const {\n  State state;\n" + sized +
      "  return state;\n}\n\ntemplate <runtime::BitSource Bits> Mechanism::State Mechanism::begin(" + unused +
      "Bits &bits) const {\n  State state = sized();\n" + begin + "  return state;\n}\n\n";
  return text + "template <runtime::BitSource Bits>\n" + published() + " Mechanism::iterate(State &state, " +
         rows(Rows::Read) + ", " + (unit.samplers.empty() ? "[[maybe_unused]] " : "") +
         "Bits &bits) const {\n" + iterate + "}\n\n";
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
         ", or if its file cannot be written. With a file, what is given\n  /// back is released only when "
         "the "
         "state behind the step is on the disk. All of it is public.\n";
}

std::string StreamWriter::stepping() const {
  const std::string expected = "runtime::Expected<" + published() + ">", names = rowNames(),
                    passed = rows(Rows::Passed);
  return stepComment() + "  template <runtime::BitSource Bits> " + expected + " step(" + passed +
         ", Bits &bits) {\n    return run.step(bits, " + names +
         ");\n  }\n  /// The same with randomness of the operating system.\n  " + expected + " step(" +
         passed + ") {\n    runtime::OsBits bits;\n    return run.step(bits, " + names + ");\n  }\n";
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

std::string StreamWriter::classText() const {
  return R"(/// A run in steps, for data that arrives over time: each step takes the answers of one iteration and gives
/// what that iteration publishes. What is asked next may depend on what was published, and on nothing else
/// about the data.
///
/// The whole stream is paid for when it begins. Of a stream there is one copy; it moves, and a child of fork()
/// cannot use it. A second one would be a second mechanism on the same data, with a price of its own that nobody
/// paid. Not for several threads at once.
class Stream {
public:
  /// A new stream in memory, if every premise on the parameters holds and \p budget has `epsilon()` left,
  /// which is taken before anything is drawn. Nothing is published yet.
  template <runtime::BitSource Bits>
  static runtime::Expected<Stream> create(Parameters parameters, const runtime::Budget &budget, Bits &bits) {
    return made(std::move(parameters),
                [&](Mechanism mechanism) { return Run::create(std::move(mechanism), budget, bits); });
  }
  /// The same with randomness of the operating system.
  static runtime::Expected<Stream> create(Parameters parameters, const runtime::Budget &budget) {
    runtime::OsBits bits;
    return create(std::move(parameters), budget, bits);
  }
  /// The stream that \p file holds, which was paid for; where nothing was stored yet, a new one as above.
  /// The file belongs to the stream from then on, and each step stores the state behind it. An error value
  /// also if the file holds a stream of another mechanism or of other parameters, or cannot be written.
  template <runtime::BitSource Bits>
  static runtime::Expected<Stream> open(Parameters parameters, const runtime::Budget &budget,
                                        runtime::StateFile file, Bits &bits) {
    return made(std::move(parameters), [&](Mechanism mechanism) {
      return Run::open(std::move(mechanism), budget, std::move(file), bits);
    });
  }
  /// The same with randomness of the operating system.
  static runtime::Expected<Stream> open(Parameters parameters, const runtime::Budget &budget,
                                        runtime::StateFile file) {
    runtime::OsBits bits;
    return open(std::move(parameters), budget, std::move(file), bits);
  }
  /// Goes on where \p saved was written by `save`, for tests and experiments: nobody can tell that it is the
  /// latest, and what a second copy publishes is paid by nobody. A StateFile can tell. An error value if it was
  /// damaged, or is of another mechanism or of other parameters.
  static runtime::Expected<Stream> restoreUnaccounted(Parameters parameters, std::string_view saved) {
    return made(std::move(parameters),
                [&](Mechanism mechanism) { return Run::restoreUnaccounted(std::move(mechanism), saved); });
  }
  /// Goes on where the stream in \p file stopped, as `open`, but begins none.
  static runtime::Expected<Stream> restore(Parameters parameters, runtime::StateFile file) {
    return made(std::move(parameters),
                [&](Mechanism mechanism) { return Run::restore(std::move(mechanism), std::move(file)); });
  }

  /// What the whole stream costs: )" +
         commentText(ir::printPromoted(*unit.mechanism.guarantee.epsilon)) + R"(.
  const Rational &epsilon() const { return run.epsilon(); }
  /// No further step will be taken; public.
  bool finished() const { return run.finished(); }
  /// The number of steps taken so far.
  std::uint64_t steps() const { return run.steps(); }
)" + stepping() +
         R"(
  /// The stream as text: format, mechanism, parameters, number of steps, state, and a checksum. Its length
  /// tells nothing of the state. An error value if the state is kept in a file.
)" + secrecy() +
         R"(  runtime::Expected<std::string> save() const { return run.save(); }

private:
  using Run = runtime::SteppedRun<Mechanism>;

  explicit Stream(Run steps) : run(std::move(steps)) {}

  template <class Make> static runtime::Expected<Stream> made(Parameters parameters, const Make &make) {
    auto mechanism = Mechanism::create(std::move(parameters));
    if (!mechanism)
      return mechanism.error();
    auto started = make(*std::move(mechanism));
    if (!started)
      return started.error();
    return Stream(*std::move(started));
  }

  Run run;
};

)";
}

} // namespace plumb::emit
