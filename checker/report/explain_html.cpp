// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_html.h"

#include "checker/report/explain_mathml.h"
#include "checker/report/explain_style.h"
#include "frontend/support/utf8.h"

#include <algorithm>

namespace plumb::report {

namespace {

/// Escaped, and without what may not stand in a document: bytes that are no UTF-8, invisible characters.
std::string clean(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    CodePoint point = decodeUtf8(text, at);
    bool allowed = point.valid && (!isControl(point.value) || point.value == '\n' || point.value == '\t');
    kept += allowed ? std::string(text.substr(at, point.length)) : "\xEF\xBF\xBD";
    at += point.length;
  }
  return escapedHtml(kept);
}

std::string element(const std::string &tag, const std::string &content) {
  return "<" + tag + ">" + content + "</" + tag + ">";
}

/// No browser breaks a formula: one that may be wider than a narrow screen is a box that scrolls.
std::string formula(const Span &span) {
  constexpr std::size_t widest = 30;
  const std::string math = "<math displaystyle=\"true\">" + span.mathml + "</math>";
  return span.text.size() > widest ? "<span class=\"wide\">" + math + "</span>" : math;
}

std::string written(const Line &line) {
  std::string result;
  for (const Span &span : line) {
    switch (span.kind) {
    case Span::Kind::Text:
      result += clean(span.text);
      break;
    case Span::Kind::Strong:
      result += element("strong", clean(span.text));
      break;
    case Span::Kind::Code:
      result += element("code", clean(span.text));
      break;
    case Span::Kind::Formula:
      result += formula(span);
      break;
    }
  }
  return result;
}

std::string tableRow(const std::vector<Line> &cells, const std::string &tag) {
  std::string result;
  for (const Line &cell : cells)
    result += element(tag, written(cell));
  return element("tr", result) + "\n";
}

std::string written(const Block &block) {
  std::string result;
  switch (block.kind) {
  case Block::Kind::Heading:
    return element("h" + std::to_string(std::clamp(block.level, 1u, 6u)), written(block.lines.front())) +
           "\n";
  case Block::Kind::Paragraph:
    return element("p", written(block.lines.front())) + "\n";
  case Block::Kind::Items:
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      std::string below;
      for (const Line &one : block.rows.empty() ? std::vector<Line>() : block.rows[i])
        below += element("li", written(one)) + "\n";
      result += element("li", written(block.lines[i]) +
                                  (below.empty() ? "" : "\n" + element("ul", "\n" + below) + "\n")) +
                "\n";
    }
    return "<ul>\n" + result + "</ul>\n";
  case Block::Kind::Table:
    result = element("thead", "\n" + tableRow(block.rows.front(), "th")) + "\n<tbody>\n";
    for (std::size_t i = 1; i < block.rows.size(); ++i)
      result += tableRow(block.rows[i], "td");
    return "<div class=\"wide\"><table class=\"plain\">\n" + result + "</tbody>\n</table></div>\n";
  case Block::Kind::Code:
    return element("pre", element("code", clean(block.text))) + "\n";
  case Block::Kind::Figure:
    return element("figure",
                   "\n" + block.text + "\n" + element("figcaption", written(block.lines.front())) + "\n") +
           "\n";
  }
  return result;
}

} // namespace

std::string html(const Document &document, const std::string &title) {
  std::string body;
  for (const Block &block : document.blocks())
    body += written(block);
  return htmlPage(title, body);
}

std::string htmlPage(const std::string &title, const std::string &body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
         element("title", clean(title)) + "\n<style>" + std::string(styleSheet) +
         "</style>\n</head>\n<body>\n" + body + "</body>\n</html>\n";
}

} // namespace plumb::report
