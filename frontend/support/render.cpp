// SPDX-License-Identifier: Apache-2.0
// render(): a diagnostic as text, with the source line and a caret under the exact words.
#include "frontend/support/diagnostic_on_terminal.h"
#include "frontend/support/excerpt.h"
#include "frontend/support/printable.h"
#include "frontend/support/utf8.h"

#include <algorithm>

namespace plumb {

namespace {

constexpr unsigned maximalColumns = 120;
// A terminal that is narrower is not taken at its word.
constexpr unsigned leastColumns = 40;
constexpr std::string_view cutMark = "...";
constexpr char escape = '\x1b';
// More bytes around the caret than any 120 columns can show.
constexpr std::size_t bytesAround = 1024;

// Of what is printed.
struct Width {
  unsigned ofLines = maximalColumns;
  // 0: messages are not broken.
  unsigned ofMessages = 0;
  bool hasColours = false;
};

// A stretch [first, last) of the cells of a line.
struct Window {
  std::size_t first;
  std::size_t last;
};

Window windowAround(const std::vector<PrintedCell> &cells, std::size_t caret, unsigned columns) {
  const unsigned budget = columns - 2 * static_cast<unsigned>(cutMark.size());
  unsigned width = 0;
  Window window{caret, caret};
  const auto growRight = [&](unsigned limit) {
    while (window.last < cells.size() && width + cells[window.last].width <= limit)
      width += cells[window.last++].width;
  };
  growRight(budget / 2);
  while (window.first > 0 && width + cells[window.first - 1].width <= budget)
    width += cells[--window.first].width;
  growRight(budget);
  return window;
}

// The cells near [begin, end) of one line and what was left away at either end.
class Excerpt {
public:
  Excerpt(std::string_view line, std::size_t from, std::size_t to, unsigned columns);
  std::string text(Style ofCarets, bool hasColours) const;

private:
  void readCells(std::string_view line, std::size_t from);
  bool fits(unsigned columns) const;
  std::string carets() const;

  std::vector<PrintedCell> cells;
  Window window{0, 0};
  bool cutLeft = false, cutRight = false;
  std::size_t begin, end;
};

Excerpt::Excerpt(std::string_view line, std::size_t from, std::size_t to, unsigned columns)
    : begin(from), end(to) {
  readCells(line, from);
  std::size_t caret = 0;
  while (caret < cells.size() && cells[caret].begin < begin)
    ++caret;
  window = fits(columns) ? Window{0, cells.size()} : windowAround(cells, caret, columns);
  cutLeft = cutLeft || window.first > 0;
  cutRight = cutRight || window.last < cells.size();
}

void Excerpt::readCells(std::string_view line, std::size_t from) {
  std::size_t at = from > bytesAround ? from - bytesAround : 0;
  while (at > 0 && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80 && from - at < bytesAround + 4)
    --at;
  cutLeft = at > 0;
  const std::size_t stop = std::min(line.size(), from + bytesAround);
  for (; at < stop; at += decodeUtf8(line, at).length)
    cells.push_back(printedCell(line, at));
  cutRight = at < line.size();
}

bool Excerpt::fits(unsigned columns) const {
  unsigned width = 0;
  for (const PrintedCell &cell : cells)
    width += cell.width;
  return !cutLeft && !cutRight && width <= columns;
}

std::string Excerpt::text(Style ofCarets, bool hasColours) const {
  std::string line(cutLeft ? cutMark : "");
  for (std::size_t i = window.first; i < window.last; ++i)
    line += cells[i].glyph;
  if (cutRight)
    line += cutMark;
  return line + "\n" + styled(carets(), ofCarets, hasColours) + "\n";
}

std::string Excerpt::carets() const {
  std::string line(cutLeft ? cutMark.size() : 0, ' ');
  bool started = false;
  for (std::size_t i = window.first; i < window.last && cells[i].begin < std::max(end, begin + 1); ++i) {
    const PrintedCell &cell = cells[i];
    const bool inside = cell.begin >= begin;
    // A tab is repeated so that what follows stays aligned whatever its width.
    const bool tab = cell.glyph == "\t";
    if (inside && !started)
      line.append("^").append(tab || cell.width == 0 ? 0 : cell.width - 1, '~');
    else if (tab)
      line += '\t';
    else
      line.append(cell.width, inside ? '~' : ' ');
    started = started || inside;
  }
  return started ? line : line + "^";
}

// Of the signs of a style, which no text of a user can hold any more, at the front of \p text.
std::size_t lengthOfStyle(std::string_view text) {
  return text.front() == escape ? text.find('m') + 1 : 0;
}

unsigned widthOf(std::string_view text) {
  unsigned width = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t signs = lengthOfStyle(text.substr(at)); signs != 0) {
      at += signs;
      continue;
    }
    width += printedCell(text, at).width;
    at += decodeUtf8(text, at).length;
  }
  return width;
}

