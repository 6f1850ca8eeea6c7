// SPDX-License-Identifier: Apache-2.0
// From text to tree. The grammar is grammar/Plumb.g4, without what only records, compositions and channels
// have, and with the few words in which found facts are written. It is read by recursive descent, one
// function for each level of operators.
#include "kernel/program.h"
#include "kernel/token.h"

#include <algorithm>
#include <array>

namespace plumb::kernel {

namespace {

using Kind = Expression::Kind;

/// Of parentheses and blocks, and of trees: so that the stack suffices for everybody who walks one.
constexpr unsigned nestingLimit = 1000, heightLimit = 1000;
/// Of nodes that chains of comparisons have twice.
constexpr std::size_t repeatLimit = 1u << 18;

class ProgramReader {
public:
  explicit ProgramReader(const std::string &text) : tokens(tokensOf(text)) {}

  Mechanism mechanism() {
    for (const char *word : {"record", "policy", "query", "size", "compose", "channel"})
      if (isWord(word))
        outsideAt(line(), "`" + std::string(word) + "`");
    expect("mechanism");
    Mechanism result;
    result.name = newName();
    parameters(result);
    clauses(result);
    result.body = block();
    if (token().kind != Token::Kind::End)
      isWord("mechanism") || isWord("compose") ? outsideAt(line(), "a second declaration")
                                               : rejectAt(line(), "text behind the mechanism");
    result.counted = std::move(counted);
    return result;
  }

  /// Behind `mechanism`: are these the tokens of \p program from \p at on, which may lack clauses for the
  /// proof?
  bool isAt(const std::vector<Token> &program, std::size_t at) const {
    const auto same = [](const Token &a, const Token &b) { return a.kind == b.kind && a.text == b.text; };
    for (std::size_t i = 0; tokens[i].kind != Token::Kind::End;) {
      const auto clause = forProof.find(i);
      const std::size_t end = clause == forProof.end() ? i + 1 : clause->second;
      const bool isThere = end - i <= program.size() - at &&
                           std::equal(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                      tokens.begin() + static_cast<std::ptrdiff_t>(end),
                                      program.begin() + static_cast<std::ptrdiff_t>(at), same);
      if (!isThere && clause == forProof.end())
        return false;
      at += isThere ? end - i : 0;
      i = end;
    }
    return true;
  }

private:
  /// Counts how deep the text is nested, as long as it lives.
  class Nested {
  public:
    explicit Nested(ProgramReader &reader) : reader(reader) {
      if (++reader.depth > nestingLimit)
        rejectAt(reader.line(), "the text is nested too deeply");
    }
    ~Nested() { --reader.depth; }
    Nested(const Nested &) = delete;
    Nested &operator=(const Nested &) = delete;

  private:
    ProgramReader &reader;
  };

  /// Steps over the word of a clause that is said for the proof alone, and notes its tokens when it ends.
  class ForProof {
  public:
    explicit ForProof(ProgramReader &reader) : reader(reader), begin(reader.position++) {}
    ~ForProof() { reader.forProof[begin] = reader.position; }
    ForProof(const ForProof &) = delete;
    ForProof &operator=(const ForProof &) = delete;

  private:
    ProgramReader &reader;
    std::size_t begin;
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

  // Head.

  void parameters(Mechanism &result) {
    expect("(");
    if (accept(")"))
      return;
    do {
      const unsigned here = line();
      std::string parameter = newName();
      expect(":");
      Variable variable{Variable::Role::Parameter, Sort::Int, {}};
      if (accept("query"))
        variable.role = Variable::Role::Query;
      if (accept("real"))
        variable.sort = Sort::Real;
      else if (variable.role == Variable::Role::Parameter && accept("bool"))
        variable.sort = Sort::Bool;
      else if (variable.role == Variable::Role::Parameter)
        expect("int");
      while (accept("["))
        do {
          result.owned.push_back(expression());
          variable.extents.push_back(result.owned.back().get());
        } while (!accept("]") && (expect(","), true));
      if (!result.variables.emplace(parameter, std::move(variable)).second)
        rejectAt(here, "`" + parameter + "` is declared twice");
      result.parameters.push_back(std::move(parameter));
    } while (accept(","));
    expect(")");
  }

