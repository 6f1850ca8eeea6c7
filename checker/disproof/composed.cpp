// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/composed.h"

#include "checker/interpreter/parts.h"
#include "checker/refutation/candidates.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"
#include "checker/witness/confirm.h"
#include "frontend/ir/published.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/rational.h"

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

/// Of the decimal bounds that are told.
constexpr unsigned toldDigits = 6;

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
};

class SumSearch {
public:
  explicit SumSearch(const ir::Composition &of) : composition(of), head(of.head) {}

  std::optional<ComposedViolation> run() {
    refutation::SmallInstances instances(ir::Setting::alone(head));
    constexpr unsigned heaviest = 8;
    for (unsigned weight = 0; weight <= heaviest && !isOver(); ++weight)
      for (refutation::SmallInstance &small : instances.ofWeight(weight, looked)) {
        search(small);
        if (weight <= lightestTurned)
          searchPassedOn(small.instance());
      }
    return std::move(found);
  }

private:
  /// With which values of the other parameters all values of \c turns are tried.
  static constexpr unsigned lightestTurned = 1;

  void search(refutation::SmallInstance &small) {
    if (!isOver() && enter(small.instance()))
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

  /// False if the parts have no meaning there, or nothing is guaranteed.
  bool enter(const Instance &instance) {
    auto claimed = interpreter::claimedEpsilon(instance, composition.guarantee);
    if (!claimed || claimed->sign() < 0 || *claimed > 50)
      return false;
    auto made = interpreter::partsOf(composition, instance);
    if (!made)
      return false;
    parts = std::move(*made);
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

  /// The word that loses most, of a few. \param passed what the part passes on; null if that is nothing.
  std::optional<PartQuestion> worst(Question question, const Exact *passed) {
    std::optional<PartQuestion> best;
    for (const Exact &offset : {Exact(0), Exact(1), Exact(-1)})
      for (Output &word : wordsOn(question.instance, question.first, offset, 8, work)) {
        question.word = std::move(word);
        if (passed)
          interpreter::publishedValue(question.word) = *passed;
        auto loss = roughLoss(question, work);
        if (loss && (!best || *loss > best->loss))
          best = PartQuestion{question, *loss};
      }
    return best;
  }

  void ask(const Instance &instance, const ComposedData &data) {
    if (!interpreter::areNeighbours(composition, instance, parts, data))
      return;
    std::vector<PartQuestion> questions;
    double total = 0;
    for (const PartInstance &part : parts) {
      auto question = questionOf(part, instance, data);
      const Exact *passed = interpreter::passedOn(composition, instance, part);
      auto answered = question ? worst(std::move(*question), passed) : std::nullopt;
      if (!answered)
        return;
      total += static_cast<double>(part.times) * answered->loss;
      questions.push_back(std::move(*answered));
    }
    constexpr double rounding = 1e-5;
    const Exact claim = *interpreter::claimedEpsilon(instance, composition.guarantee);
    if (total > claim.rational().get_d() + rounding)
      certify(instance, data, questions, total, claim);
  }

  /// A rational number below \p loss.
  static Exact below(double loss) {
    constexpr std::int64_t parts = 1 << 20;
    return Exact(static_cast<std::int64_t>(std::floor(loss * static_cast<double>(parts))) - 1) / Exact(parts);
  }

  /// What each part is to lose more than. The excess is shared out, so that each has some of it to spare:
  /// nothing can be bounded as precisely as a loss that is just met.
  std::vector<Exact> sharesOf(const std::vector<PartQuestion> &questions, double total,
                              const Exact &claim) const {
    double runs = 0;
    for (const PartInstance &part : parts)
      runs += static_cast<double>(part.times);
    const bool isInfinite = std::isinf(total);
    const double spare = isInfinite ? 1 : (total - claim.rational().get_d()) / runs / 2;
    Exact sum;
    std::vector<Exact> shares;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double loss = questions[i].loss;
      shares.push_back(std::isinf(loss) ? Exact(0) : below(loss - spare));
      sum = sum + Exact(parts[i].times) * shares.back();
    }
    // What is impossible on D' loses whatever is asked for.
    const Exact rest = sum < claim ? claim - sum : Exact(0);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (std::isinf(questions[i].loss))
        shares[i] = rest;
    return shares;
  }

  /// Those that are not there yet.
  static void addAnswers(const Question &question, std::vector<refutation::NamedAnswers> &answers) {
    for (refutation::NamedAnswers &answer :
         refutation::namedAnswers(question.instance, question.first, question.second))
      if (llvm::none_of(answers, [&](const auto &known) { return known.element == answer.element; }))
        answers.push_back(std::move(answer));
  }

  void certify(const Instance &instance, const ComposedData &data, const std::vector<PartQuestion> &questions,
               double total, const Exact &claim) {
    const std::vector<Exact> shares = sharesOf(questions, total, claim);
    witness::ComposedWitness witness{
        instance.named(data.first), instance.named(data.second), data.records, claim, {}};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Work own(1'000'000);
      auto certified = certifyLoss(questions[i].question, shares[i], own);
      // Of a number with a density nobody can say what exactly is passed on.
      const bool isPassed = interpreter::passedOn(composition, instance, parts[i]) != nullptr;
      if (!certified || (isPassed && certified->witness.rank > 0))
        return;
      witness.parts.push_back(std::move(certified->witness));
    }
    const witness::ComposedOpinion opinion = witness::confirm(composition, witness);
    if (opinion.answer == witness::Opinion::Answer::Confirmed)
      found = told(instance, data, questions, total, std::move(witness), opinion);
    else
      --opinionsLeft;
  }

  ComposedViolation told(const Instance &instance, const ComposedData &data,
                         const std::vector<PartQuestion> &questions, double total,
                         witness::ComposedWitness witness, const witness::ComposedOpinion &opinion) const {
    ComposedViolation violation{refutation::namedParameters(instance),
                                {},
                                std::nullopt,
                                {},
                                lossText(total, witness.claim.rational().get_d()),
                                interpreter::toString(witness.claim),
                                {},
                                {},
                                false,
                                false,
                                {}};
    Interval first(1), second(1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const witness::Witness &part = witness.parts[i];
      first = first * power(intervalOf(part.firstLikelihood), parts[i].times);
      second = second * power(intervalOf(part.secondLikelihood), parts[i].times);
      violation.isDensity |= part.rank > 0;
      violation.isImpossibleOnSecond |= part.secondPaths.empty();
    }
    violation.firstLow = first.lowerText(toldDigits);
    violation.secondHigh = second.upperText(toldDigits);
    if (data.records)
      violation.records = refutation::namedRecords(instance, *data.records);
    else
      violation.answers = refutation::namedAnswers(instance, data.first, data.second);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (data.records)
        addAnswers(questions[i].question, violation.answers);
      violation.parts.push_back({ir::printCall(*parts[i].part), parts[i].times,
                                 interpreter::print(questions[i].question.word),
                                 lossText(questions[i].loss, 0), byCells(opinion.parts[i])});
    }
    violation.witness = std::move(witness);
    return violation;
  }

  const ir::Composition &composition;
  const ir::Neighbourhood &head;
  std::vector<PartInstance> parts;
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
  // The parts' losses do not add up where they see a sample.
  if (!composition.guarantee.epsilon || composition.sampling)
    return std::nullopt;
  // A scale that is left open is no noise, and what is asked to be found is no premise.
  if (llvm::any_of(composition.parts, [](const ir::Part &part) { return !part.mechanism->isStated(); }))
    return std::nullopt;
  return SumSearch(composition).run();
}

} // namespace plumb::disproof
