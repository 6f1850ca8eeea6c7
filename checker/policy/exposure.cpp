// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/exposure.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::policy {

using ir::ExpressionPtr;
using ir::Substitution;
using smt::Outcome;

namespace {

/// A proposition in some set of pairs: its indices have become some of that set's.
class Placed {
public:
  Placed(Pairs &in, const ir::Proposition &of) : pairs(in), proposition(of) {
    for (const ir::Proposition::Index &index : of.indices)
      known.variables[index.variable] = &in.index(index.variable->name, index.extents);
  }

  /// It is true, or false, of r; or of r'.
  void keep(bool isTrue, bool ofSecond) {
    ExpressionPtr formula = pairs.aboutSubject(*proposition.formula, *proposition.subject, known, ofSecond);
    pairs.keep(isTrue ? std::move(formula) : negation(std::move(formula)));
  }

  /// What stands for its indices.
  const Substitution &indices() const { return known; }

  /// The elements that it reads: at its indices, or as whole fields where a subscript is none of these.
  std::vector<Element> elements() {
    std::vector<Element> found;
    collect(*proposition.formula, found);
    return found;
  }

private:
  void collect(const ir::Expression &expression, std::vector<Element> &found) {
    if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&expression))
      found.push_back(elementOf(*read));
    ir::forEachOperand(expression, [&](const ir::Expression &operand) { collect(operand, found); });
  }

  Element elementOf(const ir::FieldRead &read) {
    Element element{&read.field, {}};
    for (const ExpressionPtr &index : read.indices) {
      if (!ir::isPublic(*index) || bindsSomething(*index))
        return {&read.field, {}};
      copies.push_back(ir::substituted(*index, known));
      element.indices.push_back(copies.back().get());
    }
    return element;
  }

  /// It reads what a `forall` around it binds.
  bool bindsSomething(const ir::Expression &expression) const {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
      return read->variable.role == ir::Variable::Role::Bound && !known.variables.count(&read->variable);
    bool found = false;
    ir::forEachOperand(expression,
                       [&](const ir::Expression &operand) { found = found || bindsSomething(operand); });
    return found;
  }

  Pairs &pairs;
  const ir::Proposition &proposition;
  Substitution known;
  std::vector<ExpressionPtr> copies;
};

ExpressionPtr aboutPair(const ir::Proposition &proposition, const ir::RecordAdjacency &relation,
                        bool isPrimed, ir::BoundVariables &bound) {
  Substitution known;
  known.records[proposition.subject.get()] = relation.pair.get();
  known.exchangesRecords = isPrimed;
  return ir::substituted(*proposition.formula, known, bound);
}

ir::RecordAdjacency replacing(const ir::Record &record) {
  ir::RecordAdjacency relation;
  relation.kind = ir::RecordAdjacency::Kind::Replace;
  relation.record = &record;
  relation.policy = nullptr;
  relation.pair = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"r", &record, record.range});
  relation.range = record.range;
  return relation;
}

/// Relations that are used where \p proposition is to be kept secret; its indices are free in them. Formulas
/// bind what goes to \p bound.
std::vector<ir::RecordAdjacency> othersFor(const ir::Proposition &proposition, ir::BoundVariables &bound) {
  const ir::Record &record = *proposition.record;
  std::vector<ir::RecordAdjacency> all;
  // Differential privacy: any record.
  all.push_back(replacing(record));
  // One-sided differential privacy: the records of which it is true are the sensitive ones.
  all.push_back(replacing(record));
  all.back().when = aboutPair(proposition, all.back(), false, bound);
  // Blowfish: the largest graph with which it can be answered without a mistake on one side.
  all.push_back(replacing(record));
  all.back().along = std::make_unique<ir::Binary>(
      ir::BinaryOperator::Iff, ir::Sort::Bool, aboutPair(proposition, all.back(), false, bound),
      aboutPair(proposition, all.back(), true, bound), record.range);
  return all;
}

const ir::Attribute *attributeOf(const ir::RecordAdjacency &relation, const ir::Field &field) {
  if (relation.policy)
    for (const ir::Attribute &attribute : relation.policy->attributes)
      if (attribute.field == &field)
        return &attribute;
  return nullptr;
}

