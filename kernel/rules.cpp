// SPDX-License-Identifier: Apache-2.0
// The rules of the language on which the theorem rests. The front end has them too; the kernel takes no text
// on trust.
#include "kernel/program.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plumb::kernel {

namespace {

using Kind = Expression::Kind;
using Role = Variable::Role;

/// What an expression may read, by the place where it stands.
struct Place {
  bool scalarsOnly = false, queries = false, program = false, primes = false, output = false, found = false,
       quantifiers = false, assigned = false, fields = false, compared = false;
};
constexpr Place ofParameters{.scalarsOnly = true};
constexpr Place ofRequirement{.quantifiers = true};
constexpr Place ofRecord{.quantifiers = true, .fields = true};
constexpr Place ofPair{.primes = true, .quantifiers = true, .fields = true};
constexpr Place ofProgram{.queries = true, .program = true, .assigned = true};
constexpr Place ofAlignment{
    .queries = true, .program = true, .primes = true, .output = true, .quantifiers = true};
constexpr Place ofInvariant{.queries = true,
                            .program = true,
                            .primes = true,
                            .output = true,
                            .found = true,
                            .quantifiers = true,
                            .fields = true};
constexpr Place ofClaim{.queries = true, .output = true, .quantifiers = true};

using Fields = std::map<std::string, Field>;

class Rules {
public:
  explicit Rules(Mechanism &mechanism) : mechanism(mechanism) {}

  void check() {
    const std::set<std::string> stated = head();
    for (const auto &[name, variable] : mechanism.variables)
      if (variable.role == Role::Query && !stated.count(name))
        throw Rejected("no clause says how `" + name + "` differs");
    if (stated.empty())
      throw Rejected("the mechanism has no query");
    forEachStatement(mechanism.body,
                     [&](const Statement &statement, const Nest &around) { declare(statement, around); });
    uses(mechanism.body);
    for (const ExpressionPtr &claim : mechanism.claims) {
      freeNames(*claim);
      expression(*claim, ofClaim);
      bound.clear();
    }
    if (mechanism.nests.empty() && !mechanism.result)
      throw Rejected("the mechanism publishes nothing");
  }

  /// The queries of which it says how they differ.
  std::set<std::string> head(const Composition *whole = nullptr) {
    for (const ExpressionPtr &extent : mechanism.owned)
      expression(*extent, ofParameters);
    for (const ExpressionPtr &requirement : mechanism.requirements)
      expression(*requirement, ofRequirement);
    std::set<std::string> stated;
    for (const Difference &difference : mechanism.adjacency) {
      const auto query = mechanism.variables.find(difference.query);
      if (query == mechanism.variables.end() || query->second.role != Role::Query)
        rejectAt(difference.bound->line, "`" + difference.query + "` is no query");
      if (!stated.insert(difference.query).second)
        rejectAt(difference.bound->line, "`" + difference.query + "` has two clauses");
      expression(*difference.bound, ofParameters);
    }
    records(stated);
    if (whole)
      defines(*whole);
    expression(*mechanism.guarantee, ofParameters);
    for (const Spending &spending : mechanism.spendings) {
      expression(*spending.amount, ofParameters);
      expression(*spending.scale, ofParameters);
    }
    return stated;
  }

