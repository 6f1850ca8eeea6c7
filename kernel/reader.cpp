// SPDX-License-Identifier: Apache-2.0
// From text to tree. The grammar is grammar/Plumb.g4, without what only channels have, and with the words of
// found facts.
#include "kernel/expression_reader.h"

#include <algorithm>

namespace plumb::kernel {

namespace {

class ProgramReader : ExpressionReader {
public:
  ProgramReader(const std::string &text, const std::string &program) : ExpressionReader(text, program) {}

  Mechanism mechanism() {
    if (isAtDeclaration() && !isWord("mechanism"))
      outsideAt(line(), "`" + token().text + "`");
    expect("mechanism");
    Mechanism result;
    result.name = newName();
    parameters(result);
    sizes(result);
    clauses(result);
    queries(result);
    result.body = block();
    end();
    result.counted = std::move(counted);
    return result;
  }

  /// What stands above the parts is checked before there is anything that a part publishes.
  Composition composition(const std::map<std::string, Mechanism> &mechanisms) {
    expect("compose");
    Composition result;
    Mechanism &head = result.head;
    head.name = newName();
    parameters(head);
    sizes(head);
    clauses(head, &result);
    if (!head.adjacency.empty() || !head.spendings.empty() || !head.claims.empty())
      rejectAt(line(), "a composition has no such clause");
    checkHead(result);
    expect("{");
    while (!accept("}"))
      part(result, mechanisms);
    end();
    for (const Part &each : result.parts)
      if (auto queries = each.mechanism->records; head.records)
        head.records->queries.merge(queries->queries);
    if (result.parts.empty())
      rejectAt(line(), "a composition has parts");
    return result;
  }

  /// Behind `mechanism` or `composition`: are these the tokens of \p program from \p at on, which may lack
  /// clauses for the proof?
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

  void end() const {
    if (token().kind != Token::Kind::End)
      isAtDeclaration() ? outsideAt(line(), "a second declaration")
                        : rejectAt(line(), "text behind the declaration");
  }

  // What the file declares.

  bool isAtDeclaration() const {
    static const std::set<std::string> words = {"mechanism", "compose", "channel", "size",
                                                "record",    "policy",  "query"};
    return token().kind == Token::Kind::Name && words.count(token().text) != 0;
  }

  /// Reads each declaration of \p word, from behind it on. \returns how many there are.
  template <class Action> unsigned forEachDeclared(const std::string &word, const Action &read) {
    const std::size_t back = position;
    std::size_t open = 0;
    unsigned count = 0;
    for (std::size_t i = file; i < tokens.size(); ++i) {
      const std::string &text = tokens[i].text;
      open += text == "(" || text == "{" || text == "[" ? 1 : 0;
      open -= open > 0 && (text == ")" || text == "}" || text == "]") ? 1 : 0;
      position = i + 1;
      if (open > 0 || tokens[i].kind != Token::Kind::Name || text != word || !read())
        continue;
      ++count;
      if (token().kind != Token::Kind::End && !isAtDeclaration())
        rejectAt(line(), "text behind a declaration");
    }
    position = back;
    return count;
  }

  void declare(Mechanism &result, const std::string &name, Variable variable) const {
    if (!result.variables.emplace(name, std::move(variable)).second)
      rejectAt(line(), "`" + name + "` is declared twice");
  }

  /// A public int that is at least 0.
  void sizes(Mechanism &result) {
    forEachDeclared("size", [&] {
      do {
        const ExpressionPtr none = node(Kind::Number, line()), read = node(Kind::Read, line());
        read->name = newName();
        declare(result, read->name, {Variable::Role::Parameter, Sort::Int, {}, true});
        result.requirements.push_back(node(Kind::LessEqual, line(), {none, read}));
      } while (accept(","));
      return true;
    });
  }

  /// `replace R under p`, and what the file says of R and p.
  void recordAdjacency(Mechanism &result) {
    using Adjacency = RecordAdjacency::Kind;
    if (result.records)
      rejectAt(line(), "there are two adjacencies");
    RecordAdjacency &records = result.records.emplace();
    const std::string word = name();
    records.kind = word == "replace"  ? Adjacency::Replace
                   : word == "remove" ? Adjacency::Remove
                   : accept("or")     ? (expect("remove"), Adjacency::AddOrRemove)
                                      : Adjacency::Add;
    records.record = newName();
    if (records.kind == Adjacency::AddOrRemove) {
      declare(result, "record.add", {Variable::Role::Field, Sort::Bool, {}});
      records.fields.emplace("record.add", Field());
    }
    if (forEachDeclared("record", [&] { return accept(records.record) && (fields(result), true); }) != 1)
      rejectAt(line(), "`" + records.record + "` is no record of the file");
    const bool isExchange = records.kind == Adjacency::Replace;
    if (isExchange && accept("under")) {
      const std::string policyName = newName();
      if (forEachDeclared("policy", [&] { return accept(policyName) && (policy(records), true); }) != 1)
        rejectAt(line(), "`" + policyName + "` is no policy of the file");
    }
    record = "r";
    if (isExchange && accept("when"))
      for (const ExpressionPtr holds = expression(); const auto &[field, range] : records.fields)
        records.kept.push_back({field, {}, holds});
    if (isExchange && accept("along"))
      records.symmetric.push_back(expression());
    record.clear();
  }