/// Where \p field may change; null if that is everywhere, or nowhere, or said by one formula of both records.
const ir::Expression *conditionFor(const ir::RecordAdjacency &relation, const ir::Field &field) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  return attribute ? attribute->when.get() : relation.when.get();
}

/// The answers about one relation.
class Exposed {
public:
  Exposed(const ir::Program &of, const ir::RecordAdjacency &asked, const proof::EngineMaker &makesEngine,
          const PairCheck &confirms)
      : program(of), relation(asked), makeEngine(makesEngine), check(confirms) {}

  AboutProposition about(const ir::Proposition &proposition, const std::string &text);
  /// Where the condition holds under which it may change, or where not: \p holds. Everywhere if it has none.
  Secret value(const ir::Field &field, bool holds, std::string text);

  proof::RecordValues valuesOfRelation();
  /// \pre the relation is a graph.
  proof::RecordValues edgesHaveNoDirection();
  proof::RecordValues valuesOf(const ir::Proposition &proposition);

private:
  /// Keeps some of the pairs; what stands there for indices of which the relation may speak.
  using Kept = std::function<Substitution(Pairs &)>;

  Answer areNone(Pairs pairs);
  /// Whenever \p kept, also r -> r'.
  Answer allAllowed(const Kept &kept);
  /// Whenever r -> r', not \p kept.
  Answer noneAllowed(const Kept &kept);
  /// The fields of which some element may differ that \p proposition does not read.
  std::vector<const ir::Field *> restOf(const ir::Proposition &proposition);
  /// Keeps the pairs that differ in such an element of \p field.
  void keepRestChanged(Pairs &pairs, const ir::Field &field, const std::vector<Element> &read);
  /// No step changes an element of \p field that \p proposition does not read: where it is true, or false, or
  /// anywhere.
  Answer stays(const ir::Proposition &proposition, const ir::Field &field, std::optional<bool> isTrue);
  /// The same of two steps, from where it is true, or false; never Proved. \pre no first step does.
  Answer staysInSecondStep(const ir::Proposition &proposition, const ir::Field &field, bool isTrue);
  /// No step makes it otherwise at sizes at which \p field has more than one value.
  bool leftNowhere(const ir::Proposition &proposition, const ir::Field &field, bool isTrue);
  /// No number of steps changes any of \p rest, from where it is true, or false. \p givenAway: none of them
  /// makes it otherwise.
  Answer restStays(const ir::Proposition &proposition, const std::vector<const ir::Field *> &rest,
                   bool isTrue, const Answer &givenAway);
  /// Keeps the pairs in which the condition under which \p field may change at \p at is so, or not, of r, or
  /// of r'. \pre there is one.
  void keepCondition(Pairs &pairs, const ir::Field &field, const std::vector<const ir::Variable *> &at,
                     bool isSo, bool ofSecond, Substitution known = {});
  Answer nothingElse(const ir::Proposition &proposition, bool isTrue);
  Secret secret(const ir::Proposition &proposition, bool isTrue, std::string text);

  const ir::Program &program;
  const ir::RecordAdjacency &relation;
  const proof::EngineMaker &makeEngine;
  const PairCheck &check;
};

Answer Exposed::areNone(Pairs pairs) {
  auto among = std::make_shared<const Pairs>(std::move(pairs));
  const ir::Neighbourhood &neighbourhood = among->neighbourhood();
  auto answer = proof::haveNoNeighbours(neighbourhood, makeEngine, [&](const proof::RecordWitness &witness) {
    return check(neighbourhood, witness);
  });
  return {answer.status, std::move(answer.against), std::move(among)};
}

proof::RecordValues Exposed::valuesOfRelation() {
  Pairs pairs(program, *relation.record);
  pairs.keepAllowed(relation);
  return proof::recordValuesOf(pairs.neighbourhood(), makeEngine);
}