  void part(const Part &part) {
    if (part.times && (expression(*part.times, ofParameters), sortOf(mechanism, *part.times) != Sort::Int))
      rejectAt(part.line, "a part runs an integer number of times");
    const auto &parameters = part.mechanism->parameters;
    if (parameters.size() != part.arguments.size())
      rejectAt(part.line, "`" + part.mechanism->name + "` has another number of arguments");
    for (const auto &way : part.ways)
      leads(part, way);
    std::set<std::string> queries;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Variable &variable = part.mechanism->variables.at(parameters[i]);
      const Expression &argument = *part.arguments[i];
      if (variable.role == Role::Query || !variable.extents.empty()) {
        const auto whole = mechanism.variables.find(argument.name);
        if (argument.kind != Kind::Read || argument.primed || !argument.arguments.empty() ||
            whole == mechanism.variables.end() || whole->second.role != variable.role ||
            whole->second.sort != variable.sort || whole->second.extents.size() != variable.extents.size() ||
            (variable.role == Role::Query && !queries.insert(argument.name).second))
          rejectAt(part.line, "`" + parameters[i] + "` is given what is declared otherwise, or twice");
        continue;
      }
      expression(argument, ofParameters);
      const Sort sort = sortOf(mechanism, argument);
      if (sort != variable.sort && (sort != Sort::Int || variable.sort != Sort::Real))
        rejectAt(part.line, "`" + parameters[i] + "` is given a value of another sort");
    }
  }

private:
  /// It leads from one record to another, of the record that the neighbours are stated of.
  void leads(const Part &part, const std::vector<Point> &way) {
    const bool isExchange = mechanism.records && mechanism.records->kind == RecordAdjacency::Kind::Replace;
    for (const Point &point : way)
      for (const auto &[name, value] : point.fields) {
        const auto field = isExchange ? mechanism.records->fields.find(name) : Fields::const_iterator();
        if (!isExchange || field == mechanism.records->fields.end())
          rejectAt(part.line, "a way leads through fields of records that are replaced");
        if (!value)
          continue;
        expression(*value, ofPair);
        const Variable &variable = mechanism.variables.at(name);
        if (field->second.mayBeNone || !variable.extents.empty() ||
            sortOf(mechanism, *value) != variable.sort)
          rejectAt(value->line, "what is put in for a field is always one number");
      }
    bool isThere = isExchange && way.back().exists;
    for (const auto &[name, field] : isExchange ? mechanism.records->fields : Fields())
      isThere = isThere && way.back().fields.count(name) && !way.back().fields.at(name);
    if (!isThere)
      rejectAt(part.line, "a way leads to the other record");
  }

  /// A power and a logarithm are numbers of the sample, the guarantee and the parts: what is assumed, and who
  /// neighbours are, does not read them.
  void defines(const Composition &composition) {
    for (const Definition &definition : composition.definitions) {
      expression(*definition.argument, ofParameters);
      if (sortOf(mechanism, *definition.argument) == Sort::Bool ||
          !mechanism.variables.emplace(definition.name, Variable{Role::Parameter, Sort::Real, {}}).second)
        rejectAt(definition.argument->line, "`" + definition.name + "` is no new name of a number");
    }
    const Expression *sample = composition.sample.get();
    if (sample)
      expression(*sample, ofParameters);
    if (sample && (!mechanism.records || mechanism.records->kind == RecordAdjacency::Kind::Replace))
      rejectAt(sample->line, "a sample hides who is in the data, and other neighbours are stated");
  }

  /// Records are spoken of where one differs, and differences are stated where none does.
  void records(std::set<std::string> &stated) {
    if (!mechanism.records ? !mechanism.premises.empty() : !stated.empty())
      throw Rejected("the adjacency is not one of records, or one that is stated");
    for (const ExpressionPtr &premise : mechanism.premises)
      expression(*premise, ofRecord);
    if (!mechanism.records)
      return;
    for (const auto &[name, query] : mechanism.records->queries) {
      stated.insert(name);
      bound = {query.indices.begin(), query.indices.end()};
      for (const ExpressionPtr &part : {query.term, query.condition})
        if (part)
          expression(*part, ofRecord);
      // Its range says what is answered of nobody.
      if (query.isExtreme() && !hasRange(*query.term))
        rejectAt(query.term->line,
                 "a maximum or minimum is one of a field that has a range and is never none");
    }
    for (const Kept &rule : mechanism.records->kept) {
      const auto field = mechanism.variables.find(rule.field);
      if (field == mechanism.variables.end() ||
          (!rule.indices.empty() && rule.indices.size() != field->second.extents.size()))
        throw Rejected("a policy is about no field");
      bound = {rule.indices.begin(), rule.indices.end()};
      if (rule.unless)
        expression(*rule.unless, ofRecord);
    }
    bound.clear();
    for (const auto *formulas : {&mechanism.records->relations, &mechanism.records->symmetric})
      for (const ExpressionPtr &formula : *formulas)
        expression(*formula, ofPair);
  }

