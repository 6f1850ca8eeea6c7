// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/declared_adjacencies.h"

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <algorithm>

namespace plumb::tool {

namespace {

/// A name that begins no word of \p text.
std::string freeName(std::string_view text) {
  std::string name = "adjacency_alone";
  while (text.find(name) != std::string_view::npos)
    name += "_";
  return name;
}

/// The text with \p mechanisms behind it; only messages about the text itself are kept.
ir::Program analyzeWith(const SourceFile &file, const std::string &mechanisms,
                        std::vector<Diagnostic> &diagnostics) {
  const SourceFile whole(file.path(), std::string(file.text()) + "\n" + mechanisms);
  DiagnosticSink sink;
  ir::Program program;
  syntax::Program written = parse(whole, sink);
  if (!sink.hasErrors())
    program = analyze(written, whole, sink);
  diagnostics.clear();
  for (const Diagnostic &diagnostic : sink.diagnostics())
    if (diagnostic.range.begin < file.text().size())
      diagnostics.push_back(diagnostic);
  return program;
}

/// Reads every query about \p record, so that all are variables of the mechanism. Nothing if there is none.
std::string mechanismText(const ir::Program &program, const ir::Record &record, const ir::Policy *policy,
                          const std::string &name) {
  std::string body;
  std::size_t count = 0;
  for (const auto &query : program.queries) {
    if (query->record->record != &record)
      continue;
    body += name + "_answer_" + std::to_string(count++) + " := " + query->name;
    for (std::size_t i = 0; i < query->indices.size(); ++i)
      body += "[0]";
    body += "\n";
  }
  if (body.empty())
    return {};
  return "mechanism " + name + "()\n  adjacency replace " + record.name +
         (policy ? " under " + policy->name : "") + "\n  guarantees private(1)\n{\n" + body + "return 0\n}\n";
}

} // namespace

DeclaredAdjacencies declaredAdjacencies(const SourceFile &file) {
  DeclaredAdjacencies declared;
  const std::string name = freeName(file.text());
  const std::string query = name + "_query";
  ir::Program program = analyzeWith(file,
                                    "mechanism " + name + "(" + query + ": query)\n  adjacency " + query +
                                        " changes by 0\n  guarantees private(1)\n{\nreturn 0\n}\n",
                                    declared.diagnostics);
  declared.hasDeclarations =
      !program.sizes.empty() || !program.records.empty() || !declared.diagnostics.empty();
  std::string mechanisms;
  std::size_t count = 0;
  auto add = [&](const ir::Record &record, const ir::Policy *policy) {
    mechanisms += mechanismText(program, record, policy, name + "_" + std::to_string(count++));
  };
  for (const auto &policy : program.policies)
    add(*policy->record, policy.get());
  for (const auto &record : program.records)
    if (std::none_of(program.policies.begin(), program.policies.end(),
                     [&](const auto &policy) { return policy->record == record.get(); }))
      add(*record, nullptr);
  // A text with a mistake in it is left alone.
  if (!mechanisms.empty() && declared.diagnostics.empty())
    declared.program = analyzeWith(file, mechanisms, declared.diagnostics);
  return declared;
}

} // namespace plumb::tool