proof::RecordValues Exposed::edgesHaveNoDirection() {
  Pairs pairs(program, *relation.record);
  pairs.keepAllowed(relation);
  pairs.keep(negation(pairs.aboutSubject(*relation.along, *relation.pair, {}, true)));
  const std::string subject = "`" + ir::print(*relation.along) + "`";
  proof::Evidence evidence{"symmetric." + verdict::asName(subject), verdict::Condition::Symmetric, subject,
                           relation.along->range(), areNone(std::move(pairs)).status};
  smt::TermStore unused;
  evidence.engine = makeEngine(unused)->name();
  proof::RecordValues values;
  values.evidence.push_back(std::move(evidence));
  return values;
}

proof::RecordValues Exposed::valuesOf(const ir::Proposition &proposition) {
  Pairs pairs(program, *relation.record);
  Placed(pairs, proposition).keep(true, false);
  proof::RecordValues values = proof::recordValuesOf(pairs.neighbourhood(), makeEngine);
  for (proof::Evidence &evidence : values.evidence) {
    evidence.subject = "the proposition `" + ir::print(*proposition.formula) + "`";
    evidence.advice = "say in it where it has a value, as in `n > 0 and visited[0]`";
  }
  return values;
}

/// Proved if all are; denied if one is.
Answer together(std::vector<Answer> answers) {
  Answer result{Outcome::Proved, std::nullopt, nullptr};
  for (Answer &answer : answers) {
    if (answer.status == Outcome::Refuted)
      return std::move(answer);
    if (answer.status == Outcome::Unknown)
      result.status = Outcome::Unknown;
  }
  return result;
}

Answer Exposed::allAllowed(const Kept &kept) {
  std::vector<Answer> answers;
  for (const Breach &breach : breachesOf(relation)) {
    Pairs pairs(program, *relation.record);
    const Substitution known = kept(pairs);
    pairs.keepBroken(relation, breach, known);
    answers.push_back(areNone(std::move(pairs)));
    if (answers.back().status == Outcome::Refuted)
      break;
  }
  return together(std::move(answers));
}

Answer Exposed::noneAllowed(const Kept &kept) {
  Pairs pairs(program, *relation.record);
  const Substitution known = kept(pairs);
  pairs.keepAllowed(relation, known);
  return areNone(std::move(pairs));
}

Secret Exposed::secret(const ir::Proposition &proposition, bool isTrue, std::string text) {
  /// It is so of r and not of r'.
  const auto becomesWrong = [&](Pairs &pairs) {
    Placed placed(pairs, proposition);
    placed.keep(isTrue, false);
    placed.keep(!isTrue, true);
    return placed;
  };
  const auto all = [&](Pairs &pairs) { return becomesWrong(pairs).indices(); };
  Secret result{std::move(text), {}, {}, {}};
  result.fromEverybody = allAllowed(all);
  // What is hidden from everybody is so from those who know something.
  result.fromInformed =
      result.fromEverybody.isProved() ? result.fromEverybody : allAllowed([&](Pairs &pairs) {
        Placed placed = becomesWrong(pairs);
        pairs.keepElsewhere(placed.elements());
        return placed.indices();
      });
  result.deniedToAll();
  result.givenAway = noneAllowed(all);
  return result;
}

void Exposed::keepRestChanged(Pairs &pairs, const ir::Field &field, const std::vector<Element> &read) {
  const auto at = pairs.indicesOf(field);
  pairs.keepChanged(field, at);
  pairs.keepOther(field, at, read);
}

std::vector<const ir::Field *> Exposed::restOf(const ir::Proposition &proposition) {
  std::vector<const ir::Field *> rest;
  for (const auto &field : relation.record->fields) {
    Pairs pairs(program, *relation.record);
    Placed placed(pairs, proposition);
    keepRestChanged(pairs, *field, placed.elements());
    if (!areNone(std::move(pairs)).isProved())
      rest.push_back(field.get());
  }
  return rest;
}

Answer Exposed::stays(const ir::Proposition &proposition, const ir::Field &field,
                      std::optional<bool> isTrue) {
  Pairs pairs(program, *relation.record);
  Placed placed(pairs, proposition);
  if (isTrue)
    placed.keep(*isTrue, false);
  keepRestChanged(pairs, field, placed.elements());
  pairs.keepAllowed(relation, placed.indices());
  return areNone(std::move(pairs));
}