  bool hasRange(const Expression &term) const {
    const auto field = mechanism.records->fields.find(term.name);
    return term.kind == Kind::Read && field != mechanism.records->fields.end() && field->second.low &&
           !field->second.mayBeNone;
  }

  // What there is.

  void declare(const Statement &statement, const Nest &nest) {
    switch (statement.kind) {
    case Statement::Kind::Assign:
      declareLocal(statement, nest);
      break;
    case Statement::Kind::Sample:
      declareNoise(statement, nest);
      break;
    case Statement::Kind::For: {
      const auto [place, isNew] = mechanism.variables.insert({statement.name, {Role::Index, Sort::Int, {}}});
      const bool isAround = std::any_of(nest.begin(), nest.end(),
                                        [&](const Statement *loop) { return loop->name == statement.name; });
      if (isAround || (!isNew && place->second.role != Role::Index))
        rejectAt(statement.line, "the loop variable `" + statement.name + "` hides another name");
      break;
    }
    case Statement::Kind::Output:
      declareTag(statement, nest);
      break;
    case Statement::Kind::Return:
      declareResult(*statement.value);
      break;
    case Statement::Kind::If:
    case Statement::Kind::Stop:
      break;
    }
  }

  /// The extents of an array are those of the loops over its indices, which start at 0.
  std::vector<const Expression *> extents(const Statement &statement, const Nest &nest) {
    std::vector<const Expression *> result;
    std::set<std::string> seen;
    for (const ExpressionPtr &index : statement.indices) {
      const auto loop = std::find_if(nest.begin(), nest.end(), [&](const Statement *around) {
        return index->kind == Kind::Read && around->name == index->name;
      });
      if (loop == nest.end() || !seen.insert(index->name).second)
        rejectAt(statement.line, "`" + statement.name + "` is written in a loop over each of its indices");
      const Expression &low = *(*loop)->low;
      if (low.kind != Kind::Number || low.number != 0)
        outsideAt(statement.line, "an array that is written from another index than 0 on");
      expression(*(*loop)->high, ofParameters);
      result.push_back((*loop)->high.get());
    }
    return result;
  }

