// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/filling.h"

#include "checker/channel/answers.h"
#include "checker/channel/term_value.h"
#include "checker/channel/written_term.h"

#include <algorithm>
#include <utility>

namespace plumb::channel {

namespace {

using ir::Channel;
using ir::ChannelTerm;
using ir::ChannelTermPtr;

/// So many answers are put to the prover.
constexpr std::size_t mostProofs = 6;

/// The holes filled with an answer, until this ends or it is kept.
class Filled {
public:
  Filled(Channel &in, std::vector<Hole> &open, const Answer &answer, const Algebra &algebra)
      : channel(in), holes(open) {
    std::vector<ChannelTermPtr> terms;
    for (std::size_t i = 0; i < holes.size(); ++i) {
      const Channel::Parameter &parameter = channel.parameters[holes[i].parameter];
      terms.push_back(parameter.isExponent ? exponentOf(answer[i], algebra, parameter.range)
                                           : numberOf(answer[i], algebra, parameter.range));
    }
    for (std::size_t i = 0; i < holes.size(); ++i)
      before.push_back(std::exchange(*holes[i].place, std::move(terms[i])));
    for (const Hole &hole : holes)
      found.push_back({channel.parameters[hole.parameter].range, lineOf(channel, hole),
                       ir::print(channel, **hole.place)});
    while (ir::hasHoles(channel)) {
      taken.push_back(channel.parameters.back());
      channel.parameters.pop_back();
    }
  }
  Filled(const Filled &) = delete;
  Filled &operator=(const Filled &) = delete;
  ~Filled() {
    if (isKept)
      return;
    for (std::size_t i = 0; i < holes.size(); ++i)
      *holes[i].place = std::move(before[i]);
    channel.parameters.insert(channel.parameters.end(), taken.rbegin(), taken.rend());
  }
  void keep() { isKept = true; }

  std::vector<Filling::Found> found;

private:
  Channel &channel;
  std::vector<Hole> &holes;
  std::vector<ChannelTermPtr> before;
  std::vector<Channel::Parameter> taken;
  bool isKept = false;
};

std::string together(const std::vector<Filling::Found> &found) {
  std::string text;
  for (const Filling::Found &one : found)
    text += (text.empty() ? "" : ", ") + one.clause;
  return text;
}

/// A small table at which a power of e that is a hundredth smaller is too small for the budget in \p hole.
std::optional<std::vector<Counterexample::Value>> needs(Channel &channel, const Hole &hole) {
  const SourceRange range = (*hole.place)->range;
  const auto term = [&](ChannelTerm::Kind kind) {
    auto made = std::make_unique<ChannelTerm>();
    made->kind = kind;
    made->range = range;
    return made;
  };
  auto sum = term(ChannelTerm::Kind::Add), logarithm = term(ChannelTerm::Kind::Logarithm),
       share = term(ChannelTerm::Kind::Number);
  share->number = Rational(99, 100);
  logarithm->operands.push_back(std::move(share));
  sum->operands.push_back(std::move(*hole.place));
  sum->operands.push_back(std::move(logarithm));
  *hole.place = std::move(sum);
  std::optional<std::vector<Counterexample::Value>> where;
  try {
    const Algebra algebra(channel);
    for (const Values &values : smallInstances(algebra, 12)) {
      if (!effort(algebra, values))
        continue;
      const auto failure = examine(algebra, values);
      if (!failure || failure->violation.kind != Violation::Kind::Ratio || failure->notion != hole.number)
        continue;
      where = failure->values;
      break;
    }
  } catch (const std::exception &) {
    where.reset(); // NotRational, TooLarge, Unsupported: nothing is known of it.
  }
  ChannelTermPtr own = std::move((*hole.place)->operands.front());
  *hole.place = std::move(own);
  return where;
}

/// Why \p answer, which holds at all samples, is not kept.
std::string lackOf(const Result &result, const std::string &answer) {
  if (result.verdict() == Verdict::Vacuous)
    return "no parameters that meet the requirements leave two inputs to compare, or somebody who is "
           "protected";
  const std::string held = "`" + answer + "` holds at all parameters that were tried, and is not proved: ";
  if (!result.unsupported().empty())
    return held + result.unsupported();
  for (const Evidence &evidence : result.evidence())
    if (!evidence.isProved())
      return held + evidence.subject;
  return "`" + answer + "` holds at all parameters that were tried, and is not proved";
}

Filling fillHoles(Channel &channel, const EngineMaker &makeEngine, const IsText &isText) {
  Filling result;
  std::vector<Hole> holes = holesOf(channel);
  AnswerSearch search(channel, holes);
  const std::vector<Answer> answers = search.answers();
  const bool isOfBudgets =
      std::all_of(holes.begin(), holes.end(), [](const Hole &hole) { return hole.isBudget(); });
  std::optional<Answer> best;
  std::size_t asked = 0;
  std::string lack;
  for (const Answer &answer : answers) {
    if (asked == mostProofs)
      break;
    Filled filled(channel, holes, answer, search.algebra());
    if (!isText(channel))
      continue;
    ++asked;
    const Result checked = check(channel, makeEngine);
    if (checked.verdict() != Verdict::Proved) {
      if (lack.empty())
        lack = lackOf(checked, together(filled.found));
      continue;
    }
    if (best) {
      result.others.push_back(together(filled.found));
      continue;
    }
    best = answer;
    // What looks the same at all samples is the same answer, written in another way.
    if (isOfBudgets)
      break;
  }
  if (!best) {
    result.conflict = lack.empty() || !search.hasSamples() ? search.conflict() : std::vector{lack};
    return result;
  }
  Filled filled(channel, holes, *best, search.algebra());
  filled.keep();
  result.found = std::move(filled.found);
  result.isSmallestFound = isOfBudgets;
  for (std::size_t i = 0; isOfBudgets && i < holes.size(); ++i) {
    auto where = needs(channel, holes[i]);
    if (i == 0 || !where)
      result.tightAt = std::move(where);
    if (!result.tightAt)
      break;
  }
  return result;
}

Filling withConflict(const char *reason) {
  Filling result;
  result.conflict.emplace_back(reason);
  return result;
}

} // namespace

Filling fill(Channel &channel, const EngineMaker &makeEngine, const IsText &isText) {
  try {
    return fillHoles(channel, makeEngine, isText);
  } catch (const Unsupported &unsupported) {
    return withConflict(unsupported.what());
  } catch (const TooLarge &tooLarge) {
    return withConflict(tooLarge.what());
  }
}

} // namespace plumb::channel