bool Exposed::leftNowhere(const ir::Proposition &proposition, const ir::Field &field, bool isTrue) {
  return noneAllowed([&](Pairs &pairs) {
           Placed placed(pairs, proposition);
           placed.keep(isTrue, false);
           placed.keep(!isTrue, true);
           pairs.keepSeveralValues(field);
           return placed.indices();
         })
      .isProved();
}

Answer Exposed::staysInSecondStep(const ir::Proposition &proposition, const ir::Field &field, bool isTrue) {
  if (relatesByFormula(relation) || !conditionFor(relation, field))
    return {};
  Pairs pairs(program, *relation.record);
  Placed placed(pairs, proposition);
  placed.keep(isTrue, false);
  const auto at = pairs.indicesOf(field);
  pairs.keepOther(field, at, placed.elements());
  pairs.keepAllowed(relation, placed.indices());
  // Then r' may become what differs from it in this element alone, if that has another value.
  keepCondition(pairs, field, at, true, true, placed.indices());
  pairs.keepSeveralValues(field);
  Answer answer = areNone(std::move(pairs));
  return answer.status == Outcome::Refuted ? std::move(answer) : Answer{};
}

Answer Exposed::restStays(const ir::Proposition &proposition, const std::vector<const ir::Field *> &rest,
                          bool isTrue, const Answer &givenAway) {
  std::vector<Answer> answers;
  for (const ir::Field *field : rest) {
    answers.push_back(stays(proposition, *field, isTrue));
    // The steps behind one that makes it otherwise begin anywhere; at sizes where there is none they do not.
    if (answers.back().isProved() && !givenAway.isProved() && !leftNowhere(proposition, *field, isTrue)) {
      answers.back() = stays(proposition, *field, std::nullopt);
      if (!answers.back().isProved())
        answers.back() = staysInSecondStep(proposition, *field, isTrue);
    }
    if (answers.back().status == Outcome::Refuted)
      break;
  }
  return together(std::move(answers));
}

Answer Exposed::nothingElse(const ir::Proposition &proposition, bool isTrue) {
  const auto ask = [&](const ir::Field *changed) {
    return allAllowed([&](Pairs &pairs) {
      Placed placed(pairs, proposition);
      placed.keep(isTrue, false);
      placed.keep(isTrue, true);
      if (changed)
        pairs.keepChanged(*changed, pairs.indicesOf(*changed));
      return placed.indices();
    });
  };
  if (!relatesByFormula(relation))
    return ask(nullptr);
  // A formula need not allow r -> r, but two records that are the same have no secret between them.
  std::vector<Answer> answers;
  for (const auto &field : relation.record->fields)
    answers.push_back(ask(field.get()));
  return together(std::move(answers));
}

AboutProposition Exposed::about(const ir::Proposition &proposition, const std::string &text) {
  AboutProposition result;
  result.isTrue = secret(proposition, true, text);
  result.isFalse = secret(proposition, false, "not (" + text + ")");
  result.nothingElseIfTrue = nothingElse(proposition, true);
  result.nothingElseIfFalse = nothingElse(proposition, false);
  const std::vector<const ir::Field *> rest = restOf(proposition);
  result.hasRest = !rest.empty();
  result.allElseIfTrue = restStays(proposition, rest, true, result.isTrue.givenAway);
  result.allElseIfFalse = restStays(proposition, rest, false, result.isFalse.givenAway);
  return result;
}

void Exposed::keepCondition(Pairs &pairs, const ir::Field &field, const std::vector<const ir::Variable *> &at,
                            bool isSo, bool ofSecond, Substitution known) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  for (std::size_t i = 0; attribute && i < attribute->indices.size(); ++i)
    known.variables[attribute->indices[i]] = at[i];
  ExpressionPtr formula = pairs.aboutSubject(
      *conditionFor(relation, field), attribute ? *relation.policy->pair : *relation.pair, known, ofSecond);
  pairs.keep(isSo ? std::move(formula) : negation(std::move(formula)));
}

