// SPDX-License-Identifier: Apache-2.0
#include "checker/report/junit_report.h"

#include "checker/report/explain_mathml.h"
#include "checker/report/text_report.h"

#include <algorithm>
#include <llvm/Support/JSON.h>

namespace plumb::report {

namespace {

/// XML 1.0 has no place for bytes that are no UTF-8, nor for most control characters.
std::string xml(const std::string &text) {
  std::string kept = llvm::json::fixUTF8(text);
  std::replace_if(
      kept.begin(), kept.end(),
      [](unsigned char letter) { return letter < ' ' && letter != '\n' && letter != '\t'; }, '?');
  return escapedHtml(kept);
}

/// Line ends and tabs of an attribute's value would become spaces.
std::string attribute(const std::string &name, const std::string &value) {
  std::string kept = xml(value);
  std::replace(kept.begin(), kept.end(), '\n', ' ');
  return " " + name + "=\"" + kept + "\"";
}

struct Case {
  std::string name, verdict, report;
  std::vector<const FiledDiagnostic *> errors = {};
  bool proved = false;

  bool passed() const { return proved && errors.empty(); }
};

std::string messagesOf(const Case &one) {
  std::string text;
  for (const FiledDiagnostic *filed : one.errors)
    text += filed->file ? render(filed->diagnostic, *filed->file)
                        : filed->path + ": " + filed->diagnostic.message() + "\n";
  return text;
}

bool liesIn(const FiledDiagnostic &filed, const Subject &subject) {
  return filed.file && subject.range().begin <= filed.diagnostic.range.begin &&
         filed.diagnostic.range.begin < subject.range().end;
}

std::vector<Case> casesOf(const std::string &path, const std::vector<FiledSubject> &subjects,
                          const std::vector<FiledDiagnostic> &diagnostics) {
  std::vector<Case> cases;
  std::vector<const Subject *> here;
  for (const FiledSubject &filed : subjects) {
    if (filed.path != path)
      continue;
    here.push_back(filed.subject);
    cases.push_back({filed.subject->name().empty() ? "table" : filed.subject->name(),
                     filed.subject->verdictText(), textReport(*filed.subject, path)});
    cases.back().proved = filed.subject->isProved();
  }
  Case file{"file", "nothing in it was checked", ""};
  file.proved = !cases.empty();
  for (const FiledDiagnostic &filed : diagnostics) {
    if (filed.path != path || info(filed.diagnostic.kind).severity != Severity::Error)
      continue;
    const auto owner = std::find_if(here.begin(), here.end(),
                                    [&](const Subject *subject) { return liesIn(filed, *subject); });
    (owner == here.end() ? file : cases[owner - here.begin()]).errors.push_back(&filed);
  }
  if (!file.passed())
    cases.push_back(std::move(file));
  return cases;
}

std::string suite(const std::string &path, const std::vector<Case> &cases) {
  const auto failed =
      std::count_if(cases.begin(), cases.end(), [](const Case &one) { return !one.passed(); });
  std::string text = "  <testsuite" + attribute("name", path) +
                     attribute("tests", std::to_string(cases.size())) +
                     attribute("failures", std::to_string(failed)) + ">\n";
  for (const Case &one : cases) {
    text += "    <testcase" + attribute("classname", path) + attribute("name", one.name) + ">\n";
    if (!one.passed())
      text +=
          "      <failure" + attribute("message", one.verdict) + ">" + xml(messagesOf(one)) + "</failure>\n";
    if (!one.report.empty())
      text += "      <system-out>" + xml(one.report) + "</system-out>\n";
    text += "    </testcase>\n";
  }
  return text + "  </testsuite>\n";
}

} // namespace

std::string junitReport(const std::vector<std::string> &paths, const std::vector<FiledSubject> &subjects,
                        const std::vector<FiledDiagnostic> &diagnostics) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  // A file may be named twice.
  for (auto path = paths.begin(); path != paths.end(); ++path)
    if (std::find(paths.begin(), path, *path) == path)
      text += suite(*path, casesOf(*path, subjects, diagnostics));
  // What is about no file of the command line, such as a folder that cannot be written.
  for (const FiledDiagnostic &filed : diagnostics)
    if (std::find(paths.begin(), paths.end(), filed.path) == paths.end())
      text += suite(filed.path, casesOf(filed.path, {}, {filed}));
  return text + "</testsuites>\n";
}

} // namespace plumb::report
