// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/composed.h"

#include "checker/disproof/defined_values.h"
#include "checker/disproof/likelihood_text.h"
#include "checker/interpreter/parts.h"
#include "checker/refutation/candidates.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"
#include "checker/witness/confirm.h"
#include "checker/witness/defined.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"
#include "frontend/ir/stated_neighbours.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/rational.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <llvm/ADT/STLExtras.h>
#include <set>

namespace plumb::disproof {

using interpreter::ComposedData;
using interpreter::Instance;
using interpreter::Numbers;
using interpreter::Output;
using interpreter::PartInstance;
using interpreter::RecordPair;
using interpreter::RecordValue;

namespace {

using runtime::otp::Interval;

Interval intervalOf(const witness::Likelihood &likelihood) {
  auto end = [](const Exact &value) {
    return Interval(*runtime::Rational::parse(interpreter::toString(value)));
  };
  return Interval::hull(end(likelihood.low), end(likelihood.high));
}

Interval power(Interval base, std::int64_t exponent) {
  Interval product(1);
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0)
      product = product * base;
    base = base * base;
  }
  return product;
}

/// A word of a part, with what it loses.
struct PartQuestion {
  Question question;
  double loss;
  /// Where a record is replaced on a sample: the same word without a record in the place of D', and what it
  /// loses so.
  std::optional<Question> unsampled;
  double shown = 0;
};

/// What is lost by all parts between D and D', and between D and no record.
struct Losses {
  double lost = 0, shown = 0;
};

/// A rational number below \p loss; of an infinite one \p atMost.
Exact below(double loss, std::int64_t atMost) {
  constexpr std::int64_t parts = 1 << 20;
  if (std::isinf(loss))
    return atMost;
  return Exact(static_cast<std::int64_t>(std::floor(loss * static_cast<double>(parts))) - 1) / Exact(parts);
}

class SumSearch {
public:
  explicit SumSearch(const ir::Composition &of) : composition(of), head(of.head) {}

  std::optional<ComposedViolation> run() {
    refutation::SmallInstances instances(ir::Setting::alone(head));
    constexpr unsigned heaviest = 8;
    for (unsigned weight = 0; weight <= heaviest && !isOver(); ++weight)
      for (refutation::SmallInstance &small : instances.ofWeight(weight, looked)) {
        if (!composition.definitions.empty()) {
          searchDefined(small.instance());
          continue;
        }
        search(small);
        if (weight <= lightestTurned)
          searchPassedOn(small.instance());
      }
    return std::move(found);
  }

private:
  /// With which values of the other parameters all values of \c turns are tried.
  static constexpr unsigned lightestTurned = 1;

  /// Values of defined names count among the parameters of \p instance.
  void searchDefined(const Instance &instance) {
    if (isOver() || !work.spend())
      return;
    defined = definedValues(composition, instance);
    if (!defined || !known.insert(defined->instance.parameters()).second)
      return;
    refutation::SmallInstance small(defined->instance);
    search(small);
  }

  void search(refutation::SmallInstance &small) {
    if (!isOver() && isBeforeWords(small.instance()) && enter(small.instance()))
      head.recordAdjacency ? searchRecords(small.instance()) : searchAnswers(small);
  }

  /// What is passed on counts among the parameters of \p instance. Later parts may turn where it meets a
  /// number of their arguments, and not at small ones.
  void searchPassedOn(const Instance &instance) {
    for (const auto &variable : head.variables)
      if (ir::isPublished(composition, *variable) && variable->sort == ir::Sort::Int)
        for (const Exact &turn : turns())
          for (const Exact &value : {turn - 1, turn, turn + 1}) {
            auto inputs = instance.named(Numbers(instance.answerCount()));
            inputs[variable->name] = {value};
            auto turned = Instance::create(ir::Setting::alone(head), inputs);
            if (!turned || !known.insert(turned->parameters()).second)
              continue;
            refutation::SmallInstance small(std::move(*turned));
            search(small);
          }
  }

  /// The numbers in arguments.
  Numbers turns() const {
    Numbers numbers;
    for (const ir::Part &part : composition.parts)
      for (const ir::Argument &argument : part.arguments)
        if (argument.value)
          refutation::collectConstants(*argument.value, numbers);
    llvm::erase_if(numbers, [](const Exact &number) { return !number.isIntegral(); });
    return numbers;
  }

