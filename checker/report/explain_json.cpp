// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_json.h"

#include "checker/report/json_text.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::report {

using llvm::json::Array;
using llvm::json::Object;

namespace {

const char *kindOf(Span::Kind kind) {
  switch (kind) {
  case Span::Kind::Text:
    return "text";
  case Span::Kind::Strong:
    return "strong";
  case Span::Kind::Code:
    return "code";
  case Span::Kind::Formula:
    return "formula";
  }
  llvm_unreachable("all kinds are handled");
}

const char *kindOf(Block::Kind kind) {
  switch (kind) {
  case Block::Kind::Heading:
    return "heading";
  case Block::Kind::Paragraph:
    return "paragraph";
  case Block::Kind::Items:
    return "items";
  case Block::Kind::Table:
    return "table";
  case Block::Kind::Code:
    return "code";
  case Block::Kind::Figure:
    return "figure";
  }
  llvm_unreachable("all kinds are handled");
}

Array spansOf(const Line &line) {
  Array spans;
  for (const Span &span : line) {
    Object written{{"kind", kindOf(span.kind)}, {"text", jsonText(span.text)}};
    if (span.kind == Span::Kind::Formula)
      written["mathml"] = jsonText(span.mathml);
    spans.push_back(std::move(written));
  }
  return spans;
}

Array linesOf(const std::vector<Line> &lines) {
  Array written;
  for (const Line &one : lines)
    written.push_back(spansOf(one));
  return written;
}

Object blockAsJson(const Block &block) {
  Object written{{"kind", kindOf(block.kind)}};
  if (block.level != 0)
    written["level"] = block.level;
  if (!block.lines.empty())
    written["lines"] = linesOf(block.lines);
  if (!block.rows.empty()) {
    Array rows;
    for (const std::vector<Line> &row : block.rows)
      rows.push_back(linesOf(row));
    written["rows"] = std::move(rows);
  }
  if (!block.text.empty())
    written[block.kind == Block::Kind::Figure ? "svg" : "text"] = jsonText(block.text);
  return written;
}

} // namespace

Array blocksAsJson(const Document &document) {
  Array blocks;
  for (const Block &block : document.blocks())
    blocks.push_back(blockAsJson(block));
  return blocks;
}

} // namespace plumb::report