  static bool areEqual(const Expression &a, const Expression &b) {
    return a.kind == b.kind && a.name == b.name && a.primed == b.primed && a.number == b.number &&
           a.isReal == b.isReal && a.position == b.position && a.arguments.size() == b.arguments.size() &&
           std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                      [](const ExpressionPtr &x, const ExpressionPtr &y) { return areEqual(*x, *y); });
  }

  void declareLocal(const Statement &statement, const Nest &nest) {
    Variable local{Role::Local, sortOf(mechanism, *statement.value), extents(statement, nest)};
    const auto [place, isNew] = mechanism.variables.insert({statement.name, local});
    if (place->second.role != Role::Local)
      rejectAt(statement.line, "`" + statement.name + "` is not to be assigned");
    const auto &known = place->second.extents;
    const bool isSame = std::equal(known.begin(), known.end(), local.extents.begin(), local.extents.end(),
                                   [](const Expression *a, const Expression *b) { return areEqual(*a, *b); });
    if (!isSame)
      rejectAt(statement.line, "`" + statement.name + "` has other extents elsewhere");
  }

  void declareNoise(const Statement &statement, const Nest &nest) {
    Variable noise{Role::Noise, statement.isReal ? Sort::Real : Sort::Int, extents(statement, nest)};
    if (!noise.extents.empty())
      for (std::size_t i = 0; i < nest.size(); ++i)
        if (nest.size() != statement.indices.size() || nest[i]->name != statement.indices[i]->name)
          rejectAt(statement.line,
                   "the indices of `" + statement.name + "` are the loops around, in their order");
    if (!mechanism.variables.insert({statement.name, noise}).second)
      rejectAt(statement.line, "`" + statement.name + "` is no new name");
    if (!statement.isReal && (statement.law == Law::Gumbel || statement.law == Law::Logistic))
      rejectAt(statement.line, "this law has no integers");
  }

  void declareTag(const Statement &statement, const Nest &nest) {
    if (std::find(mechanism.nests.begin(), mechanism.nests.end(), nest) == mechanism.nests.end())
      mechanism.nests.push_back(nest);
    const auto [tag, values] = published(mechanism, statement);
    if (tag == "none" || tag == "unreached")
      rejectAt(statement.line, "`" + tag + "` is not published");
    std::vector<Sort> sorts;
    for (const Expression *value : values)
      sorts.push_back(sortOf(mechanism, *value));
    const auto [place, isNew] = mechanism.tags.insert({tag, sorts});
    if (place->second != sorts)
      rejectAt(statement.line, "`" + tag + "` has values of other sorts elsewhere");
    if ((sorts.size() == 1 || tag == "value") && tag != "announced")
      mechanism.tagsWithValue.insert(tag);
  }

  void declareResult(const Expression &value) {
    const bool isSelection = value.kind == Kind::TopK;
    if (mechanism.result) {
      const bool wasSelection = mechanism.result->kind == Kind::TopK;
      if (isSelection != wasSelection || (isSelection && !areEqual(value, *mechanism.result)) ||
          (!isSelection && sortOf(mechanism, value) != sortOf(mechanism, *mechanism.result)))
        rejectAt(value.line, "another return has a result of another kind");
    }
    mechanism.result = &value;
    if (isSelection)
      expression(*value.arguments.front(), ofParameters);
  }

  // What is read.

  void uses(const Block &block) {
    for (const Statement &statement : block)
      uses(statement);
  }

  void uses(const Statement &statement) {
    for (const ExpressionPtr &index : statement.indices)
      expression(*index, ofProgram);
    if (statement.kind == Statement::Kind::Return && statement.value->kind == Kind::TopK) {
      const auto array = mechanism.variables.find(statement.value->name);
      if (array == mechanism.variables.end() || array->second.extents.size() != 1 ||
          array->second.sort == Sort::Bool || array->second.role == Role::Parameter)
        rejectAt(statement.line, "`top_k` selects from an array of numbers");
    } else if (statement.value) {
      expression(*statement.value, ofProgram);
    }
    if (statement.aligned)
      expression(*statement.aligned, ofAlignment);
    if (statement.kind == Statement::Kind::Output)
      for (const Expression *value : published(mechanism, statement).second)
        expression(*value, ofProgram);
    for (const auto *part : {&statement.low, &statement.high})
      if (*part)
        expression(**part, ofProgram);
    assigns(statement);
    if (statement.kind != Statement::Kind::For)
      return;
    const std::set<std::string> before = assigned;
    around.insert(statement.name);
    if (statement.guard)
      expression(*statement.guard, ofProgram);
    for (const auto *list : {&statement.invariants, &statement.invariantsAlone})
      for (const ExpressionPtr &invariant : *list)
        expression(*invariant, ofInvariant);
    uses(statement.body);
    around.erase(statement.name);
    assigned = before;
    isOver = false;
  }

  /// What has a value on every path that goes on behind it.
  void assigns(const Statement &statement) {
    isOver |= statement.kind == Statement::Kind::Stop || statement.kind == Statement::Kind::Return;
    if (statement.kind == Statement::Kind::Assign || statement.kind == Statement::Kind::Sample)
      assigned.insert(statement.name);
    if (statement.kind != Statement::Kind::If)
      return;
    const std::set<std::string> before = assigned;
    uses(statement.then);
    const std::set<std::string> behindThen = std::exchange(assigned, before);
    const bool isThenOver = std::exchange(isOver, false);
    uses(statement.otherwise);
    if (isOver)
      assigned = behindThen;
    else if (!isThenOver)
      std::erase_if(assigned, [&](const std::string &name) { return behindThen.count(name) == 0; });
    isOver = isOver && isThenOver;
  }

  void allow(const Expression &expression, bool isAllowed, const std::string &what) {
    if (!isAllowed)
      rejectAt(expression.line, what + " is not read here");
  }

  void expression(const Expression &here, Place place) {
    const Kind kind = here.kind;
    if (kind == Kind::None)
      return allow(here, place.compared, "`none`");
    if (kind == Kind::Read)
      return read(here, place);
    place.compared = place.fields && (kind == Kind::Less || kind == Kind::LessEqual || kind == Kind::Equal);
    if (kind == Kind::Choice && !place.program)
      outsideAt(here.line, "a maximum or minimum over a range beside the program");
    if (kind >= Kind::Moved && kind <= Kind::Times)
      allow(here, place.found, "what only invariants speak of");
    if (kind == Kind::Forall || kind == Kind::Choice || kind == Kind::Named) {
      allow(here, place.quantifiers || kind == Kind::Choice, "a `forall`");
      const Variable *hidden = variableOf(mechanism, here);
      if ((hidden && hidden->role != Role::Index) || bound.count(here.name))
        rejectAt(here.line, "`" + here.name + "` hides another name");
      for (std::size_t i = 0; i < here.arguments.size(); ++i) {
        if (i == (kind == Kind::Named ? 1 : 2) || here.arguments.size() == 1)
          bound.insert(here.name);
        expression(*here.arguments[i], place);
      }
      bound.erase(here.name);
      return kind == Kind::Named ? isImage(here, *here.arguments[1]) : void();
    }
    if (kind == Kind::TopK)
      rejectAt(here.line, "`top_k` stands behind `return` alone");
    if (isOutput(kind))
      allow(here, place.output, "the output");
    // To whoever reads the output, and so to a claim, what is announced is `none`.
    if ((here.name == "none" || here.name == "announced") && mechanism.tags.count("announced"))
      allow(here, place.program, "what is announced");
    // What a loop or a draw sets is forgotten, or not, by other rules than what is assigned.
    if (const auto counted = mechanism.variables.find(here.name);
        kind == Kind::Times && (counted == mechanism.variables.end() || counted->second.role != Role::Local))
      rejectAt(here.line, "`times` counts what is assigned");
    if (kind == Kind::Changed) {
      const auto query = mechanism.variables.find(here.name);
      if (query == mechanism.variables.end() || query->second.role != Role::Query ||
          here.position >= query->second.extents.size())
        rejectAt(here.line, "`changed` names no subscript of a query");
    }
    for (const ExpressionPtr &argument : here.arguments)
      expression(*argument, here.kind == Kind::Moved && argument->kind != Kind::Cost ? ofParameters : place);
  }

  /// docs/proof.md, "Selections": that one of a range of others names an int holds of no more ints than the
  /// range has, if each of them names one: `exists r in a .. b: F` where a, b do not read it, and F says that
  /// it is equal to what does not.
  static void isImage(const Expression &here, const Expression &some) {
    const auto isIt = [&](const Expression &part) {
      return part.kind == Kind::Read && part.name == here.name;
    };
    const Expression *none = some.kind == Kind::Not ? some.arguments[0].get() : nullptr;
    if (!none || none->kind != Kind::Forall || none->arguments.size() != 3 ||
        hasPart(*none->arguments[0], isIt) || hasPart(*none->arguments[1], isIt) ||
        !tells(*none->arguments[2], false, isIt))
      rejectAt(here.line, "`named` counts the ints of which there is an index that names them");
  }

  /// Where the truth of \p formula is \p truth, what \p isIt is of is equal to something that does not read
  /// it.
  template <class Predicate> static bool tells(const Expression &formula, bool truth, const Predicate &isIt) {
    const auto &parts = formula.arguments;
    const auto tell = [&](std::size_t i, bool of) { return tells(*parts[i], of, isIt); };
    if (formula.kind == Kind::Not)
      return tell(0, !truth);
    if (formula.kind == (truth ? Kind::And : Kind::Or))
      return tell(0, truth) || tell(1, truth);
    if (formula.kind == Kind::Implies && !truth)
      return tell(0, true) || tell(1, false);
    return formula.kind == Kind::Equal && truth &&
           ((isIt(*parts[0]) && !hasPart(*parts[1], isIt)) || (isIt(*parts[1]) && !hasPart(*parts[0], isIt)));
  }

  void read(const Expression &here, Place place) {
    const bool isCompared = std::exchange(place.compared, false);
    for (const ExpressionPtr &index : here.arguments)
      expression(*index, place);
    if (bound.count(here.name)) {
      allow(here, !place.scalarsOnly, "the variable of a quantifier");
      if (here.primed || !here.arguments.empty())
        rejectAt(here.line, "`" + here.name + "` is an int");
      return;
    }
    const Variable *known = variableOf(mechanism, here);
    if (!known)
      rejectAt(here.line, "`" + here.name + "` is unknown" +
                              (here.isOfFile ? " where the file declares records and queries" : ""));
    const Variable &variable = *known;
    if (variable.extents.size() != here.arguments.size())
      rejectAt(here.line, "`" + here.name + "` has another number of subscripts");
    if (variable.role == Role::Index && !around.count(here.name))
      rejectAt(here.line, "`" + here.name + "` is read outside of its loop");
    const bool isDrawnOrAssigned = variable.role == Role::Noise || variable.role == Role::Local;
    if (place.assigned && isDrawnOrAssigned && variable.extents.empty() && !assigned.count(here.name))
      rejectAt(here.line, "`" + here.name + "` has no value on some path");
    const bool isFixed = variable.role == Role::Parameter || variable.role == Role::Index;
    allow(here, !here.primed || (place.primes && !isFixed), "the second run");
    const bool isField = variable.role == Role::Field;
    allow(here, variable.role == Role::Parameter || variable.role == Role::Query || isField || place.program,
          "the program");
    allow(here, !isField || place.fields, "a field");
    // What is found for the proof is mathematics, and a field has some value there.
    allow(here, !isField || isCompared || place.found || !mechanism.records->fields.at(here.name).mayBeNone,
          "what may be none");
    allow(here, variable.role != Role::Query || place.queries, "a query");
    allow(here, variable.extents.empty() || !place.scalarsOnly || variable.isPassedOn, "an array");
  }

  /// What a claim does not know and has as an index of `out` stands for every iteration that ran.
  void freeNames(const Expression &here) {
    if (here.kind == Kind::CellTest || here.kind == Kind::CellValue)
      for (const ExpressionPtr &index : here.arguments)
        if (index->kind == Kind::Read && !isTaken(mechanism, index->name))
          bound.insert(index->name);
    for (const ExpressionPtr &argument : here.arguments)
      freeNames(*argument);
    if (here.kind == Kind::Forall)
      bound.erase(here.name);
  }

  Mechanism &mechanism;
  std::set<std::string> bound;
  /// The variables of the loops around what is looked at, and what has a value there.
  std::set<std::string> around, assigned;
  /// No path goes on from there.
  bool isOver = false;
};

} // namespace

