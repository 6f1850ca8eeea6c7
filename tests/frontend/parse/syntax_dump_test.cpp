// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

namespace plumb {

namespace syntax {

namespace {

std::string form(const std::string &head, std::initializer_list<std::string> parts) {
  std::string text = "(" + head;
  for (const std::string &part : parts)
    if (!part.empty())
      text.append(" ").append(part);
  return text + ")";
}

std::string all(const std::vector<ExpressionPtr> &expressions) {
  std::string text;
  for (const ExpressionPtr &expression : expressions)
    text.append(text.empty() ? "" : " ").append(dump(*expression));
  return text;
}

std::string all(const Block &block) {
  std::string text;
  for (const auto &statement : block)
    text.append(text.empty() ? "" : " ").append(dump(*statement));
  return text;
}

std::string optional(const std::string &word, const ExpressionPtr &expression) {
  return expression ? form(word, {dump(*expression)}) : "";
}

std::string target(const Word &word, const std::vector<ExpressionPtr> &indices) {
  return indices.empty() ? word.text : form("[]", {word.text, all(indices)});
}

std::string sample(const Statement &s) {
  const std::string align = s.aligned ? form("align", {dump(*s.alignTarget), dump(*s.aligned)}) : "";
  return form(s.declaredReal ? "~real" : "~",
              {target(s.target, s.indices), form(s.law.text, {all(s.lawArguments)}), align});
}

std::string loop(const Statement &s) {
  std::string invariants;
  for (const ExpressionPtr &invariant : s.invariants)
    invariants.append(invariants.empty() ? "" : " ").append(form("invariant", {dump(*invariant)}));
  return form("for", {s.target.text, dump(*s.low), dump(*s.high), optional("while", s.condition), invariants,
                      form("do", {all(s.thenBlock)})});
}

std::string parameter(const Parameter &p) {
  const std::string type = p.queryReal ? p.type.text + "-real" : p.type.text;
  return form(p.name.text, {type, all(p.dimensions)});
}

} // namespace

std::string dump(const Expression &e) {
  switch (e.kind) {
  case Expression::Kind::Number:
  case Expression::Kind::Boolean:
    return e.text;
  case Expression::Kind::Name:
    return e.text + (e.primed ? "'" : "");
  case Expression::Kind::Index:
    return form("[]", {all(e.operands)});
  case Expression::Kind::Member:
    return form(".", {all(e.operands), e.text});
  case Expression::Kind::Call:
    return form("call", {e.text, all(e.operands)});
  case Expression::Kind::Unary:
  case Expression::Kind::Binary:
    return form(e.text, {all(e.operands)});
  case Expression::Kind::Conditional:
    return form("?", {all(e.operands)});
  case Expression::Kind::Is:
    return form("is", {all(e.operands), e.text});
  case Expression::Kind::In:
    return form("in", {all(e.operands)});
  case Expression::Kind::Forall:
    return form("forall", {e.text, all(e.operands)});
  case Expression::Kind::ForallRecord:
    return form("forall", {e.text, "data", all(e.operands)});
  case Expression::Kind::Aggregate:
    return form(e.text + " over", {all(e.operands)});
  case Expression::Kind::Tuple:
    return form("tuple", {all(e.operands)});
  }
  return "?";
}

std::string dump(const Statement &s) {
  switch (s.kind) {
  case Statement::Kind::Sample:
    return sample(s);
  case Statement::Kind::Assign:
    return form(":=", {target(s.target, s.indices), dump(*s.value)});
  case Statement::Kind::If:
    return form("if", {dump(*s.condition), form("then", {all(s.thenBlock)}),
                       s.hasElse ? form("else", {all(s.elseBlock)}) : ""});
  case Statement::Kind::For:
    return loop(s);
  case Statement::Kind::While:
    return form("while", {dump(*s.condition), form("do", {all(s.thenBlock)})});
  case Statement::Kind::Output:
    return form("output", {dump(*s.value)});
  case Statement::Kind::Return:
    return s.value ? form("return", {dump(*s.value)}) : "stop";
  }
  return "?";
}

std::string dump(const Mechanism &m) {
  std::string text = "(mechanism " + m.name.text;
  for (const Parameter &each : m.parameters)
    text.append(" ").append(parameter(each));
  for (const ExpressionPtr &each : m.requirements)
    text.append(" ").append(form("requires", {dump(*each)}));
  for (const AdjacencyClause &each : m.adjacency)
    text.append(" ").append(form(
        "adjacency", {each.onlyOne ? "one" : "", each.query.text, each.direction.text, dump(*each.bound)}));
  for (const RecordAdjacency &each : m.recordAdjacency)
    text.append(" ").append(form("adjacency", {each.kind.text, each.record.text, each.detail.text,
                                               each.policy.text, each.formula ? dump(*each.formula) : ""}));
  for (const GuaranteeClause &each : m.guarantees)
    text.append(" ").append(form("guarantees", {each.notion.text, all(each.arguments)}));
  for (const ExpressionPtr &each : m.claims)
    text.append(" ").append(form("claims", {dump(*each)}));
  return text + " (do" + (m.body.empty() ? "" : " " + all(m.body)) + "))";
}

std::string dump(const Record &record) {
  std::string text = "(record " + record.name.text;
  for (const Field &each : record.fields)
    text.append(" ").append(
        form(each.name.text,
             {each.type.text, all(each.dimensions),
              each.low ? form("in", {dump(*each.low), dump(*each.high)}) : "", each.orNone ? "none" : ""}));
  return text + ")";
}

std::string dump(const Policy &policy) {
  std::string text = "(policy " + policy.name.text + " " + policy.record.text;
  for (const Attribute &each : policy.attributes) {
    std::string indices;
    for (const Word &index : each.indices)
      indices.append(indices.empty() ? "" : " ").append(index.text);
    text.append(" ").append(form(each.sensitive ? "sensitive" : "public",
                                 {each.field.text, indices, each.when ? dump(*each.when) : ""}));
  }
  if (policy.formula)
    text.append(" ").append(form("allows", {policy.pair.text, dump(*policy.formula)}));
  return text + ")";
}

std::string dump(const QueryDefinition &query) {
  std::string text = "(query " + query.name.text;
  for (const Binder &each : query.indices)
    text.append(" ").append(
        form(each.variable.text, {each.low ? dump(*each.low) + " " + dump(*each.high) : "data"}));
  for (const Word &word : query.aggregate)
    text.append(" ").append(word.text);
  for (const QueryDefinition::Source &each : query.sources)
    text.append(" ").append(form(":", {each.variable.text, each.record.text}));
  return text + (query.term ? " " + form("of", {dump(*query.term)}) : "") +
         (query.where ? " " + form("where", {dump(*query.where)}) : "") + ")";
}

std::string dump(const Program &program) {
  std::string text;
  for (const Word &size : program.sizes)
    text.append("(size ").append(size.text).append(")\n");
  for (const Record &record : program.records)
    text.append(dump(record)).append("\n");
  for (const Policy &policy : program.policies)
    text.append(dump(policy)).append("\n");
  for (const QueryDefinition &query : program.queries)
    text.append(dump(query)).append("\n");
  for (const Mechanism &mechanism : program.mechanisms)
    text.append(&mechanism == &program.mechanisms.front() ? "" : "\n").append(dump(mechanism));
  return text;
}

} // namespace syntax

namespace {

struct Parsed {
  explicit Parsed(const std::string &text) : file("f", text), program(parse(file, sink)) {}
  SourceFile file;
  DiagnosticSink sink;
  syntax::Program program;

