// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed.h"

#include "checker/channel/composed_questions.h"
#include "checker/channel/composed_table.h"
#include "checker/channel/composed_terms.h"
#include "checker/channel/identity.h"
#include "checker/channel/term_value.h"

#include <algorithm>
#include <iterator>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTerm;
using verdict::Condition;
using NotionKind = Channel::Notion::Kind;

namespace {

/// So many instances are looked for.
constexpr std::size_t wanted = 12;

} // namespace

/// The steps of compose() on one composition.
class Composing {
public:
  Composing(ComposedResult &verdict, const EngineMaker &engine)
      : result(verdict), composition(verdict.composition()), head(composition.head), makeEngine(engine) {}

  void run(const std::vector<const Result *> &results);

private:
  using Question = ComposedQuestion;
  using Comparison = Channel::Requirement::Comparison;

  void chooseNotions();

  std::vector<Evidence> answers(const Question &question);
  std::vector<Evidence> asLinear(const Question &question);
  std::vector<Evidence> asPowers(const Question &question);
  std::vector<Evidence> compared(const Question &question, const Fraction &left, const Fraction &right,
                                 const std::vector<Fact> &facts, Prover &prover,
                                 const std::shared_ptr<const Variables> &variables);
  static bool areProved(const std::vector<Evidence> &all) {
    return std::all_of(all.begin(), all.end(), [](const Evidence &one) { return one.isProved(); });
  }
  void proveAll();

  void makeSetting();
  bool existsForNone();
  std::optional<Violation> violationOf(const Channel::Notion &notion, const TermValues &terms,
                                       const ComposedTable &table) const;
  void examineAll();

  ComposedResult &result;
  const ir::ChannelComposition &composition;
  const Channel &head;
  const EngineMaker &makeEngine;
  std::vector<Question> questions;
  std::optional<ComposedGrounds> grounds;
  /// For each notion, claimed or derived.
  std::vector<Channel::Notion> notions;
  std::optional<ComposedTerms> linear;
  std::optional<Prover> prover;
  std::shared_ptr<const Variables> variables;
  /// The head with all that the parts ask for, and their classes: where something meets all of this, the
  /// composition is about somebody.
  Channel setting;
  std::vector<Integer> roots;
  std::vector<Values> instances;
};

void Composing::chooseNotions() {
  grounds.emplace(composition);
  if (head.notions.empty())
    notions = grounds->derived();
  for (const Channel::Notion &claimed : head.notions)
    notions.push_back(
        {claimed.kind, claimed.sensitive, claimed.guarded, ir::copied(*claimed.budget), claimed.range});
}

std::vector<Evidence> Composing::compared(const Question &question, const Fraction &left,
                                          const Fraction &right, const std::vector<Fact> &facts, Prover &by,
                                          const std::shared_ptr<const Variables> &named) {
  std::vector<Evidence> made;
  const auto add = [&](const std::string &suffix, std::string text, Fact goal) {
    Obligation obligation{question.name + suffix, std::move(text), facts,
                          std::move(goal),        question.range,  question.notion};
    auto [engine, certificate] = by.prove(obligation.facts, obligation.goal);
    made.push_back(evidenceOf(std::move(obligation), engine, std::move(certificate), named));
    made.back().condition = question.condition;
    made.back().advice = question.advice;
  };
  std::set<Polynomial> divisors = left.divisors;
  divisors.insert(right.divisors.begin(), right.divisors.end());
  unsigned count = 0;
  for (const Polynomial &divisor : divisors)
    add(".defined" + (count++ == 0 ? std::string() : "." + std::to_string(count)),
        "divisors and arguments of logarithms are positive: " + question.text, {divisor, true});
  add("", question.text, {right.signOfDifference(left), question.comparison == Comparison::Less});
  if (question.comparison == Comparison::Equal)
    add(".most", question.text, {left.signOfDifference(right), false});
  return made;
}

std::vector<Evidence> Composing::asLinear(const Question &question) {
  return compared(question, linear->value(*question.left), linear->value(*question.right), linear->facts(),
                  *prover, variables);
}