void rejectAt(unsigned line, const std::string &sentence) {
  throw Rejected("line " + std::to_string(line) + ": " + sentence);
}

void outsideAt(unsigned line, const std::string &what) {
  throw Outside("line " + std::to_string(line) + ": " + what + " is outside of what the kernel re-derives");
}

/// Else each mechanism would read its own into what all of them share.
const Variable *variableOf(const Mechanism &mechanism, const Expression &expression) {
  const auto found = mechanism.variables.find(expression.name);
  if (found == mechanism.variables.end())
    return nullptr;
  const Variable &variable = found->second;
  const bool isKnown = !expression.isOfFile || variable.role == Role::Field || variable.isOfFile;
  return isKnown ? &variable : nullptr;
}

bool isTaken(const Mechanism &mechanism, const std::string &name) {
  const auto found = mechanism.variables.find(name);
  return found != mechanism.variables.end() && found->second.role != Role::Index;
}

bool isPublic(const Mechanism &mechanism, const Expression &expression) {
  return !hasPart(expression, [&](const Expression &part) {
    const Variable *read = part.kind == Kind::Read ? variableOf(mechanism, part) : nullptr;
    return part.kind == Kind::Choice ||
           (part.kind == Kind::Read && (!read || read->role != Role::Parameter || !read->extents.empty()));
  });
}