  /// `{ age: int in 0 .. n, visited: bool[n] }`
  void fields(Mechanism &result) {
    expect("{");
    do {
      const std::string field = "record." + newName();
      expect(":");
      Variable variable{Variable::Role::Field, sort(), {}};
      extents(result, variable);
      Field range;
      if (accept("in")) {
        range.low = row(5);
        expect("..");
        range.high = row(5);
        result.owned.insert(result.owned.end(), {range.low, range.high});
      }
      if (accept("or")) {
        expect("none");
        range.mayBeNone = true;
      }
      declare(result, field, std::move(variable));
      result.records->fields.emplace(field, std::move(range));
    } while (accept(","));
    expect("}");
  }

  /// `on R { public a; sensitive v[i] when F }` or `on R allows r' where F`
  void policy(RecordAdjacency &records) {
    if (name() != "on" || newName() != records.record)
      rejectAt(line(), "the policy is about another record");
    if (accept("allows")) {
      record = newName();
      expect("'");
      expect("where");
      records.relations.push_back(expression());
      record.clear();
      return;
    }
    expect("{");
    for (bare = &records.fields; !accept("}"); accept(";")) {
      const bool isPublic = accept("public");
      if (!isPublic)
        expect("sensitive");
      do {
        Kept rule{"record." + newName(), {}, nullptr};
        inBrackets([&] { rule.indices.push_back(newIndex(rule.indices)); });
        const bool hasCondition = !isPublic && accept("when");
        if (hasCondition)
          rule.unless = expression();
        if (isPublic || hasCondition)
          records.kept.push_back(std::move(rule));
      } while (isPublic && accept(","));
    }
    bare = nullptr;
  }

  /// Those that the mechanism names, all of which have to be about the one record.
  void queries(Mechanism &result) {
    using Aggregate = Contribution::Aggregate;
    std::set<std::string> own;
    for (std::size_t i = 0; i < file; ++i)
      if (tokens[i].kind == Token::Kind::Name)
        own.insert(tokens[i].text);
    forEachDeclared("query", [&] {
      const std::string query = newName();
      if (!own.count(query))
        return false;
      const unsigned here = line();
      Variable variable{Variable::Role::Query, Sort::Int, {}};
      Contribution contribution{};
      inBrackets([&] {
        contribution.indices.push_back(newIndex(contribution.indices));
        for (const char *word : {"in", "0", ".."})
          expect(word);
        result.owned.push_back(row(5));
        variable.extents.push_back(result.owned.back().get());
      });
      expect("=");
      contribution.aggregate = oneOf<Aggregate>({{"count", Aggregate::Count},
                                                 {"sum", Aggregate::Sum},
                                                 {"max", Aggregate::Maximum},
                                                 {"min", Aggregate::Minimum}});
      record = newName();
      expect(":");
      if (!result.records || newName() != result.records->record)
        outsideAt(here, "`" + query + "`, a query of another record,");
      if (contribution.aggregate != Contribution::Aggregate::Count) {
        expect("of");
        contribution.term = expression();
        variable.sort = sortOf(result, *contribution.term);
      }
      if (accept("where"))
        contribution.condition = expression();
      record.clear();
      declare(result, query, std::move(variable));
      result.records->queries.emplace(query, std::move(contribution));
      return true;
    });
  }

  // Head.

  Sort sort() { return oneOf<Sort>({{"real", Sort::Real}, {"bool", Sort::Bool}, {"int", Sort::Int}}); }

  /// What the next of \p words stands for.
  template <class Meaning> Meaning oneOf(const std::map<std::string, Meaning> &words) {
    const unsigned here = line();
    const std::string word = name();
    const auto found = words.find(word);
    if (found != words.end())
      return found->second;
    std::string all;
    for (const auto &[each, meaning] : words)
      all += (all.empty() ? "`" : ", `") + each + "`";
    rejectAt(here, "one of " + all + " is expected, and not `" + word + "`");
  }

  void extents(Mechanism &result, Variable &variable) {
    inBrackets([&] {
      result.owned.push_back(expression());
      variable.extents.push_back(result.owned.back().get());
    });
  }

