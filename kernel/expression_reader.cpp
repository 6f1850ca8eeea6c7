// SPDX-License-Identifier: Apache-2.0
#include "kernel/expression_reader.h"

#include <algorithm>
#include <array>

namespace plumb::kernel {

namespace {

/// Of trees: so that the stack suffices for everybody who walks one.
constexpr unsigned heightLimit = 1000;
/// Of nodes that chains of comparisons have twice.
constexpr std::size_t repeatLimit = 1u << 18;

} // namespace

void ExpressionReader::expressions(std::vector<ExpressionPtr> &list) {
  do
    list.push_back(expression());
  while (accept(","));
}

ExpressionPtr ExpressionReader::node(Kind kind, unsigned line, std::vector<ExpressionPtr> arguments) {
  auto result = std::make_shared<Expression>(Expression{kind, line});
  for (ExpressionPtr &argument : arguments)
    give(*result, std::move(argument));
  return result;
}

void ExpressionReader::give(Expression &parent, ExpressionPtr child) {
  parent.height = std::max(parent.height, child->height + 1);
  parent.binders = std::max(parent.binders, child->binders + (child->kind == Kind::Forall ? 1 : 0));
  parent.size += child->size;
  if (parent.height > heightLimit)
    rejectAt(child->line, "an expression is too large");
  parent.arguments.push_back(std::move(child));
}

ExpressionPtr ExpressionReader::expression() {
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
ExpressionPtr ExpressionReader::row(std::size_t level) {
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
ExpressionPtr ExpressionReader::comparison() {
  const unsigned here = line();
  ExpressionPtr left = row(5), all;
  const auto link = [&](ExpressionPtr holds) { all = all ? node(Kind::And, here, {all, holds}) : holds; };
  for (;;) {
    const std::string sign = token().text;
    if (left->name.starts_with(ofPart) && accept("is")) {
      const ExpressionPtr test = node(Kind::Read, here, left->arguments);
      test->name = left->name + " is " + name();
      link(test);
      return all;
    }
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

ExpressionPtr ExpressionReader::primary() {
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
  if (word == "none")
    return node(Kind::None, here);
  if (isReserved(word))
    rejectAt(here, "an expression is expected, and not `" + word + "`");
  ExpressionPtr result = node(Kind::Read, here);
  result->isOfFile = position > file;
  if (published.count(word)) {
    result->name = ofPart + word;
    subscripts(*result);
    while (accept("."))
      result->name += "." + (token().kind == Token::Kind::Number ? tokens[position++].text : name());
    return result;
  }
  result->name = bare && bare->count("record." + word) ? "record." + word : word;
  result->primed = accept("'");
  if (word == (record.empty() ? "r" : record) && accept("."))
    result->name = "record." + (record.empty() ? name() : newName());
  subscripts(*result);
  result->primed |= accept("'");
  return result;
}

void ExpressionReader::subscripts(Expression &parent) {
  inBrackets([&] { give(parent, expression()); });
}

ExpressionPtr ExpressionReader::numeral() {
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
ExpressionPtr ExpressionReader::quantifier(unsigned here, bool isOpposite) {
  const Nested nested(*this);
  ExpressionPtr result = node(Kind::Forall, here);
  result->isOfFile = position > file;
  result->name = newIndex({});
  expect("in");
  const bool isOfRequirement = binders && *binders + 3 == position;
  const bool isOfRecords = isOfRequirement && !isOpposite && record.empty() && accept("data");
  if (isOfRecords) {
    record = result->name;
  } else if (!accept("int")) { // What is found may be about every int.
    give(*result, row(5));
    expect("..");
    give(*result, row(5));
  }
  const bool isLast = !accept(",");
  if (isLast)
    expect(":");
  else if (isOfRequirement)
    binders = position - 1;
  const ExpressionPtr body = isLast ? expression() : quantifier(line(), isOpposite);
  if (isOfRecords)
    return body;
  give(*result, isLast && isOpposite ? node(Kind::Not, here, {body}) : body);
  return result;
}

ExpressionPtr ExpressionReader::cell(unsigned here) {
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

ExpressionPtr ExpressionReader::returned(unsigned here) {
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

ExpressionPtr ExpressionReader::call(const std::string &word, unsigned here) {
  static const std::map<std::string, std::pair<Kind, std::size_t>> functions = {
      {"abs", {Kind::Absolute, 1}}, {"real", {Kind::ToReal, 1}}, {"min", {Kind::Minimum, 2}},
      {"max", {Kind::Maximum, 2}},  {"moved", {Kind::Moved, 1}}, {"entry", {Kind::Entry, 1}},
      {"below", {Kind::Below, 1}},  {"draw", {Kind::Drawn, 1}}};
  expect("(");
  if (word == "changed" || word == "top_k" || word == "times" || word == "named")
    return special(word, here);
  if (token().kind == Token::Kind::Name && tokens[position + 1].text == "in")
    return choice(word, here);
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

/// The least is the largest opposite.
ExpressionPtr ExpressionReader::choice(const std::string &word, unsigned here) {
  if (word != "max" && word != "min" && word != "argmax" && word != "argmin")
    rejectAt(here, "there is no function `" + word + "` over a range");
  const bool isLeast = word.ends_with("min");
  ExpressionPtr result = node(Kind::Choice, here), all = node(Kind::Boolean, here);
  result->name = newName();
  result->position = word.starts_with("arg") ? 0 : 1;
  expect("in");
  give(*result, row(5));
  expect("..");
  give(*result, row(5));
  all->number = 1;
  give(*result, accept("where") ? expression() : all);
  expect(":");
  const ExpressionPtr body = expression();
  give(*result, isLeast ? node(Kind::Negate, here, {body}) : body);
  expect(")");
  return isLeast && result->position == 1 ? node(Kind::Negate, here, {result}) : result;
}

ExpressionPtr ExpressionReader::special(const std::string &word, unsigned here) {
  ExpressionPtr result = node(word == "top_k"   ? Kind::TopK
                              : word == "times" ? Kind::Times
                              : word == "named" ? Kind::Named
                                                : Kind::Changed,
                              here);
  if (word == "top_k") {
    give(*result, expression());
    expect(",");
    result->name = name();
  } else if (word == "named") {
    result->name = newName();
    expect("from");
    give(*result, expression());
    expect(":");
    give(*result, expression());
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

std::string ExpressionReader::newIndex(const std::vector<std::string> &others) {
  const std::string index = newName();
  if ((bare && bare->count("record." + index)) || std::count(others.begin(), others.end(), index))
    rejectAt(line(), "`" + index + "` hides another name");
  return index;
}

} // namespace plumb::kernel