  void clauses(Mechanism &result) {
    for (;;) {
      const unsigned here = line();
      if (accept("requires")) {
        expressions(result.requirements);
      } else if (accept("claims")) {
        expressions(result.claims);
      } else if (accept("adjacency")) {
        do
          result.adjacency.push_back(difference());
        while (accept(","));
      } else if (accept("guarantees")) {
        if (name() != "private")
          outsideAt(here, "another guarantee than `private`");
        if (result.guarantee)
          rejectAt(here, "there are two guarantees");
        expect("(");
        result.guarantee = expression();
        expect(")");
      } else if (isWord("spends")) {
        const ForProof clause(*this);
        ExpressionPtr amount = expression();
        expect("at");
        result.spendings.push_back({std::move(amount), expression()});
      } else {
        break;
      }
    }
    if (!result.guarantee)
      rejectAt(line(), "`guarantees private(...)` is missing");
  }

  Difference difference() {
    if (isWord("replace") || isWord("add") || isWord("remove"))
      outsideAt(line(), "an adjacency of records");
    Difference result{{}, Difference::Direction::Either, false, nullptr};
    // `one` is an ordinary name elsewhere.
    if (is("one") && tokens[position + 1].kind == Token::Kind::Name && tokens[position + 2].text != "by")
      result.onlyOne = accept("one");
    result.query = name();
    if (is("?"))
      outsideAt(line(), "a direction that is left open");
    const unsigned here = line();
    const std::string word = name();
    if (word == "decreasing")
      result.direction = Difference::Direction::Decreasing;
    else if (word == "increasing")
      result.direction = Difference::Direction::Increasing;
    else if (word != "changes")
      rejectAt(here, "`decreasing`, `increasing` or `changes` is expected, and not `" + word + "`");
    expect("by");
    result.bound = expression();
    return result;
  }

  // Body.

  Block block() {
    const Nested nested(*this);
    expect("{");
    Block result;
    while (!accept("}"))
      result.push_back(statement());
    return result;
  }

  Statement statement() {
    Statement result{Statement::Kind::Stop, line()};
    if (accept("stop"))
      return result;
    if (accept("if")) {
      choice(result);
    } else if (accept("for")) {
      loop(result);
    } else if (accept("while")) {
      outsideAt(result.line, "a loop without a range");
    } else if (is("output") || is("announce")) {
      result.kind = Statement::Kind::Output;
      publication(result, name());
    } else if (accept("return")) {
      result.kind = Statement::Kind::Return;
      result.value = expression();
    } else {
      named(result);
    }
    return result;
  }

  void choice(Statement &result) {
    result.kind = Statement::Kind::If;
    result.value = expression();
    result.then = block();
    if (!accept("else"))
      return;
    if (!is("if")) {
      result.otherwise = block();
      return;
    }
    const Nested nested(*this);
    result.otherwise.push_back(statement());
  }

  void loop(Statement &result) {
    result.kind = Statement::Kind::For;
    result.name = newName();
    expect("in");
    result.low = expression();
    expect("..");
    result.high = expression();
    if (accept("while"))
      result.guard = expression();
    while (isWord("invariant") || isWord("alone")) {
      const bool isAlone = isWord("alone");
      const ForProof clause(*this);
      expressions(isAlone ? result.invariantsAlone : result.invariants);
    }
    result.body = block();
  }

  /// `tag(values)`, `(values)` under the tag `value`, or one expression: a tag if nothing else has its name.
  /// What is announced has no tag of its own; what is private together with it is private without it.
  void publication(Statement &result, const std::string &word) {
    const std::size_t start = position;
    const bool isTagged = word == "output" && token().kind == Token::Kind::Name &&
                          tokens[position + 1].text == "(" && !isReserved(token().text);
    result.name = isTagged ? name() : word == "output" ? "value" : "announced";
    if (isTagged || is("(")) {
      expect("(");
      expressions(result.values);
      expect(")");
      if (isTagged || result.values.size() > 1)
        return;
      // It was a value that begins with a parenthesis.
      position = start;
      result.values.clear();
    }
    result.values.push_back(expression());
  }