void checkRules(Mechanism &mechanism) {
  Rules(mechanism).check();
}

void checkHead(Composition &composition) {
  Rules(composition.head).head(&composition);
}

void checkPart(Mechanism &head, const Part &part) {
  Rules(head).part(part);
}

std::pair<std::string, std::vector<const Expression *>> published(const Mechanism &mechanism,
                                                                  const Statement &output) {
  std::vector<const Expression *> values;
  for (const ExpressionPtr &value : output.values)
    values.push_back(value.get());
  const Expression &first = *values.front();
  const bool isTag = output.name == "value" && values.size() == 1 && first.kind == Kind::Read &&
                     !first.primed && first.arguments.empty() && !mechanism.variables.count(first.name);
  if (isTag)
    return {first.name, {}};
  return {output.name, values};
}

Sort sortOf(const Mechanism &mechanism, const Expression &expression) {
  const auto argument = [&](std::size_t i) { return sortOf(mechanism, *expression.arguments[i]); };
  const auto wider = [&](std::size_t i) {
    const Sort left = argument(i);
    return left != Sort::Real && argument(i + 1) == Sort::Real ? Sort::Real : left;
  };
  switch (expression.kind) {
  case Kind::Number:
    return expression.isReal ? Sort::Real : Sort::Int;
  case Kind::Read: {
    const Variable *known = variableOf(mechanism, expression);
    return known ? known->sort : Sort::Int;
  }
  case Kind::Negate:
  case Kind::Absolute:
  case Kind::Entry:
  case Kind::Drawn:
    return argument(0);
  case Kind::ToReal:
  case Kind::Divide:
  case Kind::Moved:
  case Kind::Cost:
    return Sort::Real;
  case Kind::Add:
  case Kind::Subtract:
  case Kind::Multiply:
  case Kind::Minimum:
  case Kind::Maximum:
    return wider(0);
  case Kind::Conditional:
    return wider(1);
  case Kind::Choice:
    return expression.position == 0 ? Sort::Int : argument(3);
  case Kind::Quotient:
  case Kind::Remainder:
  case Kind::ResultIndex:
  case Kind::Below:
  case Kind::Changed:
  case Kind::Named:
  case Kind::Times:
  case Kind::None:
    return Sort::Int;
  case Kind::CellValue: {
    const auto [tag, position] = componentOf(mechanism, expression);
    return mechanism.tags.at(tag)[position];
  }
  case Kind::Result:
    if (!mechanism.result || mechanism.result->kind == Kind::TopK)
      rejectAt(expression.line, "no value is returned");
    return sortOf(mechanism, *mechanism.result);
  case Kind::ResultValue:
    if (!mechanism.result || mechanism.result->kind != Kind::TopK ||
        !mechanism.variables.count(mechanism.result->name))
      rejectAt(expression.line, "no selection is returned");
    return mechanism.variables.at(mechanism.result->name).sort;
  case Kind::Boolean:
  case Kind::Not:
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
  case Kind::And:
  case Kind::Or:
  case Kind::Implies:
  case Kind::Forall:
  case Kind::CellTest:
  case Kind::Member:
  case Kind::TopK:
    break;
  }
  return Sort::Bool;
}

