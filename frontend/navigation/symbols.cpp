// SPDX-License-Identifier: Apache-2.0
#include "frontend/navigation/symbols.h"

#include "frontend/parse/announcement.h"
#include "frontend/parse/tokens.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <string>

namespace plumb::navigation {

namespace {

using Kind = Symbol::Kind;
using syntax::Expression;
using syntax::Statement;

/// Walks over a tree once, in the order in which names become known.
class Collector {
public:
  SymbolTable collect(const syntax::Program &program);

private:
  using Names = std::map<std::string, std::size_t, std::less<>>;

  void declareFile(const syntax::Program &program);
  void visit(const syntax::Record &record);
  void visit(const syntax::Policy &policy);
  void visit(const syntax::QueryDefinition &query);
  void visit(const syntax::Mechanism &mechanism);
  void visit(const syntax::Composition &composition);
  void visit(const syntax::Channel &channel);
  void visitHead(const syntax::Mechanism &head);
  void visit(const syntax::RecordAdjacency &adjacency, SourceRange scope);
  void visit(const syntax::ChannelNotion &notion);
  void visit(const syntax::ChannelItem &item);
  void visit(const Statement &statement);
  void visit(const syntax::Block &block);
  void visit(const Expression *expression);
  void visit(const std::vector<syntax::ExpressionPtr> &expressions);
  void visitAggregate(const Expression &expression);
  void visitMember(const Expression &expression);
  void visitClaim(const Expression &claim);

  void declareNames(const syntax::Block &block, SourceRange scope);
  void declareParameters(const std::vector<syntax::Parameter> &parameters, SourceRange scope);
  void declareFree(const Expression &expression, SourceRange scope);
  void declareRecordVariables(const Expression &expression, SourceRange scope, std::size_t record);

  std::size_t declare(Kind kind, const std::string &name, SourceRange range, SourceRange declaration,
                      SourceRange scope);
  /// Unless this mechanism has such a name.
  void declareOnce(Kind kind, const syntax::Word &word, SourceRange declaration, SourceRange scope);
  std::optional<std::size_t> find(std::string_view name) const;
  void mention(std::string_view name, SourceRange range);
  void mention(const syntax::Word &word) { mention(word.text, word.range); }
  void mentionTag(std::string_view name, SourceRange range);
  /// Of what \p cell names.
  void mentionTagOf(const Expression &cell, const Expression &read);
  /// Null of what is known where variables are.
  Names *namesApart(Kind kind);
  static std::optional<std::size_t> findIn(const Names &names, std::string_view name);
  void mentionIn(const Names &names, std::string_view name, SourceRange range);
  /// The fields of \p record become names, until the innermost scope ends.
  void openFields(std::string_view record);

