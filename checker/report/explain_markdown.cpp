// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_markdown.h"

#include <algorithm>

namespace plumb::report {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (std::string_view("\\`*_<[|").find(c) != std::string_view::npos)
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::size_t longestRun(std::string_view text, char mark) {
  std::size_t longest = 0, current = 0;
  for (char c : text)
    longest = std::max(longest, current = c == mark ? current + 1 : 0);
  return longest;
}

/// The delimiter is longer than any run of backticks inside.
std::string codeSpan(const std::string &text, bool inTable) {
  std::string inner;
  for (char c : text) {
    if (inTable && c == '|')
      inner += '\\';
    inner += c == '\n' ? ' ' : c;
  }
  std::string ticks(longestRun(inner, '`') + 1, '`');
  bool touches = !inner.empty() && (inner.front() == '`' || inner.back() == '`');
  std::string_view space = touches ? " " : "";
  return ticks + std::string(space) + inner + std::string(space) + ticks;
}

std::string written(const Line &line, bool inTable = false) {
  std::string result;
  for (const Span &span : line) {
    switch (span.kind) {
    case Span::Kind::Text:
      result += escaped(span.text);
      break;
    case Span::Kind::Strong:
      result += "**" + escaped(span.text) + "**";
      break;
    case Span::Kind::Code:
    case Span::Kind::Formula:
      result += codeSpan(span.text, inTable);
      break;
    }
  }
  return result;
}

std::string tableRow(const std::vector<Line> &cells) {
  std::string result = "|";
  for (const Line &cell : cells)
    result += " " + written(cell, true) + " |";
  return result + "\n";
}

std::string written(const Block &block) {
  std::string result;
  switch (block.kind) {
  case Block::Kind::Heading:
    return std::string(block.level, '#') + " " + written(block.lines.front()) + "\n";
  case Block::Kind::Paragraph:
    return written(block.lines.front()) + "\n";
  case Block::Kind::Items:
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      result += "- " + written(block.lines[i]) + "\n";
      for (const Line &below : block.rows.empty() ? std::vector<Line>() : block.rows[i])
        result += "  - " + written(below) + "\n";
    }
    return result;
  case Block::Kind::Table:
    result = tableRow(block.rows.front()) + "|";
    for (std::size_t i = 0; i < block.rows.front().size(); ++i)
      result += " --- |";
    result += "\n";
    for (std::size_t i = 1; i < block.rows.size(); ++i)
      result += tableRow(block.rows[i]);
    return result;
  case Block::Kind::Code: {
    std::string fence(std::max<std::size_t>(3, longestRun(block.text, '`') + 1), '`');
    return fence + block.language + "\n" + block.text + fence + "\n";
  }
  case Block::Kind::Figure:
    break;
  }
  return result;
}

} // namespace

std::string markdown(const Document &document) {
  std::string result;
  for (const Block &block : document.blocks())
    if (block.kind != Block::Kind::Figure)
      result += (result.empty() ? "" : "\n") + written(block);
  return result;
}

} // namespace plumb::report