const Nest &nestOf(const Mechanism &mechanism, std::size_t indices, const Nest &around, unsigned line) {
  std::vector<const Nest *> fitting;
  for (const Nest &nest : mechanism.nests)
    if (nest.size() == indices)
      fitting.push_back(&nest);
  if (fitting.size() > 1)
    for (const Nest *nest : fitting)
      if (nest->size() <= around.size() && std::equal(nest->begin(), nest->end(), around.begin()))
        return *nest;
  if (fitting.size() != 1)
    rejectAt(line, "`out` names no cells, or more than one kind");
  return *fitting.front();
}

std::pair<std::string, std::size_t> componentOf(const Mechanism &mechanism, const Expression &cell) {
  std::string tag = cell.name;
  // `.value` is of the only tag with one value. Where there are more, the language looks at the cells that
  // are meant.
  if (tag == "value") {
    if (mechanism.tagsWithValue.size() > 1)
      outsideAt(cell.line, "`.value` where more than one tag has a value");
    tag = mechanism.tagsWithValue.empty() ? "" : *mechanism.tagsWithValue.begin();
  }
  const auto found = mechanism.tags.find(tag);
  const std::size_t position = cell.position == 0 ? 0 : cell.position - 1;
  if (found == mechanism.tags.end() || position >= found->second.size() ||
      (cell.position == 0 && found->second.size() != 1))
    rejectAt(cell.line, "no cell has such a value");
  return {tag, position};
}

} // namespace plumb::kernel
