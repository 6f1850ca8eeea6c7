// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_document.h"

#include "checker/report/explain_mathml.h"
#include "frontend/ir/print_expression.h"

#include <cassert>

namespace plumb::report {

Line line(std::string_view prose) {
  Line spans;
  bool isCode = false;
  while (true) {
    std::size_t tick = prose.find('`');
    std::string_view part = prose.substr(0, tick);
    if (!part.empty())
      spans.push_back({isCode ? Span::Kind::Code : Span::Kind::Text, std::string(part)});
    if (tick == std::string_view::npos)
      return spans;
    prose.remove_prefix(tick + 1);
    isCode = !isCode;
  }
}

Line strong(std::string text) {
  return {{Span::Kind::Strong, std::move(text)}};
}

Line code(std::string text) {
  return {{Span::Kind::Code, std::move(text)}};
}

Line formula(const ir::Expression &expression) {
  return {{Span::Kind::Formula, ir::printPromoted(expression), mathml(expression)}};
}

Line operator+(Line first, const Line &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void Document::items(std::vector<Line> lines, std::vector<std::vector<Line>> below) {
  assert(below.empty() || below.size() == lines.size());
  if (!lines.empty())
    all.push_back({Block::Kind::Items, 0, std::move(lines), std::move(below)});
}

void Document::table(std::vector<std::vector<Line>> rows) {
  for (const auto &row : rows)
    assert(row.size() == rows.front().size());
  all.push_back({Block::Kind::Table, 0, {}, std::move(rows)});
}

void Document::code(std::string text, std::string language) {
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  all.push_back({Block::Kind::Code, 0, {}, {}, std::move(text), std::move(language)});
}

Line joined(const std::vector<Line> &lines, const std::string &last, const std::string &between) {
  Line all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0)
      all = all + line(i + 1 < lines.size() ? between : last);
    all = all + lines[i];
  }
  return all;
}

bool isSame(const Line &one, const Line &other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Span &a, const Span &b) { return a.kind == b.kind && a.text == b.text; });
}

void addOnce(std::vector<Line> &lines, Line more) {
  if (std::none_of(lines.begin(), lines.end(), [&](const Line &known) { return isSame(known, more); }))
    lines.push_back(std::move(more));
}

} // namespace plumb::report