  void named(Statement &result) {
    result.name = newName();
    while (accept("["))
      do
        result.indices.push_back(expression());
      while (!accept("]") && (expect(","), true));
    if (accept(":=")) {
      result.kind = Statement::Kind::Assign;
      result.value = expression();
      return;
    }
    result.kind = Statement::Kind::Sample;
    if (accept(":")) {
      expect("real");
      result.isReal = true;
    }
    expect("~");
    result.law = law();
    expect("(");
    if (is("?"))
      outsideAt(line(), "a scale that is left open");
    result.value = expression();
    expect(")");
    if (!is("align"))
      outsideAt(line(), "a draw without its alignment");
    expect("align");
    if (is("?"))
      outsideAt(line(), "an alignment that is left open");
    ExpressionPtr target = primary();
    const bool isTarget = target->kind == Kind::Read && target->name == result.name && target->primed &&
                          target->arguments.size() == result.indices.size();
    // A draw has the loop variables as its indices, and so has its alignment: checkRules.
    if (!isTarget)
      rejectAt(result.line, "`align` does not say what `" + result.name + "'` is");
    for (std::size_t i = 0; i < result.indices.size(); ++i)
      if (target->arguments[i]->kind != Kind::Read || target->arguments[i]->name != result.indices[i]->name)
        rejectAt(result.line, "`align` is about another element than the draw");
    expect("=");
    result.aligned = expression();
  }

  Law law() {
    static const std::map<std::string, Law> laws = {{"laplace", Law::Laplace},
                                                    {"exponential", Law::Exponential},
                                                    {"neg_exponential", Law::NegExponential},
                                                    {"gumbel", Law::Gumbel},
                                                    {"logistic", Law::Logistic}};
    const unsigned here = line();
    const auto found = laws.find(name());
    if (found == laws.end())
      rejectAt(here, "there is no such law");
    return found->second;
  }

  // Expressions.

  void expressions(std::vector<ExpressionPtr> &list) {
    do
      list.push_back(expression());
    while (accept(","));
  }

  static ExpressionPtr node(Kind kind, unsigned line, std::vector<ExpressionPtr> arguments = {}) {
    auto result = std::make_shared<Expression>(Expression{kind, line});
    for (ExpressionPtr &argument : arguments)
      give(*result, std::move(argument));
    return result;
  }

  static void give(Expression &parent, ExpressionPtr child) {
    parent.height = std::max(parent.height, child->height + 1);
    parent.size += child->size;
    if (parent.height > heightLimit)
      rejectAt(child->line, "an expression is too large");
    parent.arguments.push_back(std::move(child));
  }

  ExpressionPtr expression() {
    const Nested nested(*this);
    const unsigned here = line();
    ExpressionPtr first = row(0);
    if (!accept("?"))
      return first;
    ExpressionPtr second = expression();
    expect(":");
    return node(Kind::Conditional, here, {first, second, expression()});
  }

  /// Operators of one level, the loosest of which is 0. `implies` groups to the right, the others to the
  /// left.
  ExpressionPtr row(std::size_t level) {
    static const std::array<std::map<std::string, Kind>, 8> levels = {
        {{{"iff", Kind::Equal}},
         {{"implies", Kind::Implies}},
         {{"or", Kind::Or}},
         {{"and", Kind::And}},
         {},
         {{"+", Kind::Add}, {"-", Kind::Subtract}},
         {{"*", Kind::Multiply}, {"/", Kind::Divide}, {"div", Kind::Quotient}, {"mod", Kind::Remainder}},
         {}}};
    const Nested nested(*this);
    const unsigned here = line();
    if (level == 4)
      return accept("not") ? node(Kind::Not, here, {row(level)}) : comparison();
    if (level == 7)
      return accept("-") ? node(Kind::Negate, here, {row(level)}) : primary();
    ExpressionPtr left = row(level + 1);
    for (;;) {
      const auto found = levels[level].find(token().text);
      if (found == levels[level].end() || token().kind == Token::Kind::End)
        return left;
      ++position;
      left = node(found->second, here, {left, row(found->second == Kind::Implies ? level : level + 1)});
    }
  }