  SymbolTable table;
  /// From the file inwards.
  std::vector<Names> scopes = {{}};
  /// By record, a symbol.
  std::map<std::size_t, Names> fields;
  /// Variables that stand for a record of the data, and the record.
  std::map<std::size_t, std::size_t> recordOf;
  Names records, policies, mechanisms, channels, compositions;
  /// What compositions are of; they are visited before channels.
  std::set<std::string> composed;
  /// Of the mechanism that is visited.
  Names tags;
  /// By mechanism, a symbol.
  std::map<std::size_t, Names> tagsOf;
  /// Names for what a part of a composition publishes, and its mechanism.
  std::map<std::size_t, std::size_t> publisherOf;
  /// Mechanisms, compositions and channels, in the order in which they are visited: two may have one name.
  std::vector<std::size_t> heads;
  std::size_t nextHead = 0;
  std::optional<std::size_t> owner;
};

std::size_t Collector::declare(Kind kind, const std::string &name, SourceRange range, SourceRange declaration,
                               SourceRange scope) {
  const std::size_t symbol = table.symbols.size();
  table.symbols.push_back({kind, name, range, declaration, scope, owner});
  table.occurrences.push_back({range, symbol});
  if (Names *own = namesApart(kind))
    (*own)[name] = symbol;
  else if (kind != Kind::Field)
    scopes.back()[name] = symbol;
  return symbol;
}

// A policy and a mechanism may be called the same: no place could name either.
Collector::Names *Collector::namesApart(Kind kind) {
  switch (kind) {
  case Kind::Record:
    return &records;
  case Kind::Policy:
    return &policies;
  case Kind::Mechanism:
    return &mechanisms;
  case Kind::Channel:
    return &channels;
  case Kind::Composition:
    return &compositions;
  case Kind::Tag:
    return &tags;
  case Kind::Size:
  case Kind::Field:
  case Kind::Query:
  case Kind::Parameter:
  case Kind::Answer:
  case Kind::Sample:
  case Kind::Local:
  case Kind::LoopIndex:
  case Kind::Bound:
  case Kind::Class:
  case Kind::Definition:
  case Kind::Map:
  case Kind::Published:
    break;
  }
  return nullptr;
}

std::optional<std::size_t> Collector::findIn(const Names &names, std::string_view name) {
  const auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

void Collector::declareOnce(Kind kind, const syntax::Word &word, SourceRange declaration, SourceRange scope) {
  if (scopes.back().find(word.text) == scopes.back().end())
    declare(kind, word.text, word.range, declaration, scope);
}

std::optional<std::size_t> Collector::find(std::string_view name) const {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end())
      return found->second;
  return std::nullopt;
}

void Collector::mention(std::string_view name, SourceRange range) {
  if (const auto found = find(name))
    table.occurrences.push_back({range, *found});
}

void Collector::mentionIn(const Names &names, std::string_view name, SourceRange range) {
  if (const auto found = findIn(names, name))
    table.occurrences.push_back({range, *found});
}

void Collector::mentionTag(std::string_view name, SourceRange range) {
  mentionIn(tags, name, range);
}

void Collector::mentionTagOf(const Expression &cell, const Expression &read) {
  const auto symbol = cell.kind == Expression::Kind::Name ? find(cell.text) : std::nullopt;
  const auto publisher = symbol ? publisherOf.find(*symbol) : publisherOf.end();
  mentionIn(publisher == publisherOf.end() ? tags : tagsOf[publisher->second], read.text, read.wordRange);
}

void Collector::openFields(std::string_view record) {
  if (const auto symbol = findIn(records, record))
    for (const auto &[name, field] : fields[*symbol])
      scopes.back()[name] = field;
}

SymbolTable Collector::collect(const syntax::Program &program) {
  declareFile(program);
  for (const syntax::Record &record : program.records)
    visit(record);
  for (const syntax::Policy &policy : program.policies)
    visit(policy);
  for (const syntax::QueryDefinition &query : program.queries)
    visit(query);
  for (const syntax::Mechanism &mechanism : program.mechanisms)
    visit(mechanism);
  for (const syntax::Composition &composition : program.compositions)
    visit(composition);
  for (const syntax::Channel &channel : program.channels)
    visit(channel);
  // A chain `a <= b <= c` says b twice.
  auto &all = table.occurrences;
  std::stable_sort(all.begin(), all.end(),
                   [](const Occurrence &a, const Occurrence &b) { return a.range.begin < b.range.begin; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Occurrence &a, const Occurrence &b) { return a.range == b.range; }),
            all.end());
  return std::move(table);
}

// All names of the file are known in all of it.
void Collector::declareFile(const syntax::Program &program) {
  constexpr SourceRange everywhere{0, std::numeric_limits<std::uint32_t>::max()};
  for (const syntax::Word &size : program.sizes)
    declare(Kind::Size, size.text, size.range, size.range, everywhere);
  for (const syntax::Record &record : program.records) {
    const std::size_t symbol =
        declare(Kind::Record, record.name.text, record.name.range, record.range, everywhere);
    owner = symbol;
    for (const syntax::Field &field : record.fields)
      fields[symbol][field.name.text] =
          declare(Kind::Field, field.name.text, field.name.range, field.range, record.range);
    owner.reset();
  }
  for (const syntax::Policy &policy : program.policies)
    declare(Kind::Policy, policy.name.text, policy.name.range, policy.range, everywhere);
  for (const syntax::QueryDefinition &query : program.queries)
    declare(Kind::Query, query.name.text, query.name.range, query.range, everywhere);
  const auto declareHead = [&](Kind kind, const syntax::Word &name, SourceRange range) {
    heads.push_back(declare(kind, name.text, name.range, {range.begin, std::max(range.begin, name.range.end)},
                            everywhere));
    table.symbols[heads.back()].extent = range;
  };
  for (const syntax::Mechanism &mechanism : program.mechanisms)
    declareHead(Kind::Mechanism, mechanism.name, mechanism.range);
  for (const syntax::Composition &composition : program.compositions)
    declareHead(Kind::Composition, composition.head.name, composition.head.range);
  for (const syntax::Channel &channel : program.channels)
    declareHead(Kind::Channel, channel.name, channel.range);
}

void Collector::visit(const syntax::Record &record) {
  for (const syntax::Field &field : record.fields) {
    visit(field.dimensions);
    visit(field.low.get());
    visit(field.high.get());
  }
}

void Collector::visit(const syntax::Policy &policy) {
  mentionIn(records, policy.record.text, policy.record.range);
  const auto record = findIn(records, policy.record.text);
  scopes.emplace_back();
  if (policy.formula && record) {
    recordOf[declare(Kind::Bound, policy.pair.text, policy.pair.range, policy.pair.range, policy.range)] =
        *record;
  }
  visit(policy.formula.get());
  for (const syntax::Attribute &attribute : policy.attributes) {
    scopes.emplace_back();
    openFields(policy.record.text);
    mention(attribute.field);
    for (const syntax::Word &index : attribute.indices)
      declare(Kind::Bound, index.text, index.range, attribute.range, policy.range);
    visit(attribute.when);
    scopes.pop_back();
  }
  scopes.pop_back();
}

void Collector::visit(const syntax::QueryDefinition &query) {
  scopes.emplace_back();
  for (const syntax::Binder &index : query.indices) {
    visit(index.low.get());
    visit(index.high.get());
    declare(Kind::Bound, index.variable.text, index.variable.range, index.range, query.range);
  }
  for (const syntax::QueryDefinition::Source &source : query.sources) {
    mentionIn(records, source.record.text, source.record.range);
    const auto record = findIn(records, source.record.text);
    const SourceRange declaration = cover(source.variable.range, source.record.range);
    const std::size_t variable =
        declare(Kind::Bound, source.variable.text, source.variable.range, declaration, query.range);
    if (record)
      recordOf[variable] = *record;
  }
  visit(query.term.get());
  visit(query.where.get());
  scopes.pop_back();
}

void Collector::declareParameters(const std::vector<syntax::Parameter> &parameters, SourceRange scope) {
  for (const syntax::Parameter &parameter : parameters)
    declare(parameter.type.text == "query" ? Kind::Answer : Kind::Parameter, parameter.name.text,
            parameter.name.range, parameter.range, scope);
  for (const syntax::Parameter &parameter : parameters)
    visit(parameter.dimensions);
}

void Collector::visit(const syntax::Mechanism &mechanism) {
  owner = heads[nextHead++];
  scopes.emplace_back();
  tags.clear();
  declareParameters(mechanism.parameters, mechanism.range);
  declareNames(mechanism.body, mechanism.range);
  tagsOf[*owner] = tags;
  visitHead(mechanism);
  visit(mechanism.body);
  scopes.pop_back();
  owner.reset();
}

void Collector::visitHead(const syntax::Mechanism &head) {
  for (const syntax::ExpressionPtr &premise : head.requirements)
    visit(premise.get());
  for (const syntax::AdjacencyClause &clause : head.adjacency) {
    mention(clause.query);
    visit(clause.bound.get());
  }
  for (const syntax::RecordAdjacency &adjacency : head.recordAdjacency)
    visit(adjacency, head.range);
  for (const syntax::GuaranteeClause &guarantee : head.guarantees)
    visit(guarantee.arguments);
  for (const syntax::ExpressionPtr &claim : head.claims)
    visitClaim(*claim);
}

void Collector::visit(const syntax::RecordAdjacency &adjacency, SourceRange scope) {
  mentionIn(records, adjacency.record.text, adjacency.record.range);
  mentionIn(policies, adjacency.policy.text, adjacency.policy.range);
  if (!adjacency.formula)
    return;
  scopes.emplace_back();
  if (const auto record = findIn(records, adjacency.record.text))
    declareRecordVariables(*adjacency.formula, scope, *record);
  visit(adjacency.formula.get());
  scopes.pop_back();
}

// `along abs(r.age - r'.age) <= 1` introduces r by using it.
void Collector::declareRecordVariables(const Expression &expression, SourceRange scope, std::size_t record) {
  if (expression.kind == Expression::Kind::Member && expression.operands[0]->kind == Expression::Kind::Name) {
    const Expression &variable = *expression.operands[0];
    if (!find(variable.text)) {
      const std::size_t symbol =
          declare(Kind::Bound, variable.text, variable.wordRange, variable.wordRange, scope);
      table.symbols[symbol].fixed = Symbol::Fixed::ByLanguage;
      recordOf[symbol] = record;
    }
  }
  for (const syntax::ExpressionPtr &operand : expression.operands)
    declareRecordVariables(*operand, scope, record);
}

void Collector::visit(const syntax::Composition &composition) {
  const syntax::Mechanism &head = composition.head;
  owner = heads[nextHead++];
  scopes.emplace_back();
  tags.clear();
  declareParameters(head.parameters, head.range);
  visitHead(head);
  for (const syntax::ChannelNotion &notion : composition.guarantees)
    if (!notion.arguments.empty())
      visit(notion.arguments.back().first.get());
  for (const syntax::Composition::Definition &definition : composition.definitions) {
    visit(definition.value.get());
    declare(Kind::Definition, definition.name.text, definition.name.range, definition.range, head.range);
  }
  for (const syntax::Composition::Sampling &sampling : composition.samplings)
    visit(sampling.probability.get());
  for (const syntax::Composition::Part &part : composition.parts) {
    mentionIn(findIn(mechanisms, part.mechanism.text) ? mechanisms : channels, part.mechanism.text,
              part.mechanism.range);
    composed.insert(part.mechanism.text);
    visit(part.arguments);
    visit(part.times.get());
    if (!part.published)
      continue;
    const std::size_t published =
        declare(Kind::Published, part.published->text, part.published->range, part.range, head.range);
    if (const auto mechanism = findIn(mechanisms, part.mechanism.text))
      publisherOf[published] = *mechanism;
  }
  scopes.pop_back();
  owner.reset();
}

void Collector::visit(const syntax::Channel &channel) {
  owner = heads[nextHead++];
  scopes.emplace_back();
  declareParameters(channel.parameters, channel.range);
  for (const syntax::ChannelAlphabets &alphabets : channel.alphabets)
    for (const auto *classes : {&alphabets.inputs, &alphabets.outputs})
      for (const syntax::ChannelClass &one : *classes) {
        declareOnce(Kind::Class, one.name, one.range, channel.range);
        if (composed.contains(channel.name.text))
          table.symbols[*find(one.name.text)].fixed = Symbol::Fixed::ByComposition;
        mention(one.name);
        visit(one.sizes);
      }
  visit(channel.requirements);
  for (const syntax::ChannelItem &item : channel.items)
    if (item.kind == syntax::ChannelItem::Kind::Definition)
      declareOnce(Kind::Definition, item.name, item.range, channel.range);
    else if (item.kind == syntax::ChannelItem::Kind::Map)
      declareOnce(Kind::Map, item.name, item.range, channel.range);
  for (const syntax::ChannelNotion &notion : channel.notions)
    visit(notion);
  for (const syntax::ChannelItem &item : channel.items)
    visit(item);
  scopes.pop_back();
  owner.reset();
}

void Collector::visit(const syntax::ChannelNotion &notion) {
  for (const syntax::ChannelNotion::Argument &argument : notion.arguments) {
    visit(argument.first.get());
    for (const syntax::Word &further : argument.further)
      mention(further);
  }
}

void Collector::visit(const syntax::ChannelItem &item) {
  mention(item.from);
  mention(item.to);
  for (const syntax::ChannelCondition &condition : item.conditions)
    for (const syntax::Word &word : condition.names)
      mention(word);
  visit(item.value.get());
}

// Draws and locals are known in the whole mechanism; so are tags, which are no variables.
void Collector::declareNames(const syntax::Block &block, SourceRange scope) {
  for (const std::unique_ptr<Statement> &statement : block) {
    const std::uint32_t begin = statement->range.begin;
    if (statement->kind == Statement::Kind::Sample)
      declareOnce(Kind::Sample, statement->target, {begin, std::max(begin, statement->alignClause.begin)},
                  scope);
    else if (statement->kind == Statement::Kind::Assign)
      declareOnce(Kind::Local, statement->target, statement->range, scope);
    else if (statement->kind == Statement::Kind::Output && !syntax::isAnnouncement(*statement)) {
      const Expression &value = *statement->value;
      const auto &reserved = reservedWords();
      const bool isTag = (value.kind == Expression::Kind::Call || value.kind == Expression::Kind::Name) &&
                         std::find(reserved.begin(), reserved.end(), value.text) == reserved.end();
      if (isTag && !find(value.text) && tags.find(value.text) == tags.end())
        declare(Kind::Tag, value.text, value.wordRange, statement->range, scope);
    }
    declareNames(statement->thenBlock, scope);
    declareNames(statement->elseBlock, scope);
  }
}

void Collector::visit(const syntax::Block &block) {
  for (const std::unique_ptr<Statement> &statement : block)
    visit(*statement);
}

void Collector::visit(const Statement &statement) {
  visit(statement.low.get());
  visit(statement.high.get());
  const bool isLoop = statement.kind == Statement::Kind::For;
  scopes.emplace_back();
  if (isLoop) {
    const SourceRange scope{statement.target.range.begin, statement.range.end};
    declare(Kind::LoopIndex, statement.target.text, statement.target.range,
            {statement.range.begin, statement.high ? statement.high->range.end : statement.target.range.end},
            scope);
  } else if (!statement.target.text.empty()) {
    mention(statement.target);
  }
  visit(statement.indices);
  visit(statement.lawArguments);
  visit(statement.alignTarget.get());
  visit(statement.aligned.get());
  visit(statement.condition.get());
  visit(statement.invariants);
  visit(statement.value.get());
  visit(statement.thenBlock);
  visit(statement.elseBlock);
  scopes.pop_back();
}

void Collector::visit(const std::vector<syntax::ExpressionPtr> &expressions) {
  for (const syntax::ExpressionPtr &expression : expressions)
    visit(expression.get());
}

// A name of a claim that is nothing else stands for all its values.
void Collector::visitClaim(const Expression &claim) {
  scopes.emplace_back();
  declareFree(claim, claim.range);
  visit(&claim);
  scopes.pop_back();
}

void Collector::declareFree(const Expression &expression, SourceRange scope) {
  if (expression.kind == Expression::Kind::Index && expression.operands[0]->text == "out")
    for (std::size_t i = 1; i < expression.operands.size(); ++i)
      if (const Expression &index = *expression.operands[i];
          index.kind == Expression::Kind::Name && !find(index.text))
        declare(Kind::Bound, index.text, index.wordRange, expression.range, scope);
  for (const syntax::ExpressionPtr &operand : expression.operands)
    declareFree(*operand, scope);
}

void Collector::visitAggregate(const Expression &expression) {
  const auto &operands = expression.operands;
  for (std::size_t i = 1; i < std::min<std::size_t>(operands.size(), 3); ++i)
    visit(operands[i].get());
  scopes.emplace_back();
  if (!operands.empty())
    declare(Kind::Bound, operands[0]->text, operands[0]->wordRange, expression.range, expression.range);
  for (std::size_t i = 3; i < operands.size(); ++i)
    visit(operands[i].get());
  scopes.pop_back();
}

void Collector::visitMember(const Expression &expression) {
  const Expression &base = *expression.operands[0];
  visit(&base);
  if (base.kind == Expression::Kind::Name)
    if (const auto variable = find(base.text))
      if (const auto record = recordOf.find(*variable); record != recordOf.end())
        return mentionIn(fields[record->second], expression.text, expression.wordRange);
  // `out.winner`, `out[i].above.1`, `seen.above`
  mentionTagOf(base, expression);
}

void Collector::visit(const Expression *expression) {
  if (expression == nullptr)
    return;
  switch (expression->kind) {
  case Expression::Kind::Name:
  case Expression::Kind::Call:
    if (find(expression->text))
      mention(expression->text, expression->wordRange);
    else
      mentionTag(expression->text, expression->wordRange);
    return visit(expression->operands);
  case Expression::Kind::Member:
    return visitMember(*expression);
  case Expression::Kind::Is:
    visit(expression->operands);
    return mentionTagOf(*expression->operands[0], *expression);
  case Expression::Kind::Aggregate:
    return visitAggregate(*expression);
  case Expression::Kind::Forall:
  case Expression::Kind::ForallRecord: {
    const auto &operands = expression->operands;
    for (std::size_t i = 0; i + 1 < operands.size(); ++i)
      visit(operands[i].get());
    scopes.emplace_back();
    const std::size_t variable =
        declare(Kind::Bound, expression->text, expression->wordRange, expression->range, expression->range);
    // There is one record type in a premise over the data.
    if (expression->kind == Expression::Kind::ForallRecord && fields.size() == 1)
      recordOf[variable] = fields.begin()->first;
    if (!operands.empty())
      visit(operands.back().get());
    scopes.pop_back();
    return;
  }
  case Expression::Kind::Number:
  case Expression::Kind::Boolean:
  case Expression::Kind::Index:
  case Expression::Kind::Tuple:
  case Expression::Kind::Unary:
  case Expression::Kind::Binary:
  case Expression::Kind::Conditional:
  case Expression::Kind::In:
    return visit(expression->operands);
  }
}

} // namespace

