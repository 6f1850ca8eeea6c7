// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed.h"

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
/// So many ways to use what is known of the reports are tried for one notion.
constexpr std::size_t mostWays = 32;

std::shared_ptr<const ChannelTerm> term(ChannelTerm::Kind kind, const ChannelTerm &left,
                                        const ChannelTerm &right) {
  auto made = std::make_shared<ChannelTerm>();
  made->kind = kind;
  made->operands.push_back(ir::copied(left));
  made->operands.push_back(ir::copied(right));
  return made;
}

std::shared_ptr<const ChannelTerm> numberTerm(const Rational &number) {
  auto made = std::make_shared<ChannelTerm>();
  made->kind = ChannelTerm::Kind::Number;
  made->number = number;
  return made;
}

bool isPlain(const ChannelTerm &size) {
  return size.kind == ChannelTerm::Kind::Parameter ||
         (size.kind == ChannelTerm::Kind::Number && size.number >= 0);
}

bool areAmong(const std::vector<std::size_t> &some, const std::set<std::size_t> &all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

/// The steps of compose() on one composition.
class Composing {
public:
  Composing(ComposedResult &verdict, const EngineMaker &engine)
      : result(verdict), composition(verdict.composition()), head(composition.head), makeEngine(engine) {}

  void run(const std::vector<const Result *> &results);

private:
  using Terms = std::vector<std::shared_ptr<const ChannelTerm>>;
  /// left <= right, or left = right, or left < right.
  struct Question {
    std::string name, text;
    Condition condition;
    std::shared_ptr<const ChannelTerm> left, right;
    Channel::Requirement::Comparison comparison;
    SourceRange range;
    std::optional<std::size_t> notion = {};
    std::string advice = {};
  };
  using Comparison = Channel::Requirement::Comparison;

  void ask(Question question) { questions.push_back(std::move(question)); }
  void askRequirements();
  void askSizes();
  void askSame(const std::string &name, const std::string &what, const Terms &left, const Terms &right,
               SourceRange range);
  void askSources();
  void chooseGrounds();
  std::optional<std::vector<Judgement>> fitting(const Channel::Notion &notion, std::size_t report) const;
  using Classes = std::set<std::size_t>;
  std::optional<Classes> named(const Channel::Notion &notion, std::size_t report) const;
  std::vector<std::vector<Classes>> readings(const Channel::Notion &notion) const;
  std::vector<Ground> groundsFor(const Channel::Notion &notion) const;
  void nameProtected(Channel::Notion &notion) const;
  void derive();
  std::string lackOf(const Channel::Notion &notion) const;
  std::shared_ptr<const ChannelTerm> sizeOf(const ir::ChannelStage &stage, std::size_t number) const;

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
  std::vector<std::vector<Judgement>> judgements;
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

std::shared_ptr<const ChannelTerm> Composing::sizeOf(const ir::ChannelStage &stage,
                                                     std::size_t number) const {
  return argumentsPut(*stage.channel, *stage.channel->classes[number].size, stage.arguments);
}

/// What a part requires follows from what the composition requires, with the arguments put in.
void Composing::askRequirements() {
  unsigned part = 0;
  for (const ir::ChannelReport &report : composition.reports)
    for (const ir::ChannelStage &stage : report.stages) {
      ++part;
      const Channel &channel = *stage.channel;
      for (std::size_t i = 0; i < channel.requirements.size(); ++i) {
        const Channel::Requirement &requirement = channel.requirements[i];
        ask({"part." + std::to_string(part) + ".requires." + std::to_string(i + 1),
             "what `" + print(composition, stage) + "` requires: " + print(channel, requirement),
             Condition::Part, argumentsPut(channel, *requirement.left, stage.arguments),
             argumentsPut(channel, *requirement.right, stage.arguments), requirement.comparison,
             stage.range});
      }
    }
}

/// Sizes that are no parameters, and how often parts run, are no negative numbers.
void Composing::askSizes() {
  unsigned part = 0;
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const ir::ChannelReport &report = composition.reports[i];
    for (const ir::ChannelStage &stage : report.stages) {
      ++part;
      for (std::size_t k = 0; k < stage.channel->classes.size(); ++k) {
        auto size = sizeOf(stage, k);
        if (!isPlain(*size))
          ask({"part." + std::to_string(part) + ".size." + stage.channel->classes[k].name,
               "the class " + stage.channel->classes[k].name + " of `" + print(composition, stage) +
                   "` has no negative number of members",
               Condition::Part, numberTerm(0), size, Comparison::LessEqual, stage.range});
      }
    }
    if (report.times && (report.times->kind != ChannelTerm::Kind::Number || report.times->number < 0))
      ask({"part." + std::to_string(part) + ".times",
           "`" + print(composition, report) + "` runs no negative number of times", Condition::Part,
           numberTerm(0), ir::copied(*report.times), Comparison::LessEqual, report.range});
  }
}

void Composing::askSame(const std::string &name, const std::string &what, const Terms &left,
                        const Terms &right, SourceRange range) {
  const auto sum = [](const Terms &all) {
    std::shared_ptr<const ChannelTerm> total = all.empty() ? numberTerm(0) : all.front();
    for (std::size_t i = 1; i < all.size(); ++i)
      total = term(ChannelTerm::Kind::Add, *total, *all[i]);
    return total;
  };
  ask({name,
       what,
       Condition::Part,
       sum(left),
       sum(right),
       Comparison::Equal,
       range,
       {},
       "pass arguments with which both numbers are the same, or let `requires` say that they are"});
}

/// Classes that are the same have as many members.
void Composing::askSources() {
  unsigned part = 0;
  for (const ir::ChannelReport &report : composition.reports)
    for (std::size_t i = 0; i < report.stages.size(); ++i) {
      const ir::ChannelStage &stage = report.stages[i];
      const std::string name = "part." + std::to_string(++part) + ".inputs";
      const std::string behind = i == 0 ? "inputs of `" + head.name + "`"
                                        : "outputs of `" + print(composition, report.stages[i - 1]) + "`";
      const Channel &before = i == 0 ? head : *report.stages[i - 1].channel;
      const auto sizeBefore = [&](std::size_t number) -> std::shared_ptr<const ChannelTerm> {
        return i == 0 ? std::shared_ptr<const ChannelTerm>(ir::copied(*head.classes[number].size))
                      : sizeOf(report.stages[i - 1], number);
      };
      Terms ownSizes, otherSizes;
      for (std::size_t k = 0; k < stage.channel->classes.size(); ++k) {
        const Channel::Class &one = stage.channel->classes[k];
        if (!one.isInput)
          continue;
        ownSizes.push_back(sizeOf(stage, k));
        if (stage.sources)
          askSame(name + "." + one.name,
                  "`" + print(composition, stage) + "` reads as many values in " + one.name +
                      " as there are " + behind + ": " + print(head, *ownSizes.back()) + " = " +
                      print(head, *sizeBefore((*stage.sources)[k])),
                  {ownSizes.back()}, {sizeBefore((*stage.sources)[k])}, stage.range);
      }
      if (stage.sources)
        continue;
      for (std::size_t k = 0; k < before.classes.size(); ++k)
        if (i == 0 ? before.classes[k].isInput : before.classes[k].isOutput)
          otherSizes.push_back(sizeBefore(k));
      const auto listed = [&](const Terms &all) {
        std::string text;
        for (const auto &size : all)
          text += (text.empty() ? "" : " + ") + print(head, *size);
        return text;
      };
      askSame(name,
              "`" + print(composition, stage) + "` reads one of " + listed(ownSizes) +
                  " values, and there are " + listed(otherSizes) + " " + behind + ": " + listed(ownSizes) +
                  " = " + listed(otherSizes),
              ownSizes, otherSizes, stage.range);
    }
}

/// The protected outputs of a report where the notion names classes: those of them that it sends; all, if it
/// sends none of them.
std::optional<Composing::Classes> Composing::named(const Channel::Notion &notion, std::size_t report) const {
  if (notion.guarded.empty())
    return std::nullopt;
  const ir::ChannelReport &sent = composition.reports[report];
  const Classes all = outputsOf(*sent.stages.back().channel);
  Classes protectedOnes;
  for (std::size_t output : all)
    if (std::binary_search(notion.guarded.begin(), notion.guarded.end(), sent.outputs[output]))
      protectedOnes.insert(output);
  return protectedOnes.empty() ? all : protectedOnes;
}

/// For each report its protected outputs, in every way that the notion can be meant: one, if it names
/// classes; else as many as what is proved of the parts leaves.
std::vector<std::vector<Composing::Classes>> Composing::readings(const Channel::Notion &notion) const {
  const bool isByOutputs = notion.kind == NotionKind::Uldp || notion.kind == NotionKind::KeepsTypes;
  std::vector<std::vector<Classes>> found;
  const auto add = [&](const Ground *way) {
    std::vector<Classes> reading;
    for (std::size_t k = 0; k < composition.reports.size(); ++k) {
      const bool isByPart = way && way->reports[k].kind != NotionKind::Ldp;
      reading.push_back(
          isByPart ? way->reports[k].guarded
                   : named(notion, k).value_or(outputsOf(*composition.reports[k].stages.back().channel)));
    }
    if (std::find(found.begin(), found.end(), reading) == found.end())
      found.push_back(std::move(reading));
  };
  if (!isByOutputs || !notion.guarded.empty())
    add(nullptr);
  else
    for (const Ground &way : groundsFor(notion))
      add(&way);
  return found;
}

/// What is known of a report that serves for \p notion; nothing if the notion is none of several reports.
std::optional<std::vector<Judgement>> Composing::fitting(const Channel::Notion &notion,
                                                         std::size_t report) const {
  const ir::ChannelReport &sent = composition.reports[report];
  const bool isAlone = composition.reports.size() == 1 && !sent.times;
  if (notion.kind == NotionKind::KeepsTypes && !isAlone)
    return std::nullopt;
  const Classes all = outputsOf(*sent.stages.back().channel);
  const std::optional<Classes> wanted = named(notion, report);
  std::vector<Judgement> fit;
  for (const Judgement &judgement : judgements[report]) {
    const bool covers = areAmong(notion.sensitive, judgement.sensitive);
    bool isFit = false;
    switch (notion.kind) {
    case NotionKind::Ldp:
      isFit = judgement.kind == NotionKind::Ldp;
      break;
    case NotionKind::Osldp:
      isFit = judgement.kind == NotionKind::Ldp || (judgement.kind == NotionKind::Osldp && covers);
      break;
    case NotionKind::Uldp:
      isFit = judgement.kind == NotionKind::Ldp
                  ? !wanted || *wanted == all
                  : judgement.kind == NotionKind::Uldp && covers && (!wanted || *wanted == judgement.guarded);
      break;
    case NotionKind::KeepsTypes:
      isFit = judgement.kind == NotionKind::KeepsTypes &&
              std::equal(notion.sensitive.begin(), notion.sensitive.end(), judgement.sensitive.begin(),
                         judgement.sensitive.end()) &&
              (!wanted || *wanted == judgement.guarded);
      break;
    }
    if (isFit)
      fit.push_back(judgement);
  }
  return fit;
}

/// All ways to have it, at most mostWays.
std::vector<Ground> Composing::groundsFor(const Channel::Notion &notion) const {
  std::vector<Ground> ways{{{}, numberTerm(0)}};
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const auto fit = fitting(notion, i);
    std::vector<Ground> longer;
    for (const Ground &way : ways)
      for (const Judgement &judgement : fit.value_or(std::vector<Judgement>{})) {
        if (longer.size() >= mostWays)
          break;
        Ground next = way;
        next.reports.push_back(judgement);
        const ir::ChannelReport &report = composition.reports[i];
        std::shared_ptr<const ChannelTerm> cost = judgement.budget;
        if (report.times)
          cost = term(ChannelTerm::Kind::Multiply, *report.times, *cost);
        next.total = i == 0 ? cost : term(ChannelTerm::Kind::Add, *next.total, *cost);
        longer.push_back(std::move(next));
      }
    ways = std::move(longer);
  }
  return ways;
}

