// SPDX-License-Identifier: Apache-2.0
//===- kernel/expression_reader.h - Expressions from text -------*- C++ -*-===//
///
/// \file
/// Reads expressions by recursive descent: one function for each level of operators.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_EXPRESSION_READER_H
#define PLUMB_KERNEL_EXPRESSION_READER_H

#include "kernel/program.h"
#include "kernel/token.h"

namespace plumb::kernel {

/// What reads a declaration is made of this.
class ExpressionReader {
protected:
  using Kind = Expression::Kind;

  /// \p program is read behind \p text.
  ExpressionReader(const std::string &text, const std::string &program) : tokens(tokensOf(text)) {
    file = tokens.size();
    const std::vector<Token> declarations = tokensOf(program);
    tokens.insert(tokens.end(), declarations.begin(), declarations.end());
  }

  /// Counts how deep the text is nested, as long as it lives.
  class Nested {
  public:
    explicit Nested(ExpressionReader &reader) : reader(reader) {
      if (++reader.depth > 1000)
        rejectAt(reader.line(), "the text is nested too deeply");
    }
    ~Nested() { --reader.depth; }
    Nested(const Nested &) = delete;
    Nested &operator=(const Nested &) = delete;

  private:
    ExpressionReader &reader;
  };

  const Token &token() const { return tokens[position]; }
  unsigned line() const { return token().line; }
  bool is(const std::string &text) const { return token().kind != Token::Kind::End && token().text == text; }
  bool isWord(const std::string &text) const { return token().kind == Token::Kind::Name && is(text); }
  bool accept(const std::string &text) {
    const bool met = is(text);
    position += met ? 1 : 0;
    return met;
  }
  void expect(const std::string &text) {
    if (!accept(text))
      rejectAt(line(), "`" + text + "` is expected, and not `" + token().text + "`");
  }
  std::string name() {
    if (token().kind != Token::Kind::Name)
      rejectAt(line(), "a name is expected, and not `" + token().text + "`");
    return tokens[position++].text;
  }
  std::string newName() {
    const unsigned here = line();
    std::string text = name();
    if (isReserved(text))
      rejectAt(here, "`" + text + "` has a meaning of its own and names nothing");
    return text;
  }
  /// It hides no field where these are called by their bare names, and none of \p others.
  std::string newIndex(const std::vector<std::string> &others);
  /// Each of `[a, b]` and `[a][b]`.
  template <class Action> void inBrackets(const Action &read) {
    while (accept("["))
      do
        read();
      while (!accept("]") && (expect(","), true));
  }

  ExpressionPtr expression();
  void expressions(std::vector<ExpressionPtr> &list);
  /// Operators of one level, the loosest of which is 0, and of those that bind more tightly.
  ExpressionPtr row(std::size_t level);
  ExpressionPtr primary();
  static ExpressionPtr node(Kind kind, unsigned line, std::vector<ExpressionPtr> arguments = {});

  /// Those of the mechanism, and from `file` on those of its program.
  std::vector<Token> tokens;
  std::size_t file = 0;
  /// What the record is called in the formula that is read; and where its fields are called by their bare
  /// names, these.
  std::string record;
  const std::map<std::string, Field> *bare = nullptr;
  /// One before the next binder of a requirement that begins with `forall`.
  std::optional<std::size_t> binders;
  /// What `times` is said of.
  std::set<std::string> counted;
  /// The names of parts that publish something; and what begins those of what they publish, as no variable's.
  std::set<std::string> published;
  static inline const std::string ofPart = "published ";
  std::size_t position = 0;

private:
  void subscripts(Expression &parent);
  static void give(Expression &parent, ExpressionPtr child);
  ExpressionPtr comparison();
  ExpressionPtr numeral();
  ExpressionPtr quantifier(unsigned here, bool isOpposite);
  ExpressionPtr cell(unsigned here);
  ExpressionPtr returned(unsigned here);
  ExpressionPtr call(const std::string &word, unsigned here);
  ExpressionPtr choice(const std::string &word, unsigned here);
  ExpressionPtr special(const std::string &word, unsigned here);

  unsigned depth = 0;
  /// Nodes that chains of comparisons have twice.
  std::size_t repeated = 0;
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_EXPRESSION_READER_H
