// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/runs.h"

#include "checker/interpreter/evaluate.h"
#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/noise.h"
#include "checker/refutation/named.h"
#include "checker/refutation/telling_pair.h"
#include "checker/report/json_text.h"
#include "tools/plumb/examine.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <variant>

namespace plumb::tool::web_server {

using interpreter::Exact;
using interpreter::Numbers;
using language_server::Document;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using refutation::Trial;
using report::jsonText;

namespace {

/// Of what somebody types in: elements of an array, digits of a number, and statements of a run.
constexpr std::int64_t largestArray = 200;
constexpr std::size_t longestNumber = 60;
constexpr std::uint64_t longestRun = 5'000;

/// Why there is nothing to show.
using Problem = std::string;

// ---- The input

std::optional<Exact> numberIn(llvm::StringRef text) {
  text = text.trim();
  const bool isNegative = text.consume_front("-");
  const auto value =
      text.size() > longestNumber ? std::nullopt : parseRational(std::string_view(text.data(), text.size()));
  if (!value)
    return std::nullopt;
  return isNegative ? -Exact(*value) : Exact(*value);
}

std::optional<Numbers> numbersIn(const Array &texts) {
  Numbers numbers;
  for (const Value &text : texts) {
    const auto number = numberIn(text.getAsString().getValueOr(""));
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// The member \p name of \p inputs, numbers by name; what is no number is a problem.
std::variant<interpreter::Inputs, Problem> namedIn(const Object &inputs, llvm::StringRef name) {
  interpreter::Inputs values;
  const Object *given = inputs.getObject(name);
  if (given == nullptr)
    return "`" + name.str() + "` is missing";
  for (const auto &[variable, texts] : *given) {
    const Array *array = texts.getAsArray();
    auto numbers = array == nullptr ? std::nullopt : numbersIn(*array);
    if (!numbers)
      return "`" + variable.str() + "` takes numbers such as 3, -1/2 or 0.25";
    values[variable.str()] = std::move(*numbers);
  }
  return values;
}

/// Integers where there have to be some.
std::string wronglySorted(const ir::Mechanism &mechanism, const interpreter::Inputs &values) {
  for (const auto &variable : mechanism.variables) {
    const auto found = values.find(variable->name);
    if (variable->sort == ir::Sort::Real || found == values.end())
      continue;
    for (const Exact &value : found->second)
      if (!value.isIntegral())
        return "`" + variable->name + "` is made of integers";
  }
  return {};
}

/// One number where there has to be one.
std::string wronglyCounted(const ir::Mechanism &mechanism, const interpreter::Inputs &values) {
  for (const auto &variable : mechanism.variables) {
    const auto found = values.find(variable->name);
    if (!variable->isArray() && found != values.end() && found->second.size() != 1)
      return "`" + variable->name + "` is one number";
  }
  return {};
}

/// Why nothing is guaranteed of these runs. Answers may be below 0: whoever types them knows of what.
std::string whyNotPromised(const Trial &trial) {
  const interpreter::Instance &instance = trial.instance;
  interpreter::ParameterScope scope(instance);
  for (const ir::ExpressionPtr &requirement : instance.neighbourhood().requirements)
    if (interpreter::Evaluator evaluator(scope); !evaluator.holds(*requirement) || evaluator.failure())
      return "what is required does not hold: `" + ir::print(*requirement) + "`";
  if (interpreter::areNeighbours(instance, trial.first, trial.second))
    return {};
  // Each query for itself, as far as it alone is in the way.
  std::string differing;
  for (const auto &variable : instance.neighbourhood().variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    const interpreter::Place &place = instance.place(*variable);
    Numbers other = trial.first;
    std::copy_n(trial.second.begin() + static_cast<std::ptrdiff_t>(place.offset), place.size,
                other.begin() + static_cast<std::ptrdiff_t>(place.offset));
    if (!interpreter::areNeighbours(instance, trial.first, other))
      differing += (differing.empty() ? "`" : ", `") + variable->name + "`";
  }
  return "D and D' are no neighbours: the adjacency does not let " +
         (differing.empty() ? "the answers" : differing) + " differ so";
}

std::variant<Trial, Problem> trialFrom(const ir::Mechanism &mechanism, const Object &inputs) {
  if (mechanism.recordAdjacency)
    return Problem("answers follow from records here, and records cannot be typed in");
  interpreter::Inputs values[2];
  for (const bool isSecond : {false, true}) {
    auto parameters = namedIn(inputs, "parameters");
    auto answers = namedIn(inputs, isSecond ? "second" : "first");
    for (const auto *read : {&parameters, &answers})
      if (const auto *problem = std::get_if<Problem>(read))
        return *problem;
    values[isSecond] = std::move(std::get<interpreter::Inputs>(parameters));
    values[isSecond].merge(std::get<interpreter::Inputs>(answers));
    for (const auto &wrong : {wronglyCounted, wronglySorted})
      if (std::string said = wrong(mechanism, values[isSecond]); !said.empty())
        return said;
  }
  const Array *drawn = inputs.getArray("noise");
  const auto noise = drawn == nullptr ? std::nullopt : numbersIn(*drawn);
  if (!noise)
    return Problem("noise is numbers such as 3, -1/2 or 0.25");
  const auto instance = interpreter::Instance::create(mechanism, values[0], largestArray);
  if (!instance)
    return Problem("an array has another number of elements than its size, or more than " +
                   std::to_string(largestArray));
  auto first = instance->answers(values[0]), second = instance->answers(values[1]);
  if (!first || !second)
    return Problem("there are more or fewer answers than the mechanism asks for");
  Trial trial{*instance, std::move(*first), std::move(*second), *noise, std::nullopt};
  if (std::string why = whyNotPromised(trial); !why.empty())
    return why;
  return trial;
}

/// Where the alignment fails, or else where much is seen.
std::variant<Trial, Problem> chosenTrial(const Document &document, ir::Mechanism &mechanism,
                                         const Options &options) {
  const report::Result result = examine(document.program, mechanism, options);
  if (mechanism.hasHoles())
    return Problem("an alignment is left open, and none was found: there is no aligned run");
  if (result.counterexample)
    if (auto failing = refutation::findFailure(mechanism, {})) {
      refutation::minimize(*failing, result.counterexample->condition, longestRun);
      return std::move(*failing);
    }
  if (auto telling = refutation::findTellingPair(mechanism))
    return std::move(*telling);
  return Problem("no small input was found on which answers differ and both runs have a meaning");
}

// ---- What is said of it

/// Numbers of one name, in the order of the flat vectors: "T[0]", "T[1]" are those of T.
template <typename Named, typename TextOf>
void addByName(Array &out, const std::vector<Named> &all, const ir::Mechanism &mechanism,
               ir::Variable::Role role, const TextOf &textsOf) {
  auto next = all.begin();
  for (const auto &variable : mechanism.variables) {
    if (variable->role != role)
      continue;
    Object entry{{"name", variable->name}, {"isArray", variable->isArray()}};
    for (auto &[key, texts] : textsOf(*variable, next, all.end()))
      entry[key] = std::move(texts);
    out.push_back(std::move(entry));
  }
}

Array parametersOf(const Trial &trial) {
  using All = std::vector<refutation::NamedNumber>;
  Array out;
  addByName(out, refutation::namedParameters(trial.instance), trial.instance.mechanism(),
            ir::Variable::Role::Parameter, [](const auto &variable, auto &next, All::const_iterator end) {
              Array values;
              for (; next != end && next->element.declared == variable.name; ++next)
                values.push_back(interpreter::print(next->value, next->sort));
              return std::map<std::string, Array>{{"values", std::move(values)}};
            });
  return out;
}

Array queriesOf(const Trial &trial) {
  using All = std::vector<refutation::NamedAnswers>;
  Array out;
  addByName(out, refutation::namedAnswers(trial.instance, trial.first, trial.second),
            trial.instance.mechanism(), ir::Variable::Role::Query,
            [](const auto &variable, auto &next, All::const_iterator end) {
              Array first, second;
              for (; next != end && next->element.declared == variable.name; ++next) {
                first.push_back(interpreter::print(next->first, next->sort));
                second.push_back(interpreter::print(next->second, next->sort));
              }
              return std::map<std::string, Array>{{"first", std::move(first)}, {"second", std::move(second)}};
            });
  return out;
}

/// One line for each field in which the record of D and that of D' differ or not.
Array recordOf(const Trial &trial) {
  Array lines;
  if (!trial.records)
    return lines;
  const auto text = [](const auto &value, ir::Sort sort) {
    return value ? interpreter::print(*value, sort) : std::string("no record");
  };
  for (const refutation::NamedField &field : refutation::namedRecords(trial.instance, *trial.records).changed)
    lines.push_back(Object{{"name", field.element.name()},
                           {"first", text(field.first, field.sort)},
                           {"second", text(field.second, field.sort)}});
  return lines;
}

/// A sample of both runs. Nothing is said of the second where the runs have parted.
class Draws {
public:
  explicit Draws(const interpreter::Replay &of) : replay(of) {}

  /// The next one.
  Object next() {
    const interpreter::SampleRecord &first = replay.first.samples[count];
    Object draw{{"name", interpreter::sampleName(first)},
                {"law", std::string(ir::name(first.sample->law))},
                {"scale", interpreter::toString(first.scale)},
                {"first", interpreter::toString(first.value)}};
    if (count < replay.second.size()) {
      const Exact shift = replay.second[count].value - first.value;
      draw["second"] = interpreter::toString(replay.second[count].value);
      draw["shift"] = interpreter::toString(shift);
      if (const auto cost = interpreter::costOfShift(first.sample->law, shift)) {
        total = total + *cost / first.scale;
        draw["cost"] = interpreter::toString(*cost / first.scale);
      } else
        draw["cost"] = "unbounded";
    }
    ++count;
    return draw;
  }
  bool isOver() const { return count == replay.first.samples.size(); }
  const Exact &spent() const { return total; }
  std::string soFar() const { return interpreter::toString(total); }

private:
  const interpreter::Replay &replay;
  std::size_t count = 0;
  Exact total;
};

/// Where \p range begins, to the end of the line: a loop is one step, and its body others.
Value headOf(const Document &document, SourceRange range) {
  const auto lines = document.positions.lines(range);
  return document.positions.range(lines.empty() ? range : lines.front());
}

/// Where the runs part: what the second run does there, or what is spent by then.
bool isParted(const interpreter::Replay &replay, const Exact &spent, bool isLast) {
  if (!replay.disagreement)
    return false;
  const bool isOfCost = replay.disagreement->condition == interpreter::Condition::Cost;
  return isLast || (isOfCost && replay.epsilon < spent);
}

Array stepsOf(const Document &document, const interpreter::Replay &replay) {
  Array steps;
  bool hasParted = false;
  Draws draws(replay);
  // The rows of the first run are its steps, in order.
  auto ofFirst = replay.first.steps.begin();
  for (const interpreter::Row &row : replay.rows) {
    const ir::Statement *executed = row.first.empty() ? nullptr : (ofFirst++)->instruction->statement;
    Object step{{"statement", jsonText(row.statement)},
                {"iteration", row.iteration},
                {"first", jsonText(row.first)},
                {"second", jsonText(row.second)}};
    if (executed != nullptr)
      step["range"] = headOf(document, executed->range());
    else if (replay.disagreement)
      step["range"] = headOf(document, replay.disagreement->range);
    if (llvm::isa_and_nonnull<ir::Sample>(executed) && !draws.isOver())
      step["draw"] = draws.next();
    step["cost"] = draws.soFar();
    step["parts"] = !hasParted && isParted(replay, draws.spent(), &row == &replay.rows.back());
    hasParted = hasParted || *step.getBoolean("parts");
    steps.push_back(std::move(step));
  }
  return steps;
}

/// The last sample of a run, of a value that its law does not have.
std::string outsideSupport(const interpreter::SampleRecord &sample) {
  const bool isInteger = sample.sample->target.sort == ir::Sort::Int;
  const ir::Support support = ir::row(sample.sample->law).support;
  return interpreter::sampleName(sample) + " cannot be " + interpreter::toString(sample.value) + ": `" +
         std::string(ir::name(sample.sample->law)) + "` draws " + (isInteger ? "integers" : "numbers") +
         (support == ir::Support::NonNegative   ? " from 0 upwards"
          : support == ir::Support::NonPositive ? " from 0 downwards"
                                                : "");
}

/// What became of noise that was given; empty if it is what was drawn.
std::string unlike(std::size_t given, std::size_t drawn) {
  const std::string counted = "The run on D draws " + std::to_string(drawn) +
                              (drawn == 1 ? " number" : " numbers") + " of noise, and " +
                              std::to_string(given) + (given == 1 ? " is" : " are") + " given: ";
  return given == drawn
             ? ""
             : counted + (given < drawn ? "0 stands for each that is missing." : "the others are not drawn.");
}

/// \param isTyped what the runs begin with is somebody's own.
Object told(const Document &document, const Trial &trial, bool isTyped) {
  const interpreter::Replay replay = refutation::replayOf(trial, interpreter::Tracing::Steps, longestRun);
  if (replay.tooLong)
    return Object{{"problem", "a run is longer than " + std::to_string(longestRun) + " statements"}};
  if (replay.first.failure && replay.first.failure->kind == interpreter::Failure::Kind::DrawOutsideSupport)
    return Object{{"problem", outsideSupport(replay.first.samples.back())}};
  Array noise;
  for (const interpreter::SampleRecord &sample : replay.first.samples)
    noise.push_back(interpreter::toString(sample.value));
  const auto epsilon = interpreter::claimedEpsilon(trial.instance);
  Object runs{{"parameters", parametersOf(trial)},
              {"queries", queriesOf(trial)},
              {"record", recordOf(trial)},
              {"noise", std::move(noise)},
              {"note", isTyped ? unlike(trial.tape.size(), replay.first.samples.size()) : ""},
              {"steps", stepsOf(document, replay)},
              {"cost", interpreter::toString(replay.cost)},
              {"epsilon", epsilon ? Value(interpreter::toString(*epsilon)) : Value(nullptr)},
              {"first", jsonText(interpreter::print(replay.first.output))},
              {"second", jsonText(interpreter::print(replay.secondOutput))},
              {"parted", nullptr},
              // Both runs go alike and publish the same, which costs more than is guaranteed.
              {"isOfCost", false}};
  if (replay.disagreement) {
    runs["parted"] = jsonText(replay.disagreement->description);
    runs["isOfCost"] = replay.disagreement->condition == interpreter::Condition::Cost;
  }
  return runs;
}

} // namespace

Object runsOf(const Document &document, const language_server::Examined &one, const Object *inputs,
              const Options &options) {
  if (one.mechanism == nullptr)
    return Object{{"problem", "only a mechanism has runs that are aligned"}};
  if (inputs != nullptr && one.mechanism->hasHoles())
    examine(document.program, *one.mechanism, options);
  if (inputs != nullptr && one.mechanism->hasHoles())
    return Object{{"problem", "an alignment is left open, and none was found"}};
  const auto trial =
      inputs == nullptr ? chosenTrial(document, *one.mechanism, options) : trialFrom(*one.mechanism, *inputs);
  if (const auto *problem = std::get_if<Problem>(&trial))
    return Object{{"problem", *problem}};
  return told(document, std::get<Trial>(trial), inputs != nullptr);
}

} // namespace plumb::tool::web_server