  /// The links of a chain, all of which hold.
  ExpressionPtr comparison() {
    const unsigned here = line();
    ExpressionPtr left = row(5), all;
    const auto link = [&](ExpressionPtr holds) { all = all ? node(Kind::And, here, {all, holds}) : holds; };
    for (;;) {
      const std::string sign = token().text;
      if (accept("is")) {
        if (left->kind != Kind::CellValue || !left->name.empty())
          rejectAt(here, "`is` asks for the tag of a cell of `out`");
        const ExpressionPtr test = node(Kind::CellTest, here, left->arguments);
        test->name = name();
        link(test);
        return all;
      }
      if (accept("in")) {
        const ExpressionPtr set = primary();
        if (set->kind != Kind::ResultIndex || !set->arguments.empty())
          rejectAt(here, "`in` asks for a member of `result.indices`");
        link(node(Kind::Member, here, {left}));
        return all;
      }
      if (!accept("<") && !accept("<=") && !accept(">") && !accept(">=") && !accept("=") && !accept("!="))
        return all ? all : left;
      // All but the ends of a chain stand in two links, and are walked twice.
      if (all && (repeated += left->size) > repeatLimit)
        rejectAt(here, "chains of comparisons stand inside of each other too often");
      const ExpressionPtr right = row(5);
      const bool isTurned = sign[0] == '>';
      const Kind kind = sign == "=" || sign == "!=" ? Kind::Equal
                        : sign.size() == 1          ? Kind::Less
                                                    : Kind::LessEqual;
      const ExpressionPtr holds = node(kind, here, {isTurned ? right : left, isTurned ? left : right});
      link(sign == "!=" ? node(Kind::Not, here, {holds}) : holds);
      left = right;
    }
  }

  ExpressionPtr primary() {
    const Nested nested(*this);
    const unsigned here = line();
    if (accept("(")) {
      ExpressionPtr inner = expression();
      expect(")");
      return inner;
    }
    if (token().kind == Token::Kind::Number)
      return numeral();
    // There is one, `exists`: not for all of them is it false.
    if (const bool isAll = accept("forall"); isAll || accept("exists"))
      return isAll ? quantifier(here, false) : node(Kind::Not, here, {quantifier(here, true)});
    const std::string word = name();
    if (word == "true" || word == "false") {
      ExpressionPtr result = node(Kind::Boolean, here);
      result->number = word == "true" ? 1 : 0;
      return result;
    }
    if (word == "out")
      return cell(here);
    if (word == "result")
      return returned(here);
    if (word == "cost")
      return node(Kind::Cost, here);
    if (is("("))
      return call(word, here);
    if (isReserved(word))
      rejectAt(here, "an expression is expected, and not `" + word + "`");
    ExpressionPtr result = node(Kind::Read, here);
    result->name = word;
    result->primed = accept("'");
    subscripts(*result);
    result->primed |= accept("'");
    return result;
  }

  void subscripts(Expression &parent) {
    while (accept("["))
      do
        give(parent, expression());
      while (!accept("]") && (expect(","), true));
  }

  ExpressionPtr numeral() {
    ExpressionPtr result = node(Kind::Number, line());
    std::string digits = tokens[position++].text;
    const std::size_t point = digits.find('.');
    mpz_class denominator = 1;
    if (point != std::string::npos) {
      result->isReal = true;
      mpz_ui_pow_ui(denominator.get_mpz_t(), 10, digits.size() - point - 1);
      digits.erase(point, 1);
    }
    result->number = mpq_class(mpz_class(digits, 10), denominator);
    result->number.canonicalize();
    return result;
  }

  /// Binders become quantifiers, one inside of the other, over what follows or its opposite.
  ExpressionPtr quantifier(unsigned here, bool isOpposite) {
    const Nested nested(*this);
    ExpressionPtr result = node(Kind::Forall, here);
    result->name = newName();
    expect("in");
    if (isWord("data"))
      outsideAt(here, "a premise about records");
    // What is found may be about every int.
    if (!accept("int")) {
      give(*result, row(5));
      expect("..");
      give(*result, row(5));
    }
    const bool isLast = !accept(",");
    if (isLast)
      expect(":");
    const ExpressionPtr body = isLast ? expression() : quantifier(line(), isOpposite);
    give(*result, isLast && isOpposite ? node(Kind::Not, here, {body}) : body);
    return result;
  }

  ExpressionPtr cell(unsigned here) {
    ExpressionPtr result = node(Kind::CellValue, here);
    subscripts(*result);
    if (accept(".")) {
      result->name = name();
      if (accept(".")) {
        if (token().kind != Token::Kind::Number || token().text.size() > 4 || is("0"))
          rejectAt(line(), "the position of a value is expected");
        result->position = static_cast<unsigned>(std::stoul(tokens[position++].text));
      }
    }
    return result;
  }

  ExpressionPtr returned(unsigned here) {
    if (!accept("."))
      return node(Kind::Result, here);
    const std::string part = name();
    if (part != "indices" && part != "values")
      rejectAt(here, "a result has `indices` and `values`");
    ExpressionPtr result = node(part == "indices" ? Kind::ResultIndex : Kind::ResultValue, here);
    subscripts(*result);
    if (result->arguments.size() > 1)
      rejectAt(here, "a result has one index");
    return result;
  }

