// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/exposed.h"

#include "checker/policy/placed.h"
#include "frontend/ir/print_expression.h"

namespace plumb::policy {

using ir::ExpressionPtr;
using ir::Substitution;
using smt::Outcome;

const ir::Attribute *attributeOf(const ir::RecordAdjacency &relation, const ir::Field &field) {
  if (relation.policy)
    for (const ir::Attribute &attribute : relation.policy->attributes)
      if (attribute.field == &field)
        return &attribute;
  return nullptr;
}

const ir::Expression *conditionFor(const ir::RecordAdjacency &relation, const ir::Field &field) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  return attribute ? attribute->when.get() : relation.when.get();
}

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

} // namespace plumb::policy
