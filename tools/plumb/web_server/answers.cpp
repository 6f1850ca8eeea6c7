// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/answers.h"

#include "checker/report/composition_result.h"
#include "checker/report/explain.h"
#include "checker/report/explain_json.h"
#include "checker/report/json_text.h"
#include "mechanisms/emit/emit.h"
#include "tools/plumb/certified.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/language_server/features.h"
#include "tools/plumb/language_server/message_stream.h"
#include "tools/plumb/language_server/proofs.h"
#include "tools/plumb/learn/assess.h"
#include "tools/plumb/version.h"
#include "tools/plumb/web_server/runs.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <stdexcept>

namespace plumb::tool::web_server {

using language_server::Document;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// What a text is called that has no file.
constexpr const char *nameOfText = "program.plumb";

std::string written(const Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

Value read(const Document &document) {
  Array declarations;
  for (const auto &one : document.examined)
    declarations.push_back(Object{{"name", one.name}, {"range", document.positions.range(one.nameRange)}});
  return Object{{"diagnostics", diagnostics(document)}, {"declarations", std::move(declarations)}};
}

Value proved(Document &document, std::size_t number, const Options &options) {
  // What is wrong with the text alone is said of the text.
  document.mistakes.clear();
  auto &one = document.examined[number];
  one.outcome = language_server::prove(document, one, options);
  return Object{{"name", one.name},
                {"proved", one.outcome->isProved},
                {"verdict", report::jsonText(one.outcome->verdict)},
                {"details", report::jsonText(one.outcome->details)},
                {"enough", one.outcome->enough ? Value(one.outcome->enough->text) : Value(nullptr)},
                {"actions", codeActions(document, one.range)},
                {"diagnostics", diagnostics(document)}};
}

/// The \p number of Document::examined, proved as `plumb explain` and `plumb emit` do it.
Batch batchWith(const std::string &text, const std::string &name, const Options &options) {
  Batch batch = loadText(nameOfText, text);
  ir::Program &program = batch.files.front().program;
  const auto isOther = [&](const auto &declaration) { return declaration->name != name; };
  // The parts of a composition are proved with it; of anything else nothing else is asked.
  const bool isComposition =
      std::any_of(program.compositions.begin(), program.compositions.end(),
                  [&](const auto &one) { return one->head.name == name; }) ||
      std::any_of(program.channelCompositions.begin(), program.channelCompositions.end(),
                  [&](const auto &one) { return one->head.name == name; });
  if (!isComposition) {
    program.compositions.clear();
    program.channelCompositions.clear();
    llvm::erase_if(program.mechanisms, isOther);
    llvm::erase_if(program.channels, isOther);
  }
  prove(batch, options);
  return batch;
}

const report::Subject &subjectIn(const Batch &batch, const std::string &name) {
  for (const Examined &examined : batch.files.front().examined)
    if (examined.subject->name() == name)
      return *examined.subject;
  throw std::logic_error("what the text declares is proved");
}

Value explained(const Batch &batch, const report::Subject &subject, const Options &options) {
  report::Document document;
  report::explain(document, subject, *batch.files.front().source, engines(options));
  return Object{{"blocks", report::blocksAsJson(document)}};
}

Value emitted(Batch &batch, const report::Subject &subject) {
  BatchFile &file = batch.files.front();
  Array files, reasons;
  if (const auto certificate = certificateFor(batch, file, subject)) {
    emit::Emission emission = emit::emit(*certificate, versions());
    for (const emit::EmittedFile &one : emission.files)
      files.push_back(Object{{"name", one.name}, {"text", report::jsonText(one.text)}});
    for (const plan::Problem &problem : emission.problems)
      reasons.push_back(report::jsonText(problem.message));
  } else
    reasons.push_back(report::jsonText(file.diagnostics.back().diagnostic.message()));
  return Object{{"files", std::move(files)}, {"reasons", std::move(reasons)}};
}

/// What could be typed next. Of a text that cannot be read no names are known, but of one that was read
/// before.
Value completed(const Document &document, llvm::StringRef known, std::uint32_t offset) {
  const auto names = !document.symbols.symbols.empty()
                         ? document.symbols
                         : Document(nameOfText, known.str(), 1, document.keepsAnswers).symbols;
  return Object{{"items", completion(document, names, offset)}};
}

Value assessed(std::size_t number, const std::string &text, const Options &options) {
  const learn::Exercises exercises = learn::loadExercises();
  if (number >= exercises.all.size())
    return Object{{"problem", "there is no such exercise"}};
  const learn::Assessment assessment = learn::assess(exercises.all[number], nameOfText, text, options);
  return Object{{"passed", assessment.isPassed},
                {"told", report::jsonText(assessment.told)},
                {"leavesFrame", assessment.leavesFrame}};
}

} // namespace

const std::map<std::string, Question> &questionsByName() {
  static const std::map<std::string, Question> all = {
      {"read", Question::Read},   {"prove", Question::Prove},      {"explain", Question::Explain},
      {"emit", Question::Emit},   {"play", Question::Play},        {"assess", Question::Assess},
      {"hover", Question::Hover}, {"complete", Question::Complete}};
  return all;
}

bool isQuick(Question question) {
  return question == Question::Read || question == Question::Hover || question == Question::Complete;
}

std::optional<std::string> requestOf(Question question, const std::string &body) {
  const auto value = language_server::valueOf(body);
  const Object *object = value ? value->getAsObject() : nullptr;
  if (object == nullptr || !object->getString("text"))
    return std::nullopt;
  const auto number = object->getInteger("number");
  const Object *place = object->getObject("place");
  if ((!isQuick(question) && (!number || *number < 0)) ||
      (isQuick(question) && question != Question::Read && place == nullptr))
    return std::nullopt;
  // In one form, whatever else was said.
  Object request{{"question", static_cast<std::int64_t>(question)},
                 {"number", number.getValueOr(0)},
                 {"text", *object->getString("text")}};
  if (object->getBoolean("isExercise").getValueOr(false))
    request["isExercise"] = true;
  if (const Object *inputs = object->getObject("inputs"))
    request["inputs"] = Object(*inputs);
  if (place != nullptr)
    request["place"] = Object(*place);
  if (const auto known = object->getString("known"))
    request["known"] = *known;
  return written(std::move(request));
}

std::string answer(const std::string &request, const Options &asked) {
  const auto value = language_server::valueOf(request);
  const Object &object = *value->getAsObject();
  Options options = asked;
  options.keepsAnswers = object.getBoolean("isExercise").getValueOr(false);
  const auto question = static_cast<Question>(*object.getInteger("question"));
  const auto number = static_cast<std::size_t>(*object.getInteger("number"));
  const std::string text = object.getString("text")->str();
  if (question == Question::Assess)
    return written(assessed(number, text, options));
  Document document(nameOfText, text, 1, options.keepsAnswers);
  if (question == Question::Read)
    return written(read(document));
  if (isQuick(question)) {
    const auto offset = document.positions.offset(object.get("place"));
    if (!offset)
      return written(Object{{"problem", "there is no such place"}});
    return written(question == Question::Hover
                       ? Object{{"hover", hover(document, *offset)}}
                       : completed(document, object.getString("known").getValueOr(""), *offset));
  }
  if (number >= document.examined.size())
    return written(Object{{"problem", "the text has no such declaration"}});
  if (question == Question::Prove)
    return written(proved(document, number, options));
  if (question == Question::Play)
    return written(runsOf(document, document.examined[number], object.getObject("inputs"), options));
  // A header is of a whole program.
  if (question == Question::Emit && document.hasErrors)
    return written(Object{{"files", Array{}},
                          {"reasons", Array{"a text with a mistake is no program yet; nothing is written"}}});
  const std::string &name = document.examined[number].name;
  Batch batch = batchWith(document.intact, name, options);
  const report::Subject &subject = subjectIn(batch, name);
  return written(question == Question::Explain ? explained(batch, subject, options)
                                               : emitted(batch, subject));
}

} // namespace plumb::tool::web_server