  /// Values are tried, so that later parts meet those at which they turn. What is read of cells is what words
  /// of the part say.
  bool isReadOfWords(const ir::Part &part) const {
    return !ir::publishedBy(composition, part).empty() && !ir::valueOf(composition, part);
  }

  /// All that is read of words is 0.
  bool isBeforeWords(const Instance &instance) const {
    return llvm::all_of(composition.parts, [&](const ir::Part &part) {
      return !isReadOfWords(part) ||
             llvm::all_of(ir::publishedBy(composition, part), [&](const ir::Variable *read) {
               const interpreter::Place &place = instance.place(*read);
               const auto from = instance.parameters().begin() + static_cast<std::ptrdiff_t>(place.offset);
               return std::all_of(from, from + static_cast<std::ptrdiff_t>(place.size),
                                  [](const Exact &value) { return value.sign() == 0; });
             });
    });
  }

  bool isOver() const { return found || work.isSpent() || opinionsLeft == 0; }

  void searchAnswers(refutation::SmallInstance &small) {
    constexpr unsigned heaviest = 6;
    for (unsigned weight = 0; weight <= heaviest && !isOver(); ++weight)
      small.forEachNeighbours(weight, looked, [&](const refutation::Neighbours &neighbours) {
        if (neighbours.first != neighbours.second)
          ask(small.instance(), {neighbours.first, neighbours.second, std::nullopt});
        return isOver();
      });
  }

  /// One record on each side. The queries are those of the parts, so that pairs are not told apart by
  /// answers.
  void searchRecords(const Instance &instance) {
    constexpr std::size_t most = 24;
    std::vector<std::optional<RecordValue>> records{std::nullopt};
    for (RecordValue &record : refutation::lightRecords(instance, most))
      records.emplace_back(std::move(record));
    for (const auto &first : records)
      for (const auto &second : records)
        if (!isOver() && first != second && work.spend())
          ask(instance, {Numbers(instance.answerCount()), Numbers(instance.answerCount()),
                         RecordPair{first, second, {}}});
  }

  /// Of numbers that are none of these.
  static constexpr double fractions = 1 << 20;
  static Exact fraction(double count) {
    return Exact(static_cast<std::int64_t>(count)) / Exact(static_cast<std::int64_t>(fractions));
  }

  /// A number above \p claimed, and not much.
  static Exact above(double claimed) {
    constexpr double thousands = 1000;
    return Exact(static_cast<std::int64_t>(std::ceil(std::min(claimed, 100.0) * thousands + 0.01))) /
           Exact(static_cast<std::int64_t>(thousands));
  }

  /// False if the parts have no meaning there, or nothing is guaranteed.
  bool enter(const Instance &instance) {
    auto claimed = defined ? std::optional(above(defined->claimed))
                           : interpreter::claimedEpsilon(instance, composition.guarantee);
    if (!claimed || claimed->sign() < 0 || *claimed > 50)
      return false;
    auto made = interpreter::partsOf(composition, instance);
    if (!made)
      return false;
    auto sampled = defined ? std::optional(fraction(std::round(defined->probability * fractions)))
                           : interpreter::sampledWith(composition, instance);
    if (!sampled)
      return false;
    parts = std::move(*made);
    claim = std::move(*claimed);
    probability = std::move(*sampled);
    return true;
  }

  /// The question of a part about these data, without a word. Nothing if an answer is undefined.
  static std::optional<Question> questionOf(const PartInstance &part, const Instance &instance,
                                            const ComposedData &data) {
    auto own = interpreter::dataOf(part, instance, data);
    if (!own)
      return std::nullopt;
    return Question{
        part.instance, std::move(own->first), std::move(own->second), {}, std::move(own->records)};
  }

  /// Words that a part may publish, a few.
  std::vector<Output> wordsOf(const Question &question, const PartInstance &part, const Instance &instance) {
    std::vector<Output> words;
    const auto add = [&](const Exact &offset, bool atEdges) {
      constexpr std::size_t most = 8;
      for (Output &word : wordsOn(question.instance, question.first, offset, most, work, atEdges))
        words.push_back(std::move(word));
    };
    for (const Exact &offset : {Exact(0), Exact(1), Exact(-1)})
      add(offset, false);
    // Later parts may tell most where this one says what it seldom says.
    if (isReadOfWords(*part.part))
      add(0, true);
    if (const ir::Variable *value = ir::valueOf(composition, *part.part))
      for (Output &word : words)
        interpreter::publishedValue(word) = instance.parameters()[instance.place(*value).offset];
    return words;
  }

