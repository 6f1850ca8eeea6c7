// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_document.h - A page before it has a form -*- C++ -*-===//
///
/// \file
/// What an explanation says, apart from how it is written down: blocks of lines
/// of spans. explain_markdown.h and explain_html.h write it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_DOCUMENT_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_DOCUMENT_H

#include "frontend/ir/expression.h"

#include <llvm/Support/JSON.h>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::report {

struct Span {
  enum class Kind : std::uint8_t {
    Text,
    Strong,
    /// Words of a program or of a shell.
    Code,
    /// A formula: `text` in the syntax of the language, `mathml` the same without the <math> around it.
    Formula,
  };
  Kind kind;
  std::string text;
  std::string mathml = {};
};

using Line = std::vector<Span>;

/// \p prose with what stands between backticks as code.
Line line(std::string_view prose);
Line strong(std::string text);
Line code(std::string text);
Line formula(const ir::Expression &expression);
Line operator+(Line first, const Line &second);
/// Those of \p lines with \p between them, and \p last before the last one.
Line joined(const std::vector<Line> &lines, const std::string &last, const std::string &between = ", ");
/// Adds \p more to \p lines if none of them reads like it.
void addOnce(std::vector<Line> &lines, Line more);

/// They read the same.
bool isSame(const Line &one, const Line &other);

struct Block {
  enum class Kind : std::uint8_t {
    /// `level` 1 is a title; the line is the heading.
    Heading,
    Paragraph,
    /// One item for each line; a row, if there are any, has the items below it.
    Items,
    /// The first row is the head; every row is as long as it.
    Table,
    /// `text` as it is, in `language`.
    Code,
    /// `text` is an element of an HTML page, with the line below it. Elsewhere there is none: what it shows
    /// stands in the text as well.
    Figure,
  };
  Kind kind;
  unsigned level = 0;
  std::vector<Line> lines = {};
  std::vector<std::vector<Line>> rows = {};
  std::string text = {};
  std::string language = {};
};

class Document {
public:
  void heading(unsigned level, Line words) {
    all.push_back({Block::Kind::Heading, level, {std::move(words)}});
  }
  void paragraph(Line words) { all.push_back({Block::Kind::Paragraph, 0, {std::move(words)}}); }
  /// Nothing if there are no items. \param below for each of them what stands below it; or none at all.
  void items(std::vector<Line> lines, std::vector<std::vector<Line>> below = {});
  void table(std::vector<std::vector<Line>> rows);
  void code(std::string text, std::string language);
  void figure(std::string element, Line caption) {
    all.push_back({Block::Kind::Figure, 0, {std::move(caption)}, {}, std::move(element)});
  }
  /// Why obligations hold, one object for each, for programs (explain_chain.h).
  void chains(llvm::json::Array one) { told = std::move(one); }
  /// The blocks.
  void append(const Document &more) { all.insert(all.end(), more.all.begin(), more.all.end()); }

  const std::vector<Block> &blocks() const { return all; }
  const llvm::json::Array &chains() const { return told; }

private:
  std::vector<Block> all;
  llvm::json::Array told;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_DOCUMENT_H
