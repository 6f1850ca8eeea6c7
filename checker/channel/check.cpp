// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/check.h"

#include "checker/channel/coverage.h"
#include "checker/channel/identity.h"
#include "checker/channel/print_certificate.h"
#include "checker/channel/term_value.h"
#include "frontend/ir/open_channel.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

namespace plumb::channel {

/// So many instances are enumerated beside a proof, and so many in search of a refutation.
static constexpr std::size_t crossExamined = 6, searched = 400;

/// Is it about these values, and not so there?
static bool fails(const Obligation &obligation, const Values &values) {
  const auto holds = [&](const Fact &fact) {
    const int sign = sgn(fact.polynomial.at(values));
    return fact.isStrict ? sign > 0 : sign >= 0;
  };
  // The goal first: mostly it holds, and the facts are many.
  return !holds(obligation.goal) && std::all_of(obligation.facts.begin(), obligation.facts.end(), holds);
}

static std::vector<bool> integersOf(const ir::Channel &channel) {
  std::vector<bool> isInteger;
  for (const ir::Channel::Parameter &parameter : channel.parameters)
    isInteger.push_back(parameter.sort == ir::Sort::Int);
  return isInteger;
}

/// The steps of check() on one channel.
class Checking {
public:
  Checking(Result &verdict, const EngineMaker &makeEngine)
      : result(verdict), algebra(verdict.channel()), prover(integersOf(verdict.channel()), makeEngine) {
    result.names = variableNames(algebra);
    variables = std::make_shared<const Variables>(Variables{result.names, integersOf(verdict.channel())});
  }

  void run();

private:
  /// All obligations, those about their cases first. TooLarge is told as what is beyond this checker.
  std::vector<Obligation> collect();
  bool areRefuted(const std::function<bool(std::size_t)> &isCounted, long atLeast);
  bool protectsNobody(const ir::Channel::Notion &notion);
  bool existsForNone();
  void lookForProtected();
  void examineAll();
  void examineRows();
  void proveAll(std::vector<Obligation> all);
  void searchRefutation();
  std::string advice();

  Result &result;
  Algebra algebra;
  Prover prover;
  std::shared_ptr<const Variables> variables;
  /// The first that is.
  std::optional<Obligation> open;
  std::vector<Values> instances;
  /// Numbers that were compared.
  std::uint64_t spent = 0;
};

std::vector<Obligation> Checking::collect() {
  const Guess guess = [&](const std::vector<Fact> &facts, const Fact &goal) {
    const Obligation asked{{}, {}, facts, goal, {}, {}};
    return !instances.empty() && std::none_of(instances.begin(), instances.end(), [&](const Values &values) {
      return fails(asked, values);
    }) && prover.prove(facts, goal).isProved();
  };
  try {
    std::vector<Obligation> made = obligations(algebra, guess);
    std::vector<Obligation> cases = coverage(algebra, made);
    made.insert(made.begin(), std::make_move_iterator(cases.begin()), std::make_move_iterator(cases.end()));
    std::stable_sort(made.begin(), made.end(),
                     [](const Obligation &a, const Obligation &b) { return a.notion < b.notion; });
    return made;
  } catch (const TooLarge &tooLarge) {
    result.beyond = tooLarge.what();
    return {};
  }
}

/// Is it shown that the requirements leave no \p atLeast members in the classes that are counted?
bool Checking::areRefuted(const std::function<bool(std::size_t)> &isCounted, long atLeast) {
  Polynomial sum = Polynomial::constant(algebra.variableCount(), -atLeast);
  for (std::size_t i = 0; i < result.channel().classes.size(); ++i)
    if (isCounted(i))
      sum = sum + algebra.sizeOf(i);
  std::vector<Fact> facts = algebra.facts();
  facts.push_back({sum});
  if (prover.prove(facts, {Polynomial(algebra.variableCount()), true}).isProved())
    return true;
  // Two that leave nothing between them: the one says that the other is at most 0.
  return std::any_of(facts.begin(), facts.end(), [&](const Fact &fact) {
    return fact.isStrict && prover.prove(facts, {fact.polynomial * Rational(-1)}).isProved();
  });
}

/// Is it shown that no parameters leave anybody whom the notion protects?
bool Checking::protectsNobody(const ir::Channel::Notion &notion) {
  const auto isSensitive = [&](std::size_t i) {
    return std::binary_search(notion.sensitive.begin(), notion.sensitive.end(), i);
  };
  return notion.kind != ir::Channel::Notion::Kind::Ldp && areRefuted(isSensitive, 1);
}

/// Is it shown that no parameters meet the requirements and leave two inputs to compare; or that no notion
/// protects anybody?
bool Checking::existsForNone() {
  const ir::Channel &channel = result.channel();
  return areRefuted([&](std::size_t i) { return channel.classes[i].isInput; }, 2) ||
         std::all_of(channel.notions.begin(), channel.notions.end(),
                     [&](const ir::Channel::Notion &notion) { return protectsNobody(notion); });
}

/// A notion that protects nobody would be proved of nothing. Of each an instance is wanted in which it does.
void Checking::lookForProtected() {
  const ir::Channel &channel = result.channel();
  for (std::size_t i = 0; i < channel.notions.size() && !instances.empty(); ++i) {
    if (std::any_of(instances.begin(), instances.end(),
                    [&](const Values &values) { return protects(algebra, i, values); }))
      continue;
    std::vector<Values> more = smallInstances(algebra, 1, {i});
    if (more.empty() && result.beyond.empty())
      result.beyond = "`" + ir::print(channel, channel.notions[i]) +
                      (protectsNobody(channel.notions[i])
                           ? "` protects nobody: no parameters that meet the requirements leave a sensitive "
                             "input; leave it out, or weaken `requires`"
                           : "` is not known to protect anybody: no parameters were found that meet the "
                             "requirements and leave a sensitive input; weaken `requires`, or write ranges "
                             "instead of equations");
    instances.insert(instances.end(), more.begin(), more.end());
  }
}

/// Tries the instances as far as they are small enough, and all of them together take no more than seconds.
void Checking::examineAll() {
  constexpr std::uint64_t mostSpent = 20'000'000;
  result.tried = 0;
  result.firstTried.reset();
  for (const Values &values : instances) {
    const auto cost = effort(algebra, values);
    if (!cost || spent + *cost > mostSpent)
      continue;
    spent += *cost;
    try {
      result.failure = examine(algebra, values);
    } catch (const NotRational &) {
      continue;
    }
    if (result.tried++ == 0)
      result.firstTried = describe(algebra, values);
    if (result.failure)
      return;
  }
}

static bool hasHole(const ir::Channel &channel, const ir::ChannelTerm &term) {
  return (term.kind == ir::ChannelTerm::Kind::Parameter && channel.parameters[term.index].isOpen) ||
         std::any_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &operand) { return hasHole(channel, *operand); });
}