  /// A part with a word, and what is read of it by later ones.
  struct Answered {
    PartQuestion part;
    interpreter::Inputs read;
  };

  /// Of the words with which one thing is read, the one that loses most; those that lose most come first.
  /// \param unsampled the same without a record in the place of D'; null if nobody asks.
  std::vector<Answered> worst(Question question, const PartInstance &part, const Instance &instance,
                              const Question *unsampled) {
    std::vector<Answered> all;
    for (Output &word : wordsOf(question, part, instance)) {
      question.word = std::move(word);
      auto loss = roughLoss(question, work);
      if (!loss)
        continue;
      PartQuestion candidate{question, *loss, std::nullopt, 0};
      if (unsampled) {
        candidate.unsampled = *unsampled;
        candidate.unsampled->word = question.word;
        auto shown = roughLoss(*candidate.unsampled, work);
        if (!shown)
          continue;
        candidate.shown = *shown;
      }
      interpreter::Inputs read = interpreter::passedOn(composition, instance, *part.part, question.word);
      const auto same = llvm::find_if(all, [&](const Answered &other) { return other.read == read; });
      if (same == all.end())
        all.push_back({std::move(candidate), std::move(read)});
      else if (isWorse(candidate, same->part))
        same->part = std::move(candidate);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Answered &a, const Answered &b) { return isWorse(a.part, b.part); });
    return all;
  }

  static bool isWorse(const PartQuestion &one, const PartQuestion &other) {
    return one.loss > other.loss || (one.loss == other.loss && one.shown > other.shown);
  }

  void ask(const Instance &instance, const ComposedData &data) {
    if (!interpreter::areNeighbours(composition, instance, parts, data))
      return;
    const std::vector<PartInstance> before = parts;
    answerFrom(instance, data, {});
    parts = before;
  }

  /// Of all parts behind \p answered. What is read of the words of one decides with which arguments later
  /// ones run.
  void answerFrom(const Instance &instance, const ComposedData &data, std::vector<PartQuestion> answered) {
    const bool isReplaced = composition.sampling && data.records->first && data.records->second;
    while (answered.size() < parts.size()) {
      const PartInstance &part = parts[answered.size()];
      auto question = questionOf(part, instance, data);
      std::optional<Question> unsampled;
      if (isReplaced)
        unsampled = questionOf(part, instance,
                               {data.first, data.second, RecordPair{data.records->first, std::nullopt, {}}});
      if (!question || (isReplaced && !unsampled))
        return;
      std::vector<Answered> words =
          worst(std::move(*question), part, instance, unsampled ? &*unsampled : nullptr);
      if (isReadOfWords(*part.part))
        return goOn(instance, data, answered, std::move(words));
      if (words.empty())
        return;
      answered.push_back(std::move(words.front().part));
    }
    const Losses losses = lossesOf(answered, 0);
    constexpr double rounding = 1e-5;
    if (onSample(losses, data) > claim.rational().get_d() + rounding)
      certify(instance, data, answered);
  }

  /// With each of a few \p words of the part behind \p answered.
  void goOn(const Instance &instance, const ComposedData &data, const std::vector<PartQuestion> &answered,
            std::vector<Answered> words) {
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(most, words.size()); ++i) {
      Answered &word = words[i];
      auto inputs = instance.named(Numbers(instance.answerCount()));
      for (auto &[name, values] : word.read)
        inputs[name] = std::move(values);
      const auto next = Instance::create(ir::Setting::alone(head), inputs);
      if (isOver() || !next || !enter(*next) || parts.size() <= answered.size())
        continue;
      std::vector<PartQuestion> longer = answered;
      longer.push_back(std::move(word.part));
      answerFrom(*next, data, std::move(longer));
    }
  }

  /// Of all parts, each of which loses \p less each time that it runs.
  Losses lossesOf(const std::vector<PartQuestion> &questions, double less) const {
    Losses all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto times = static_cast<double>(parts[i].times);
      all.lost += times * (questions[i].loss - less);
      all.shown += times * (questions[i].shown - less);
    }
    return all;
  }

  /// What is lost between mixtures of what is published on a record and without one: see
  /// witness::areFartherApart.
  double onSample(const Losses &losses, const ComposedData &data) const {
    if (!composition.sampling)
      return losses.lost;
    const double p = probability.rational().get_d();
    if (p == 0)
      return 0;
    if (!data.records->second)
      return std::log1p(p * std::expm1(losses.lost));
    const double onSecond = std::exp(-losses.lost);
    if (!data.records->first)
      return -std::log(p * onSecond + (1 - p));
    const double without = (1 - p) * std::exp(-losses.shown);
    return std::log(p + without) - std::log(p * onSecond + without);
  }

  /// By how much each part may fall short, each time that it runs, so that all of them together lose more
  /// than \p claim. Half of it is left to spare: nothing can be bounded as precisely as a loss that is just
  /// met.
  double spareOf(const std::vector<PartQuestion> &questions, const ComposedData &data, double claim) const {
    double least = 0, most = 2;
    constexpr unsigned steps = 30;
    for (unsigned i = 0; i < steps; ++i) {
      const double middle = (least + most) / 2;
      (onSample(lossesOf(questions, middle), data) > claim ? least : most) = middle;
    }
    return least / 2;
  }

  /// Those that are not there yet.
  static void addAnswers(const Question &question, std::vector<refutation::NamedAnswers> &answers) {
    for (refutation::NamedAnswers &answer :
         refutation::namedAnswers(question.instance, question.first, question.second))
      if (llvm::none_of(answers, [&](const auto &known) { return known.element == answer.element; }))
        answers.push_back(std::move(answer));
  }

  void certify(const Instance &instance, const ComposedData &data,
               const std::vector<PartQuestion> &questions) {
    const double spare = spareOf(questions, data, claim.rational().get_d());
    // What is impossible on D' loses whatever is asked for: also what other parts gain.
    double gained = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      gained += static_cast<double>(parts[i].times) * std::max(0.0, spare - questions[i].loss);
    constexpr double enough = 64, most = 500;
    const auto infinite = static_cast<std::int64_t>(std::ceil(std::min(enough + gained, most)));
    witness::ComposedWitness witness{instance.named(data.first),
                                     instance.named(data.second),
                                     data.records,
                                     claim,
                                     defined ? defined->between : std::nullopt,
                                     {},
                                     {}};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Work own(1'000'000);
      auto certified = certifyLoss(questions[i].question, below(questions[i].loss - spare, infinite), own);
      // Of a number with a density nobody can say what exactly is passed on.
      const bool isPassed = !ir::publishedBy(composition, *parts[i].part).empty();
      if (!certified || (isPassed && certified->witness.rank > 0))
        return;
      witness.parts.push_back(std::move(certified->witness));
      if (!questions[i].unsampled)
        continue;
      auto beside = certifyLoss(*questions[i].unsampled, below(questions[i].shown - spare, infinite), own);
      if (!beside)
        return;
      witness.unsampled.push_back(std::move(beside->witness));
    }
    const witness::ComposedOpinion opinion = witness::confirm(composition, witness);
    if (opinion.answer == witness::Opinion::Answer::Confirmed)
      found = told(instance, data, questions, std::move(witness), opinion);
    else
      --opinionsLeft;
  }

  /// Of what all parts publish, on D, on D' and without a record.
  struct Together {
    Interval first{1}, second{1}, unsampled{1};
    bool isImpossibleOnSecond = false, isImpossibleUnsampled = false;
  };

  Together together(const witness::ComposedWitness &witness, const witness::ComposedOpinion &opinion) const {
    Together all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const witness::Witness &part = witness.parts[i];
      all.first = all.first * power(intervalOf(part.firstLikelihood), parts[i].times);
      all.second = all.second * power(intervalOf(part.secondLikelihood), parts[i].times);
      all.isImpossibleOnSecond |= part.secondPaths.empty();
      if (witness.unsampled.empty())
        continue;
      const witness::Witness &without = witness.unsampled[i];
      all.unsampled = all.unsampled * power(intervalOf(without.secondLikelihood), parts[i].times);
      all.isImpossibleUnsampled |= without.secondPaths.empty();
    }
    if (!composition.sampling)
      return all;
    const Interval p = defined ? intervalOf(opinion.sampledWith) : intervalOf({probability, probability}),
                   rest = Interval(1) - p;
    const RecordPair &records = *witness.records;
    const Interval without = !records.first    ? all.first
                             : !records.second ? all.second
                                               : std::move(all.unsampled);
    all.first = p * all.first + rest * without;
    all.second = p * all.second + rest * without;
    all.isImpossibleOnSecond &= !records.second || (records.first && all.isImpossibleUnsampled);
    return all;
  }

  /// What is no rational number is told by its ends, and defined names that no part is given not at all.
  void tellDefined(ComposedViolation &violation) const {
    violation.between = defined->between;
    llvm::erase_if(violation.parameters, [&](const refutation::NamedNumber &number) {
      const auto variable = llvm::find_if(
          head.variables, [&](const auto &each) { return each->name == number.element.name(); });
      return (defined->between && defined->between->parameter == number.element.name()) ||
             (variable != head.variables.end() && ir::isDefined(composition, **variable) &&
              !witness::isGivenToParts(composition, **variable));
    });
  }

  /// The words of the parts say what is read of them.
  void leaveOutWords(std::vector<refutation::NamedNumber> &parameters) const {
    for (const ir::Part &part : composition.parts)
      if (isReadOfWords(part))
        llvm::erase_if(parameters, [&](const refutation::NamedNumber &number) {
          return llvm::any_of(ir::publishedBy(composition, part), [&](const ir::Variable *read) {
            return read->name == number.element.declared;
          });
        });
  }

  ComposedViolation told(const Instance &instance, const ComposedData &data,
                         const std::vector<PartQuestion> &questions, witness::ComposedWitness witness,
                         const witness::ComposedOpinion &opinion) const {
    const double total = onSample(lossesOf(questions, 0), data);
    ComposedViolation violation;
    violation.parameters = refutation::namedParameters(instance);
    leaveOutWords(violation.parameters);
    if (defined)
      tellDefined(violation);
    violation.loss = lossText(total, witness.claim.rational().get_d());
    violation.epsilon = interpreter::toString(witness.claim);
    violation.isEpsilonAbove = defined.has_value();
    if (composition.sampling)
      violation.sampledWith = defined ? ir::printPromoted(*composition.sampling->probability)
                                      : interpreter::toString(probability);
    for (const witness::Witness &part : witness.parts)
      violation.isDensity |= part.rank > 0;
    const Together all = together(witness, opinion);
    violation.isImpossibleOnSecond = all.isImpossibleOnSecond;
    violation.firstLow = lowText(all.first);
    violation.secondHigh = highText(all.second, violation.isDensity);
    if (data.records)
      violation.records = refutation::namedRecords(instance, *data.records);
    else
      violation.answers = refutation::namedAnswers(instance, data.first, data.second);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (data.records)
        addAnswers(questions[i].question, violation.answers);
      violation.parts.push_back({ir::printCall(*parts[i].part), parts[i].times,
                                 interpreter::print(questions[i].question.word),
                                 lossText(questions[i].loss, 0),
                                 byCells(opinion.parts[i], witness.parts[i].rank > 0), std::nullopt});
      if (!opinion.unsampled.empty())
        violation.parts.back().unsampledByCells =
            byCells(opinion.unsampled[i], witness.unsampled[i].rank > 0);
    }
    violation.witness = std::move(witness);
    return violation;
  }

  const ir::Composition &composition;
  const ir::Neighbourhood &head;
  std::vector<PartInstance> parts;
  /// Where the composition defines powers of e.
  std::optional<DefinedValues> defined;
  Exact claim;
  /// With which records are sampled.
  Exact probability;
  refutation::Budget looked{200'000};
  Work work{1'000'000};
  /// Second opinions that may say no.
  unsigned opinionsLeft = 3;
  /// Parameters with other values of what is passed on, that were looked at.
  std::set<Numbers> known;
  std::optional<ComposedViolation> found;
};

} // namespace

std::optional<ComposedViolation> examine(const ir::Composition &composition) {
  // Whom a sample hides has to be stated.
  if (!composition.guarantee.epsilon || (composition.sampling && !ir::statesNeighbours(composition)))
    return std::nullopt;
  // A scale that is left open is no noise, and what is asked to be found is no premise.
  if (llvm::any_of(composition.parts, [](const ir::Part &part) { return !part.mechanism->isStated(); }))
    return std::nullopt;
  return SumSearch(composition).run();
}

} // namespace plumb::disproof