/// Numbers with `exp` in them; and exponents, of which e^left and e^right are compared.
std::vector<Evidence> Composing::asPowers(const Question &question) {
  Channel asked;
  asked.parameters = head.parameters;
  const auto copyOf = [](const Channel::Requirement &requirement) {
    return Channel::Requirement{ir::copied(*requirement.left), ir::copied(*requirement.right),
                                requirement.comparison, requirement.isTurned, requirement.range};
  };
  for (const Channel::Requirement &requirement : head.requirements) {
    Channel alone;
    alone.parameters = head.parameters;
    alone.requirements.push_back(copyOf(requirement));
    try {
      const Algebra understood(alone);
    } catch (const Unsupported &) {
      continue; // Less is known.
    } catch (const TooLarge &) {
      continue;
    }
    asked.requirements.push_back(copyOf(requirement));
  }
  // Its roots are those of both sides.
  for (const auto &side : {question.left, question.right})
    asked.definitions.push_back({"", ir::copied(*side)});
  Algebra algebra(asked);
  std::vector<bool> isInteger;
  for (const Channel::Parameter &parameter : asked.parameters)
    isInteger.push_back(parameter.sort == ir::Sort::Int);
  const auto named = std::make_shared<const Variables>(Variables{variableNames(algebra), isInteger});
  Prover own(isInteger, makeEngine);
  std::vector<Evidence> made;
  try {
    made = compared(question, algebra.number(*question.left), algebra.number(*question.right),
                    algebra.facts(), own, named);
  } catch (const Unsupported &) {
    made = compared(question, algebra.exponential(*question.left), algebra.exponential(*question.right),
                    algebra.facts(), own, named);
  }
  result.asked += own.questions();
  return made;
}

std::vector<Evidence> Composing::answers(const Question &question) {
  std::vector<Evidence> first;
  try {
    first = asLinear(question);
    if (areProved(first))
      return first;
  } catch (const Unsupported &) {
    // With powers of e it may be decided.
  } catch (const TooLarge &) {
    // The same.
  }
  try {
    std::vector<Evidence> second = asPowers(question);
    if (areProved(second) || first.empty())
      return second;
  } catch (const Unsupported &unsupported) {
    if (first.empty())
      result.beyond = question.text + ": " + unsupported.what();
  } catch (const TooLarge &tooLarge) {
    if (first.empty())
      result.beyond = question.text + ": " + tooLarge.what();
  }
  return first;
}

/// All that is open is told, and not the first alone.
void Composing::proveAll() {
  const auto take = [&](std::vector<Evidence> made) {
    std::move(made.begin(), made.end(), std::back_inserter(result.collected));
  };
  for (const Question &question : questions)
    take(answers(question));
  for (std::size_t i = 0; i < notions.size(); ++i) {
    const Channel::Notion &notion = notions[i];
    const std::vector<Ground> ways = grounds->waysTo(notion);
    std::optional<Ground> chosen;
    std::vector<Evidence> best;
    for (const Ground &way : ways) {
      if (notion.kind == NotionKind::KeepsTypes) {
        chosen = way;
        break;
      }
      Question sum{"sum." + std::to_string(i + 1),
                   "the budgets add up to " + print(head, *way.total) + ", which is at most " +
                       print(head, *notion.budget),
                   Condition::Inequality,
                   way.total,
                   std::shared_ptr<const ChannelTerm>(ir::copied(*notion.budget)),
                   Comparison::LessEqual,
                   notion.range,
                   i,
                   "give the parts smaller budgets, run them less often, or guarantee less privacy"};
      std::vector<Evidence> made = answers(sum);
      const bool isProved = !made.empty() && areProved(made);
      if (best.empty() || isProved) {
        best = std::move(made);
        chosen = way;
      }
      if (isProved)
        break;
    }
    if (ways.empty() || notion.kind == NotionKind::KeepsTypes) {
      // It is the table of judgement.h that says whether it follows.
      Obligation follows{"sum." + std::to_string(i + 1),
                         ways.empty() ? grounds->lackOf(notion)
                                      : "it follows from what is proved of the parts",
                         {},
                         {Polynomial::constant(linear->variableCount(), ways.empty() ? -1 : 0), false},
                         notion.range,
                         i};
      auto [engine, certificate] = prover->prove(follows.facts, follows.goal);
      best.push_back(evidenceOf(std::move(follows), engine, std::move(certificate), variables));
      best.back().advice = "guarantee what follows, or compose channels that are proved to be more";
    }
    take(std::move(best));
    result.reasons.push_back(std::move(chosen));
  }
}