// Each line break is between words; what goes on is indented below its line. A word that is too long stays
// whole.
std::string broken(std::string_view text, unsigned columns) {
  if (columns == 0)
    return std::string(text) + "\n";
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  const std::string indent(first + 4, ' ');
  std::string lines(first, ' ');
  auto width = static_cast<unsigned>(first);
  for (std::size_t at = first; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const unsigned wordWidth = widthOf(word);
    if (at != first && width + 1 + wordWidth > columns) {
      lines += "\n";
      lines += indent;
      width = static_cast<unsigned>(indent.size());
    } else if (at != first) {
      lines += ' ';
      ++width;
    }
    lines += word;
    width += wordWidth;
    at = end + 1;
  }
  return lines + "\n";
}

// "help: ", "error[PL0201]: ".
struct Label {
  std::string text;
  Style style;
};

std::string headline(const Label &label, const std::string &message, Width width) {
  return styled(label.text + ":", label.style, width.hasColours) + " " + printable(message);
}

Excerpt excerptAt(const SourceFile &file, SourceRange range, unsigned columns) {
  const std::string_view line = file.line(file.location(range.begin).line);
  const auto lineStart = static_cast<std::size_t>(line.data() - file.text().data());
  const auto column = [&](std::size_t offset) {
    return std::min(offset - std::min(offset, lineStart), line.size());
  };
  return {line, column(range.begin), column(range.end), columns};
}

std::string placed(const SourceFile &file, SourceRange range, const Label &label, const std::string &message,
                   Width width) {
  const SourceLocation place = file.location(range.begin);
  const std::string where = std::to_string(place.line) + ":" + std::to_string(place.column);
  // A path with spaces may be broken at one of them, and no style goes on in another line.
  const std::string path = printablePath(file.path()) + ":" + where + ":";
  const bool isOneWord = path.find(' ') == std::string::npos;
  return broken(styled(path, Style::Bold, width.hasColours && isOneWord) + " " +
                    headline(label, message, width),
                width.ofMessages) +
         excerptAt(file, range, width.ofLines).text(label.style, width.hasColours);
}

std::string render(const Diagnostic &diagnostic, const SourceFile &file, Width width) {
  const DiagnosticInfo &kind = info(diagnostic.kind);
  const std::string severity = kind.severity == Severity::Error ? "error" : "warning";
  std::string text = placed(file, diagnostic.range,
                            {severity + "[" + std::string(kind.code) + "]",
                             kind.severity == Severity::Error ? Style::Red : Style::Yellow},
                            diagnostic.message(), width);
  for (const Note &note : diagnostic.notes) {
    const Label label{note.label(), Style::Bold};
    text += note.range ? placed(file, *note.range, label, note.message, width)
                       : broken(headline(label, note.message, width), width.ofMessages);
  }
  if (!diagnostic.help.empty())
    text += broken(headline({"help", Style::Green}, diagnostic.help.text, width), width.ofMessages);
  return text;
}

} // namespace

std::string styled(std::string_view text, Style style, bool hasColours) {
  if (!hasColours)
    return std::string(text);
  const char *const sign = style == Style::Bold    ? "1"
                           : style == Style::Red   ? "1;31"
                           : style == Style::Green ? "1;32"
                                                   : "1;33";
  return std::string(1, escape) + "[" + sign + "m" + std::string(text) + escape + "[0m";
}

std::string excerptOf(const SourceFile &file, SourceRange range) {
  return excerptAt(file, range, maximalColumns).text(Style::Bold, false);
}

std::string render(const Diagnostic &diagnostic, const SourceFile &file) {
  return render(diagnostic, file, Width());
}

std::string renderOnTerminal(const Diagnostic &diagnostic, const SourceFile &file, const Terminal &terminal) {
  const unsigned width = std::max(terminal.columns, leastColumns);
  return render(diagnostic, file, Width{std::min(width, maximalColumns), width, terminal.hasColours});
}

std::string brokenForTerminal(std::string_view line, unsigned columns) {
  return broken(line, std::max(columns, leastColumns));
}

} // namespace plumb