/// Names the classes that the parts protect, where these names mean just that.
void Composing::nameProtected(Channel::Notion &notion) const {
  const auto all = readings(notion);
  if (all.empty() || (notion.kind != NotionKind::Uldp && notion.kind != NotionKind::KeepsTypes))
    return;
  // What protects all its outputs need not be named if it shares no class with another.
  for (bool areAllNamed : {false, true}) {
    Channel::Notion stated{notion.kind, notion.sensitive, {}, ir::copied(*notion.budget), notion.range};
    std::set<std::size_t> names;
    for (std::size_t k = 0; k < composition.reports.size(); ++k) {
      const ir::ChannelReport &report = composition.reports[k];
      if (areAllNamed || all.front()[k] != outputsOf(*report.stages.back().channel))
        for (std::size_t output : all.front()[k])
          names.insert(report.outputs[output]);
    }
    stated.guarded.assign(names.begin(), names.end());
    if (!names.empty() && readings(stated).front() == all.front()) {
      notion.guarded = std::move(stated.guarded);
      return;
    }
  }
}

/// The strongest notion that follows, where nothing is claimed; for `uldp` and `osldp` with the inputs that
/// are sensitive to all reports.
void Composing::derive() {
  for (NotionKind kind : {NotionKind::Ldp, NotionKind::Uldp, NotionKind::Osldp, NotionKind::KeepsTypes}) {
    if (!notions.empty())
      return;
    std::set<std::size_t> sensitive;
    for (std::size_t i = 0; i < head.classes.size(); ++i)
      if (head.classes[i].isInput)
        sensitive.insert(i);
    bool isRestricted = false;
    for (std::size_t i = 0; i < composition.reports.size(); ++i)
      for (const Judgement &judgement : judgements[i])
        if (judgement.kind == kind && kind != NotionKind::Ldp) {
          isRestricted = true;
          std::set<std::size_t> both;
          std::set_intersection(sensitive.begin(), sensitive.end(), judgement.sensitive.begin(),
                                judgement.sensitive.end(), std::inserter(both, both.end()));
          sensitive = std::move(both);
          break;
        }
    if (kind != NotionKind::Ldp && (!isRestricted || sensitive.empty()))
      continue;
    Channel::Notion notion;
    notion.kind = kind;
    notion.range = head.nameRange;
    if (kind != NotionKind::Ldp)
      notion.sensitive.assign(sensitive.begin(), sensitive.end());
    auto ways = groundsFor(notion);
    if (ways.empty())
      continue;
    notion.budget = ir::copied(*ways.front().total);
    nameProtected(notion);
    notions.push_back(std::move(notion));
  }
}