void Composing::makeSetting() {
  setting.name = head.name;
  setting.parameters = head.parameters;
  const auto require = [&](const ChannelTerm &left, const ChannelTerm &right, Comparison comparison) {
    setting.requirements.push_back({ir::copied(left), ir::copied(right), comparison, false, {}});
  };
  for (const Channel::Requirement &requirement : head.requirements)
    require(*requirement.left, *requirement.right, requirement.comparison);
  for (const Question &question : questions)
    require(*question.left, *question.right, question.comparison);
  for (const Channel::Class &one : head.classes)
    setting.classes.push_back({one.name, ir::copied(*one.size), one.isInput, false, one.range});
  std::vector<Channel> parts;
  for (const ir::ChannelReport &report : composition.reports)
    for (const ir::ChannelStage &stage : report.stages) {
      parts.push_back(ir::instantiated(*stage.channel, stage.arguments, head));
      const std::size_t offset = setting.classes.size();
      for (const Channel::Class &one : parts.back().classes)
        setting.classes.push_back({one.name, ir::copied(*one.size), false, one.isOutput, one.range});
      for (const Channel::Map &map : parts.back().maps)
        setting.maps.push_back({map.name, map.from + offset, map.to + offset});
    }
  for (const Channel::Notion &notion : notions)
    setting.notions.push_back({notion.kind, notion.sensitive, {}, ir::copied(*notion.budget), notion.range});
  std::vector<const Channel *> all{&setting};
  for (const Channel &part : parts)
    all.push_back(&part);
  roots = commonRoots(head, all);
}

/// Is it shown that what the composition requires leaves no two inputs to compare, or nobody whom a notion
/// protects? (What its parts require has to follow from that.)
bool Composing::existsForNone() {
  const std::vector<Fact> facts = linear->facts();
  const auto isImpossible = [&](const Polynomial &sum) {
    std::vector<Fact> assumed = facts;
    assumed.push_back({sum, false});
    if (prover->prove(assumed, {Polynomial(linear->variableCount()), true}).isProved())
      return true;
    return std::any_of(assumed.begin(), assumed.end(), [&](const Fact &fact) {
      return fact.isStrict && prover->prove(assumed, {fact.polynomial * Rational(-1)}).isProved();
    });
  };
  const auto lessBy = [&](long atLeast) { return linear->constant(-atLeast).numerator; };
  const auto protectsNobody = [&](const Channel::Notion &notion) {
    Polynomial sum = lessBy(1);
    for (std::size_t i : notion.sensitive)
      sum = sum + linear->value(*head.classes[i].size).numerator;
    return notion.kind != NotionKind::Ldp && isImpossible(sum);
  };
  Polynomial inputs = lessBy(2);
  for (const Channel::Class &one : head.classes)
    if (one.isInput)
      inputs = inputs + linear->value(*one.size).numerator;
  return isImpossible(inputs) || std::all_of(notions.begin(), notions.end(), protectsNobody);
}

/// Where it fails however it is meant, the first violation. Throws NotRational if the budget is no logarithm
/// of a rational number there, or the notion is meant in no way.
std::optional<Violation> Composing::violationOf(const Channel::Notion &notion, const TermValues &terms,
                                                const ComposedTable &table) const {
  const auto budget = terms.exponential(*notion.budget);
  const auto all = grounds->readings(notion);
  if (!budget || sgn(budget->constant) != 0 || all.empty())
    throw NotRational();
  std::optional<Violation> first;
  for (const std::vector<ComposedGrounds::Classes> &reading : all) {
    auto found =
        findViolation(table.table, notion.kind, rolesOf(table, notion.sensitive, reading), budget->power);
    if (!found)
      return std::nullopt;
    if (!first)
      first = std::move(found);
  }
  return first;
}