Secret Exposed::value(const ir::Field &field, bool holds, std::string text) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  const auto someElement = [&](Pairs &pairs) {
    return pairs.indicesOf(field, attribute ? attribute->indices : std::vector<const ir::Variable *>());
  };
  const bool hasCondition = conditionFor(relation, field) != nullptr;
  const auto changed = [&](Pairs &pairs) {
    const auto at = someElement(pairs);
    pairs.keepChanged(field, at);
    if (hasCondition)
      keepCondition(pairs, field, at, holds, false);
    return at;
  };
  Secret result{std::move(text), {}, {}, {}};
  result.fromEverybody = allAllowed([&](Pairs &pairs) {
    changed(pairs);
    return Substitution();
  });
  result.fromInformed =
      result.fromEverybody.isProved() ? result.fromEverybody : allAllowed([&](Pairs &pairs) {
        Element own{&field, {}};
        std::vector<ExpressionPtr> reads;
        for (const ir::Variable *index : changed(pairs)) {
          reads.push_back(readOf(*index));
          own.indices.push_back(reads.back().get());
        }
        pairs.keepElsewhere({own});
        return Substitution();
      });
  result.deniedToAll();
  result.givenAway = noneAllowed([&](Pairs &pairs) {
    changed(pairs);
    return Substitution();
  });
  // A second step must not change it either; it may where the condition holds and there is another value.
  if (hasCondition && result.givenAway.isProved())
    result.givenAway = noneAllowed([&](Pairs &pairs) {
      const auto at = someElement(pairs);
      keepCondition(pairs, field, at, holds, false);
      keepCondition(pairs, field, at, !holds, true);
      pairs.keepSeveralValues(field);
      return Substitution();
    });
  return result;
}

std::string elementText(const ir::Field &field, const std::vector<const ir::Variable *> &names) {
  std::string text = field.name;
  for (std::size_t i = 0; i < field.extents.size(); ++i)
    text += "[" + (i < names.size() ? names[i]->name : i == 0 ? "i" : "i" + std::to_string(i + 1)) + "]";
  return text;
}

/// The condition of a relation as something that can be asked about; its indices are those of the rule.
/// \pre \p field has one.
ir::Proposition conditionOf(const ir::RecordAdjacency &relation, const ir::Field &field) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  const ir::Expression &condition = *conditionFor(relation, field);
  ir::Proposition result;
  result.record = relation.record;
  result.subject = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"", relation.record, {}});
  Substitution known;
  known.records[attribute ? relation.policy->pair.get() : relation.pair.get()] = result.subject.get();
  if (attribute)
    for (std::size_t i = 0; i < attribute->indices.size(); ++i)
      result.indices.push_back({attribute->indices[i], {attribute->field->extents[i].get()}});
  addFileSizes(condition, known);
  result.formula = ir::substituted(condition, known, result.bound);
  return result;
}

/// The same formula, whatever its indices are called.
bool isSameProposition(const ir::Proposition &first, const ir::Proposition &second) {
  if (first.indices.size() != second.indices.size())
    return false;
  Substitution known;
  known.records[first.subject.get()] = second.subject.get();
  for (std::size_t i = 0; i < first.indices.size(); ++i)
    known.variables[first.indices[i].variable] = second.indices[i].variable;
  ir::BoundVariables bound;
  return ir::isSameTerm(*ir::substituted(*first.formula, known, bound), *second.formula);
}

/// A parameter that \p expression reads and that is no size of the file; null if there is none.
const ir::Variable *parameterIn(const ir::Expression &expression) {
  const auto *read = llvm::dyn_cast<ir::Read>(&expression);
  if (read && read->variable.role == ir::Variable::Role::Parameter && !read->variable.fileSize)
    return &read->variable;
  const ir::Variable *found = nullptr;
  ir::forEachOperand(expression, [&](const ir::Expression &operand) {
    if (!found)
      found = parameterIn(operand);
  });
  return found;
}

std::string whyNotAsked(const ir::RecordAdjacency &relation) {
  if (relation.kind != ir::RecordAdjacency::Kind::Replace)
    return "no record takes the place of another";
  for (const ir::Expression *formula : {relation.when.get(), relation.along.get()})
    if (const ir::Variable *parameter = formula ? parameterIn(*formula) : nullptr)
      return "it reads `" + parameter->name + "`, which is known only where the mechanism is run";
  return {};
}

} // namespace