SymbolTable symbolsOf(const syntax::Program &program) {
  return Collector().collect(program);
}

const Occurrence *SymbolTable::at(std::uint32_t offset) const {
  const auto next = std::partition_point(occurrences.begin(), occurrences.end(),
                                         [&](const Occurrence &one) { return one.range.end < offset; });
  // Of two names that touch the one that begins here is meant; names do not touch, but a prime may follow.
  return next != occurrences.end() && next->range.begin <= offset ? &*next : nullptr;
}

std::vector<SourceRange> SymbolTable::placesOf(std::size_t symbol) const {
  std::vector<SourceRange> places;
  for (const Occurrence &one : occurrences)
    if (one.symbol == symbol)
      places.push_back(one.range);
  return places;
}

std::string_view name(Symbol::Kind kind) {
  switch (kind) {
  case Kind::Size:
    return "size of the file";
  case Kind::Record:
    return "record";
  case Kind::Field:
    return "field of a record";
  case Kind::Policy:
    return "policy";
  case Kind::Query:
    return "query over records";
  case Kind::Mechanism:
    return "mechanism";
  case Kind::Channel:
    return "channel";
  case Kind::Composition:
    return "composition";
  case Kind::Parameter:
    return "parameter, public";
  case Kind::Answer:
    return "answers of the data";
  case Kind::Sample:
    return "noise";
  case Kind::Local:
    return "local variable";
  case Kind::LoopIndex:
    return "index of a loop";
  case Kind::Bound:
    return "bound variable";
  case Kind::Tag:
    return "tag of what is published";
  case Kind::Class:
    return "class of values";
  case Kind::Definition:
    return "definition";
  case Kind::Map:
    return "map";
  case Kind::Published:
    return "what a part publishes";
  }
  assert(false && "no such kind");
  return {};
}

} // namespace plumb::navigation