/// The first table at which a notion fails. Tried in full are those at which all can be told.
void Composing::examineAll() {
  for (const Values &values : instances) {
    const TermValues terms(setting, roots, values);
    for (const ComposedTable &table : composedTables(composition, roots, values)) {
      bool isWhole = !notions.empty();
      for (std::size_t i = 0; i < notions.size(); ++i)
        try {
          if (auto found = violationOf(notions[i], terms, table)) {
            result.failure = Counterexample{i, std::move(*found), describe(head, roots, values)};
            break;
          }
        } catch (const NotRational &) {
          isWhole = false;
        } catch (const TooLarge &) {
          isWhole = false;
        }
      if ((isWhole || result.failure) && result.tried++ == 0)
        result.firstTried = describe(head, roots, values);
      if (result.failure)
        return;
    }
  }
}

void Composing::run(const std::vector<const Result *> &results) {
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!results[i] || results[i]->verdict() != Verdict::Proved)
      result.open.push_back(i);
  // Of what is not proved nothing follows.
  if (!result.open.empty())
    return;
  chooseNotions();
  if (notions.empty()) {
    result.beyond = "no notion follows from what is proved of the parts";
    return;
  }
  questions = questionsOf(composition);
  std::vector<const ChannelTerm *> terms;
  std::set<std::size_t> sizes;
  for (const Question &question : questions) {
    terms.push_back(question.left.get());
    terms.push_back(question.right.get());
  }
  for (const Channel::Notion &notion : notions)
    terms.push_back(notion.budget.get());
  for (const std::vector<Judgement> &ofReport : grounds->judgements())
    for (const Judgement &judgement : ofReport)
      terms.push_back(judgement.budget.get());
  for (const ir::ChannelReport &report : composition.reports)
    for (const ir::ChannelStage &stage : report.stages)
      for (std::size_t k = 0; k < stage.channel->classes.size(); ++k)
        if (const auto size = sizeOf(stage, k); size->kind == ChannelTerm::Kind::Parameter)
          sizes.insert(size->index);
  linear.emplace(head, terms, sizes);
  prover.emplace(linear->areIntegers(), makeEngine);
  variables = std::make_shared<const Variables>(Variables{linear->variableNames(), linear->areIntegers()});
  makeSetting();
  instances = smallInstances(setting, roots, wanted);
  for (std::size_t i = 0; i < notions.size() && !instances.empty(); ++i) {
    const auto protectsHere = [&](const Values &values) {
      return channel::protects(setting, roots, i, values);
    };
    if (std::any_of(instances.begin(), instances.end(), protectsHere))
      continue;
    std::vector<Values> more = smallInstances(setting, roots, 1, {i});
    if (more.empty() && result.beyond.empty())
      result.beyond = "`" + print(composition, notions[i]) +
                      "` is not known to protect anybody: no parameters were found that meet what the "
                      "composition and its parts require and leave a sensitive input; weaken `requires`";
    std::move(more.begin(), more.end(), std::back_inserter(instances));
  }
  const bool isOfNobody = !result.beyond.empty();
  if (instances.empty() && existsForNone()) {
    result.decided = Verdict::Vacuous;
    result.asked += prover->questions();
    return;
  }
  proveAll();
  result.asked += prover->questions();
  examineAll();
  if (instances.empty() && result.beyond.empty() && areProved(result.collected))
    result.beyond = "no parameters were found that meet what the composition and its parts require and leave "
                    "two inputs to compare; weaken `requires`, or write ranges instead of equations";
  if (result.failure)
    result.decided = Verdict::NotPrivate;
  else if (!isOfNobody && result.beyond.empty() && !instances.empty() && !result.collected.empty() &&
           areProved(result.collected))
    result.decided = Verdict::Proved;
  if (head.notions.empty())
    for (const Channel::Notion &notion : notions)
      result.found.push_back(
          {notion.kind, notion.sensitive, notion.guarded, ir::copied(*notion.budget), notion.range});
}

ComposedResult compose(const ir::ChannelComposition &composition, const std::vector<const Result *> &results,
                       const EngineMaker &makeEngine) {
  ComposedResult result;
  result.subject = &composition;
  try {
    Composing(result, makeEngine).run(results);
  } catch (const Unsupported &unsupported) {
    result.beyond = unsupported.what();
  } catch (const TooLarge &tooLarge) {
    result.beyond = tooLarge.what();
  }
  return result;
}

} // namespace plumb::channel