Exposure exposureOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                    const std::vector<ir::Proposition> &asked, const proof::EngineMaker &makeEngine,
                    const PairCheck &check) {
  Exposed exposed(program, relation, makeEngine, check);
  Exposure result;
  result.relation = ir::print(relation);
  result.notAsked = whyNotAsked(relation);
  if (!result.notAsked.empty())
    return result;
  result.values.push_back(exposed.valuesOfRelation());
  result.hasValues = result.values.front().areProved();
  if (!result.hasValues)
    return result;
  if (relation.along)
    result.values.push_back(exposed.edgesHaveNoDirection());
  std::vector<const ir::Expression *> seen;
  for (const auto &field : relation.record->fields) {
    const ir::Attribute *attribute = attributeOf(relation, *field);
    const std::string text =
        "the value of " +
        elementText(*field, attribute ? attribute->indices : std::vector<const ir::Variable *>());
    const ir::Expression *condition = conditionFor(relation, *field);
    if (!condition) {
      result.fields.push_back(exposed.value(*field, true, text));
      continue;
    }
    const std::string words = ir::print(*condition);
    result.fields.push_back(exposed.value(*field, true, text + " where " + words));
    result.fields.push_back(exposed.value(*field, false, text + " where not (" + words + ")"));
    const ir::Proposition about = conditionOf(relation, *field);
    const bool isKnown = std::any_of(seen.begin(), seen.end(), [&](const ir::Expression *other) {
      return ir::isSameTerm(*other, *condition);
    });
    const bool isAsked = std::any_of(asked.begin(), asked.end(), [&](const ir::Proposition &other) {
      return isSameProposition(about, other);
    });
    seen.push_back(condition);
    if (!isKnown && !isAsked)
      result.propositions.push_back(exposed.about(about, words));
  }
  for (const ir::Proposition &proposition : asked) {
    result.values.push_back(exposed.valuesOf(proposition));
    if (!result.values.back().areProved())
      continue;
    const std::string words = ir::print(*proposition.formula);
    result.propositions.push_back(exposed.about(proposition, words));
    std::vector<Comparison> &compared = result.comparisons.emplace_back();
    if (result.propositions.back().isConstant())
      continue;
    ir::BoundVariables bound;
    for (const ir::RecordAdjacency &other : othersFor(proposition, bound))
      if (!ir::isSameAdjacency(other, relation))
        compared.push_back(
            {ir::print(other), Exposed(program, other, makeEngine, check).about(proposition, words)});
  }
  return result;
}

void Secret::deniedToAll() {
  if (fromInformed.status == Outcome::Refuted && fromEverybody.status == Outcome::Unknown)
    fromEverybody = fromInformed;
}

bool Secret::isDecided() const {
  return fromEverybody.status != Outcome::Unknown && fromInformed.status != Outcome::Unknown &&
         givenAway.status != Outcome::Unknown;
}

Answer AboutProposition::nothingElse() const {
  return together({nothingElseIfTrue, nothingElseIfFalse});
}

bool AboutProposition::isDecided() const {
  return isTrue.isDecided() && isFalse.isDecided() && nothingElseIfTrue.status != Outcome::Unknown &&
         nothingElseIfFalse.status != Outcome::Unknown && allElseIfTrue.status != Outcome::Unknown &&
         allElseIfFalse.status != Outcome::Unknown;
}

bool Exposure::isDecided() const {
  return notAsked.empty() &&
         std::all_of(values.begin(), values.end(),
                     [](const proof::RecordValues &one) { return one.areProved(); }) &&
         std::all_of(fields.begin(), fields.end(), [](const Secret &one) { return one.isDecided(); }) &&
         std::all_of(propositions.begin(), propositions.end(),
                     [](const AboutProposition &one) { return one.isDecided(); }) &&
         std::all_of(comparisons.begin(), comparisons.end(), [](const std::vector<Comparison> &compared) {
           return std::all_of(compared.begin(), compared.end(),
                              [](const Comparison &one) { return one.about.isDecided(); });
         });
}

} // namespace plumb::policy