  std::string diagnostics() const {
    std::string text;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      text += render(diagnostic, file);
    return text;
  }
};

// Between two fixed strings that hold no line break.
std::string inBody(const std::string &body) {
  return "mechanism m() { " + body + "\n}";
}

std::string between(const std::string &text, const std::string &prefix, const std::string &suffix) {
  if (!text.starts_with(prefix) || !text.ends_with(suffix) || text.size() < prefix.size() + suffix.size())
    return text;
  return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

} // namespace

std::string dumpOf(const std::string &text) {
  const Parsed parsed(text);
  return parsed.sink.hasErrors() ? parsed.diagnostics() : dump(parsed.program);
}

std::string dumpOfExpression(const std::string &text) {
  return between(dumpOf(inBody("x := " + text)), "(mechanism m (do (:= x ", ")))");
}

std::string dumpOfBody(const std::string &body) {
  return between(dumpOf(inBody(body)), "(mechanism m (do ", "))");
}

std::string dumpOfHead(const std::string &head) {
  return between(dumpOf("mechanism m() " + head + "\n{}"), "(mechanism m ", " (do))");
}

std::string mistakesIn(const std::string &text) {
  const Parsed parsed(text);
  std::string result;
  for (const Diagnostic &diagnostic : parsed.sink.diagnostics()) {
    const SourceLocation place = parsed.file.location(diagnostic.range.begin);
    result.append(result.empty() ? "" : " ").append(info(diagnostic.kind).name);
    result.append("@").append(std::to_string(place.line)).append(":").append(std::to_string(place.column));
  }
  return result;
}

std::string mistakesInBody(const std::string &body) {
  return mistakesIn("mechanism m() {\n" + body + "\n}");
}

std::string messagesInBody(const std::string &body) {
  const Parsed parsed(inBody("\n" + body));
  std::string result;
  for (const Diagnostic &diagnostic : parsed.sink.diagnostics()) {
    result.append(result.empty() ? "" : "\n").append(diagnostic.message());
    if (!diagnostic.help.empty())
      result.append("; ").append(diagnostic.help.text);
  }
  return result;
}

} // namespace plumb