  void parameters(Mechanism &result) {
    expect("(");
    if (accept(")"))
      return;
    do {
      const std::string parameter = newName();
      expect(":");
      const bool isQuery = accept("query");
      Variable variable{isQuery ? Variable::Role::Query : Variable::Role::Parameter, Sort::Int, {}};
      variable.sort = !isQuery ? sort() : accept("real") ? Sort::Real : Sort::Int;
      extents(result, variable);
      declare(result, parameter, std::move(variable));
      result.parameters.push_back(parameter);
    } while (accept(","));
    expect(")");
  }

  void clauses(Mechanism &result, Composition *whole = nullptr) {
    for (;;) {
      const unsigned here = line();
      if (accept("requires")) {
        do
          requirement(result);
        while (accept(","));
      } else if (accept("claims")) {
        expressions(result.claims);
      } else if (accept("adjacency")) {
        do
          if (isWord("replace") || isWord("add") || isWord("remove"))
            recordAdjacency(result);
          else
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
      } else if (isWord("apart")) {
        const ForProof clause(*this);
        const ExpressionPtr number = primary();
        if (number->kind != Kind::Number)
          rejectAt(here, "`apart` names branches by their numbers");
        result.apart.insert(number->number);
      } else if (whole && accept("sample")) {
        expect("each");
        expect("with");
        if (whole->sample)
          rejectAt(here, "there are two samples");
        whole->sample = expression();
      } else if (whole && accept("let")) {
        whole->definitions.push_back(definition());
      } else {
        break;
      }
    }
    if (!result.guarantee)
      rejectAt(line(), "`guarantees private(...)` is missing");
  }

  Definition definition() {
    Definition result{newName(), false, nullptr};
    expect("=");
    result.isLogarithm = accept("ln");
    if (!result.isLogarithm)
      expect("exp");
    expect("(");
    result.argument = expression();
    expect(")");
    return result;
  }

  /// Binders that are not in parentheses go as far as the requirement does. One of them may be about records.
  void requirement(Mechanism &result) {
    if (isWord("forall"))
      binders = position;
    const ExpressionPtr holds = expression();
    (record.empty() ? result.requirements : result.premises).push_back(holds);
    binders.reset();
    record.clear();
  }

  Difference difference() {
    Difference result{{}, Difference::Direction::Either, false, nullptr};
    // `one` is an ordinary name elsewhere.
    if (is("one") && tokens[position + 1].kind == Token::Kind::Name && tokens[position + 2].text != "by")
      result.onlyOne = accept("one");
    result.query = name();
    if (is("?"))
      outsideAt(line(), "a direction that is left open");
    using Direction = Difference::Direction;
    result.direction = oneOf<Direction>({{"decreasing", Direction::Decreasing},
                                         {"increasing", Direction::Increasing},
                                         {"changes", Direction::Either}});
    expect("by");
    result.bound = expression();
    return result;
  }

  // Parts.

  void part(Composition &result, const std::map<std::string, Mechanism> &mechanisms) {
    Part part{line()};
    std::string called = newName(), seen;
    if (accept(":=")) {
      seen = called;
      called = newName();
    }
    const auto found = mechanisms.find(called);
    if (found == mechanisms.end())
      outsideAt(part.line, "`" + called + "`, of which not all is shown above,");
    part.mechanism = &found->second;
    expect("(");
    if (!accept(")")) {
      expressions(part.arguments);
      expect(")");
    }
    if (is("(") || token().kind == Token::Kind::Number || tokens[position + 1].text == "times") {
      part.times = primary();
      expect("times");
    }
    if (isWord("through")) {
      const ForProof clause(*this);
      adoptFields(result, *part.mechanism);
      do {
        part.ways.emplace_back();
        do
          part.ways.back().push_back(point());
        while (accept(","));
      } while (accept("or"));
    }
    checkPart(result.head, part);
    if (!seen.empty())
      publishes(result, part, seen);
    result.parts.push_back(std::move(part));
    sharesQueries(result, *result.parts.back().mechanism);
  }

  /// Where no neighbours are stated, ways lead through records as its parts have them.
  static void adoptFields(Composition &result, const Mechanism &part) {
    Mechanism &head = result.head;
    if (head.records || !part.records || part.records->kind != RecordAdjacency::Kind::Replace)
      return;
    result.isByFields = true;
    head.records = {{}, part.records->record, part.records->fields, {}, {}, {}, {}};
    for (const auto &[name, field] : head.records->fields)
      head.variables.emplace(name, part.variables.at(name));
  }

  /// Of fields that are not named it has those of r.
  Point point() {
    Point result;
    result.isSame = accept("same");
    if (accept("nobody")) {
      result.exists = false;
      return result;
    }
    expect("{");
    while (!accept("}")) {
      ExpressionPtr &value = result.fields["record." + newName()];
      if (accept(":"))
        value = expression();
      if (!is("}"))
        expect(",");
    }
    return result;
  }