/// Which report is in the way.
std::string Composing::lackOf(const Channel::Notion &notion) const {
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const auto fit = fitting(notion, i);
    if (!fit)
      return "`keeps_types` is said of one report alone, which is sent once";
    if (!fit->empty())
      continue;
    const ir::ChannelReport &report = composition.reports[i];
    std::string text = "what is proved of `" + print(composition, report) + "` does not give it";
    for (std::size_t k = 0; k < report.stages.size(); ++k)
      if (!report.stages[k].sources) {
        text += k == 0 ? ": its classes of inputs are others than those of `" + head.name +
                             "`, so that only `ldp` can be used of it"
                       : ": `" + report.stages[k].channel->name + "` has other classes of inputs than `" +
                             report.stages[k - 1].channel->name + "` has of outputs";
        return text;
      }
    if (report.stages.size() > 1 && notion.kind == NotionKind::Uldp)
      text += ": what stands behind has to keep types (`keeps_types`), with the protected outputs of what "
              "stands before as its protected inputs";
    return text;
  }
  return "nothing gives it";
}

void Composing::chooseGrounds() {
  for (const ir::ChannelReport &report : composition.reports)
    judgements.push_back(judgementsOf(report));
  if (head.notions.empty())
    derive();
  else
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
    const std::vector<Ground> ways = groundsFor(notion);
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
                         ways.empty() ? lackOf(notion) : "it follows from what is proved of the parts",
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
  const auto all = readings(notion);
  if (!budget || sgn(budget->constant) != 0 || all.empty())
    throw NotRational();
  std::optional<Violation> first;
  for (const std::vector<Classes> &reading : all) {
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
  chooseGrounds();
  if (notions.empty()) {
    result.beyond = "no notion follows from what is proved of the parts";
    return;
  }
  askRequirements();
  askSizes();
  askSources();
  std::vector<const ChannelTerm *> terms;
  std::set<std::size_t> sizes;
  for (const Question &question : questions) {
    terms.push_back(question.left.get());
    terms.push_back(question.right.get());
  }
  for (const Channel::Notion &notion : notions)
    terms.push_back(notion.budget.get());
  for (const std::vector<Judgement> &ofReport : judgements)
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