/// Where only budgets are left open the rows are the same whatever these will be.
void Checking::examineRows() {
  const ir::Channel &channel = result.channel();
  if (std::any_of(channel.definitions.begin(), channel.definitions.end(),
                  [&](const auto &definition) { return hasHole(channel, *definition.value); }) ||
      std::any_of(channel.rules.begin(), channel.rules.end(),
                  [&](const auto &rule) { return hasHole(channel, *rule.entry); }))
    return;
  for (const Values &values : smallInstances(algebra, searched / 10, {.nobodyToo = true})) {
    if (!effort(algebra, values))
      continue;
    try {
      std::optional<Counterexample> failure = examine(algebra, values);
      if (!failure || failure->notion)
        continue;
      failure->values.resize(ir::declaredCount(channel));
      result.failure = std::move(failure);
      result.decided = Verdict::NoChannel;
      return;
    } catch (const NotRational &) {
      continue;
    }
  }
}

/// Up to the first that is open: it decides.
void Checking::proveAll(std::vector<Obligation> all) {
  for (Obligation &obligation : all) {
    auto [engine, certificate] = prover.prove(obligation.facts, obligation.goal);
    if (engine.empty())
      open = obligation;
    result.collected.push_back(evidenceOf(std::move(obligation), engine, std::move(certificate), variables));
    if (open)
      return;
  }
}

/// Most mistakes show soon, and where the inequality does not hold that has no certificate.
void Checking::searchRefutation() {
  for (std::size_t limit : {searched / 10, searched}) {
    instances = smallInstances(algebra, limit, {.nobodyToo = true});
    if (open)
      std::stable_partition(instances.begin(), instances.end(),
                            [&](const Values &values) { return fails(*open, values); });
    examineAll();
    if (result.failure)
      return;
  }
  if (open)
    result.collected.back().advice = advice();
}

/// On what is open, where there is more to say than the condition does.
std::string Checking::advice() {
  if (open->guard.topic == Topic::Coverage)
    return {};
  if (prover.isSpent())
    return "the search for certificates ended at its limit for one channel; require less that is no bound of "
           "one "
           "parameter, or make two channels of it";
  if (prover.ranOut())
    return "the solver stopped at its limit while it looked for a certificate; try a larger "
           "`--resource-limit`";
  return {};
}

void Checking::run() {
  if (ir::hasHoles(result.channel())) {
    result.beyond = "something is left open";
    examineRows();
    return;
  }
  instances = smallInstances(algebra, crossExamined);
  lookForProtected();
  const bool isOfNobody = !result.beyond.empty();
  // First of all: it tells what is beyond the algebra, which no table can tell.
  std::vector<Obligation> all = collect();
  if (instances.empty()) {
    if (existsForNone())
      result.decided = Verdict::Vacuous;
    else if (result.beyond.empty())
      result.beyond = "no parameters were found that meet the requirements and leave two inputs to compare; "
                      "weaken `requires`, or write ranges instead of equations";
    return;
  }
  // What fails on small numbers is not asked of anybody.
  examineAll();
  if (!result.failure) {
    const std::size_t wanted = all.size();
    if (!isOfNobody)
      proveAll(std::move(all));
    const bool isProved = wanted > 0 && result.collected.size() == wanted &&
                          std::all_of(result.collected.begin(), result.collected.end(),
                                      [](const Evidence &evidence) { return evidence.isProved(); });
    if (isProved)
      result.decided = Verdict::Proved;
    if (!isProved)
      searchRefutation();
  }
  result.asked = prover.questions();
  if (result.failure)
    result.decided = result.failure->notion ? Verdict::NotPrivate : Verdict::NoChannel;
}

Result check(const ir::Channel &channel, const EngineMaker &makeEngine) {
  Result result;
  result.subject = &channel;
  try {
    Checking(result, makeEngine).run();
  } catch (const Unsupported &unsupported) {
    result.beyond = unsupported.what();
  } catch (const TooLarge &tooLarge) {
    result.beyond = tooLarge.what();
  }
  return result;
}

} // namespace plumb::channel