  ExpressionPtr call(const std::string &word, unsigned here) {
    static const std::map<std::string, std::pair<Kind, std::size_t>> functions = {
        {"abs", {Kind::Absolute, 1}}, {"real", {Kind::ToReal, 1}}, {"min", {Kind::Minimum, 2}},
        {"max", {Kind::Maximum, 2}},  {"moved", {Kind::Moved, 1}}, {"entry", {Kind::Entry, 1}},
        {"below", {Kind::Below, 1}}};
    expect("(");
    if (word == "changed" || word == "top_k" || word == "times")
      return special(word, here);
    if ((token().kind == Token::Kind::Name && tokens[position + 1].text == "in") || word == "argmin" ||
        word == "argmax")
      outsideAt(here, "a maximum or minimum over a range");
    const auto found = functions.find(word);
    if (found == functions.end())
      rejectAt(here, "there is no function `" + word + "`");
    ExpressionPtr result = node(found->second.first, here);
    do
      give(*result, expression());
    while (accept(","));
    expect(")");
    if (result->arguments.size() != found->second.second)
      found->second.second == 2 ? outsideAt(here, "a maximum or minimum over an array")
                                : rejectAt(here, "`" + word + "` has one argument");
    return result;
  }

  ExpressionPtr special(const std::string &word, unsigned here) {
    ExpressionPtr result = node(word == "top_k"   ? Kind::TopK
                                : word == "times" ? Kind::Times
                                                  : Kind::Changed,
                                here);
    if (word == "top_k") {
      give(*result, expression());
      expect(",");
      result->name = name();
    } else if (result->name = name(); word == "times") {
      counted.insert(result->name);
    } else {
      expect(",");
      result->position = static_cast<unsigned>(std::stoul("0" + token().text.substr(0, 4)));
      if (token().kind != Token::Kind::Number)
        rejectAt(line(), "the position of a subscript is expected");
      ++position;
    }
    expect(")");
    return result;
  }

  std::vector<Token> tokens;
  std::set<std::string> counted;
  std::size_t position = 0;
  unsigned depth = 0;
  std::size_t repeated = 0;
  /// Where clauses for the proof begin, and their ends.
  std::map<std::size_t, std::size_t> forProof;
};

/// Sizes and queries of the file are names in each of its mechanisms. Here an unknown name would be a tag, or
/// stand for every iteration.
void demandNoNamesOfTheFile(const std::vector<Token> &program, const std::vector<Token> &mechanism) {
  std::set<std::string> own;
  for (const Token &token : mechanism)
    if (token.kind == Token::Kind::Name)
      own.insert(token.text);
  std::size_t depth = 0;
  for (std::size_t i = 0; program[i].kind != Token::Kind::End; ++i) {
    const std::string &word = program[i].text;
    depth += word == "(" || word == "{" || word == "[" ? 1 : 0;
    depth -= depth > 0 && (word == ")" || word == "}" || word == "]") ? 1 : 0;
    if (depth > 0 || (word != "size" && word != "query"))
      continue;
    for (std::size_t at = i + 1; program[at].kind == Token::Kind::Name; at += 2) {
      if (own.count(program[at].text))
        outsideAt(program[at].line, "`" + program[at].text + "`, a name of the whole file,");
      if (word == "query" || program[at + 1].text != ",")
        break;
    }
  }
}

} // namespace

Mechanism readMechanism(const std::string &text) {
  Mechanism result = ProgramReader(text).mechanism();
  checkRules(result);
  return result;
}

bool isDeclaredIn(const std::string &text, const std::string &program) {
  ProgramReader reader(text);
  const std::string name = reader.mechanism().name;
  const std::vector<Token> all = tokensOf(program);
  std::size_t declarations = 0, start = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    // A comment would hide what this reads. The canonical form has none, and no operator begins so.
    if (all[i].text == "/" && (all[i + 1].text == "/" || all[i + 1].text == "*"))
      return false;
    if (all[i].text == "mechanism" && all[i + 1].text == name) {
      ++declarations;
      start = i;
    }
  }
  if (declarations != 1 || !reader.isAt(all, start))
    return false;
  demandNoNamesOfTheFile(all, tokensOf(text));
  return true;
}

} // namespace plumb::kernel
