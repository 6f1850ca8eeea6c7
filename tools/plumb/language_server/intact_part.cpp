// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/intact_part.h"

#include "frontend/parse/parser.h"
#include "frontend/parse/tokens.h"
#include "frontend/sema/analyze.h"

#include <algorithm>

namespace plumb::tool::language_server {

namespace {

/// Between two of \p starts around \p place; in front of the first stands what declares nothing.
SourceRange declarationAround(const std::vector<std::uint32_t> &starts, std::uint32_t place,
                              const std::string &text) {
  const auto next = std::upper_bound(starts.begin(), starts.end(), place);
  return {next == starts.begin() ? 0 : *(next - 1),
          next == starts.end() ? static_cast<std::uint32_t>(text.size()) : *next};
}

void blank(std::string &text, SourceRange range) {
  std::replace_if(
      text.begin() + range.begin, text.begin() + range.end,
      [](char byte) { return byte != '\n' && byte != '\r'; }, ' ');
}

} // namespace

IntactPart intactPart(const SourceFile &source, const std::vector<Diagnostic> &mistakes) {
  // What depends on what was taken out shows in the next round. Texts are typed in, so that an end has to
  // come soon.
  constexpr unsigned mostRounds = 6;
  const std::vector<std::uint32_t> starts = declarationStarts(source);
  std::string text(source.text());
  std::vector<Diagnostic> told = mistakes;
  for (unsigned round = 0; round < mostRounds; ++round) {
    const std::string before = text;
    for (const Diagnostic &mistake : told)
      if (info(mistake.kind).severity == Severity::Error)
        blank(text, declarationAround(starts, mistake.range.begin, text));
    if (text == before)
      break;
    const SourceFile rest(source.path(), text);
    DiagnosticSink sink;
    const syntax::Program written = parse(rest, sink);
    ir::Program program;
    if (!sink.hasErrors())
      program = analyze(written, rest, sink);
    if (!sink.hasErrors())
      return {std::move(text), std::move(program)};
    told = sink.diagnostics();
  }
  blank(text, {0, static_cast<std::uint32_t>(text.size())});
  return {std::move(text), {}};
}

} // namespace plumb::tool::language_server