  /// The ends of the loops in which \p part publishes, terms over its scalar parameters: so long is the array
  /// of its cells, of which those hold 0 that are not published. None: there is one cell.
  static std::vector<const Expression *> lengthsOf(const Part &part) {
    std::set<Nest> nests;
    forEachStatement(part.mechanism->body, [&](const Statement &statement, const Nest &around) {
      if (statement.kind == Statement::Kind::Output && statement.name != "announced")
        nests.insert(around);
    });
    std::vector<const Expression *> lengths;
    if (nests.size() + (part.mechanism->result ? 1 : 0) > 1)
      outsideAt(part.line, "a part that publishes in several places, and passes it on,");
    for (const Statement *loop : nests.empty() ? Nest() : *nests.begin()) {
      if (loop->low->kind != Kind::Number || !isPublic(*part.mechanism, *loop->high))
        outsideAt(part.line, "an array as long as no parameters tell");
      lengths.push_back(loop->high.get());
    }
    return lengths;
  }

  /// `seen`, `seen is tag`, `seen.tag` and `seen.tag.2`: of each nothing is known but its sort, and of arrays
  /// how long they are.
  void publishes(Composition &result, const Part &part, const std::string &seen) {
    const Mechanism &of = *part.mechanism;
    if (part.times || result.head.variables.count(seen) || !published.insert(seen).second)
      rejectAt(part.line, "`" + seen + "` has another meaning, or its part runs more than once");
    const std::vector<const Expression *> lengths = lengthsOf(part);
    const auto add = [&](const std::string &name, Sort sort) {
      result.head.variables[name] = {Variable::Role::Parameter, sort, lengths, false, true};
      result.published.emplace(name, result.parts.size());
    };
    const std::string name = ofPart + seen;
    if (of.result && of.result->kind != Kind::TopK)
      add(name, sortOf(of, *of.result));
    for (const auto &[tag, sorts] : of.tags) {
      if (tag == "announced")
        continue;
      add(name + " is " + tag, Sort::Bool);
      for (std::size_t i = 0; i < sorts.size(); ++i)
        add(name + "." + tag + "." + std::to_string(i + 1), sorts[i]);
      if (sorts.size() == 1) {
        add(name + "." + tag, sorts.front());
        if (tag == "value")
          add(name, sorts.front());
      }
    }
  }

  /// What the queries of its parts are is known to the composition, too. They are not called as it calls
  /// anything else.
  void sharesQueries(Composition &result, const Mechanism &part) {
    const auto isOther = [&](const auto &all) {
      return all.has_value() != part.records.has_value() || (all && all->record != part.records->record);
    };
    // What the composition has may be of this part alone.
    if (isOther(result.parts.front().mechanism->records) ||
        (result.head.records && isOther(result.head.records)))
      outsideAt(line(), "a part that is about other records");
    if (!part.records)
      return;
    for (const auto &[name, query] : part.records->queries) {
      const bool isNew = result.head.variables.emplace(name, part.variables.at(name)).second;
      if (isNew != shared.insert(name).second)
        rejectAt(line(), "`" + name + "` is a query of the file");
    }
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
    inBrackets([&] { result.indices.push_back(expression()); });
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
    result.law = oneOf<Law>({{"laplace", Law::Laplace},
                             {"exponential", Law::Exponential},
                             {"neg_exponential", Law::NegExponential},
                             {"gumbel", Law::Gumbel},
                             {"logistic", Law::Logistic}});
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

  /// The queries that its parts have.
  std::set<std::string> shared;
  /// Where clauses for the proof begin, and their ends.
  std::map<std::size_t, std::size_t> forProof;
};

} // namespace

Mechanism readMechanism(const std::string &text, const std::string &program) {
  Mechanism result = ProgramReader(text, program).mechanism();
  checkRules(result);
  return result;
}

Composition readComposition(const std::string &text, const std::string &program,
                            const std::map<std::string, Mechanism> &mechanisms) {
  return ProgramReader(text, program).composition(mechanisms);
}

bool isDeclaredIn(const std::string &text, const std::string &program,
                  const std::map<std::string, Mechanism> &mechanisms) {
  ProgramReader reader(text, program);
  const std::string word = tokensOf(text).front().text;
  const std::string name =
      word == "compose" ? reader.composition(mechanisms).head.name : reader.mechanism().name;
  const std::vector<Token> all = tokensOf(program);
  std::size_t declarations = 0, start = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    // A comment would hide what this reads. The canonical form has none, and no operator begins so.
    if (all[i].text == "/" && (all[i + 1].text == "/" || all[i + 1].text == "*"))
      return false;
    if (all[i].text == word && all[i + 1].text == name) {
      ++declarations;
      start = i;
    }
  }
  return declarations == 1 && reader.isAt(all, start);
}

} // namespace plumb::kernel
