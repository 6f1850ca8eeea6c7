// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/confirm.h"

#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/parts.h"
#include "checker/witness/defined.h"
#include "frontend/ir/published.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::witness {

using interpreter::Instance;
using interpreter::Numbers;

namespace {

/// Is D -> D' stated, and do all requirements hold?
std::optional<std::string> wrongInput(const Instance &instance, const Numbers &first, const Numbers &second,
                                      const Witness &witness) {
  if (!interpreter::requirementsHold(instance))
    return "a requirement does not hold";
  if (instance.recordShape() == nullptr)
    return interpreter::areNeighbours(instance, first, second) ? std::nullopt
                                                               : std::optional("the data are no neighbours");
  if (!witness.records || !interpreter::areNeighbours(instance, *witness.records))
    return "the records are no neighbours";
  auto answers = interpreter::answersOf(instance, *witness.records);
  if (!answers || answers->first != first || answers->second != second)
    return "the answers are not those of the records";
  return std::nullopt;
}

/// The one instance of both data sets, and their answers.
struct Data {
  Instance instance;
  Numbers first, second;
};

/// Nothing if parameters or answers do not fit.
std::optional<Data> dataOf(ir::Setting setting, const interpreter::Inputs &first,
                           const interpreter::Inputs &second) {
  auto instance = Instance::create(setting, first);
  auto again = Instance::create(setting, second);
  if (!instance || !again || instance->parameters() != again->parameters())
    return std::nullopt;
  auto onFirst = instance->answers(first), onSecond = instance->answers(second);
  if (!onFirst || !onSecond)
    return std::nullopt;
  return Data{std::move(*instance), std::move(*onFirst), std::move(*onSecond)};
}

constexpr const char *noFit = "the inputs do not fit the mechanism";

/// Is \p witness about the data that \p part has, and right?
Opinion confirmPart(const interpreter::PartInstance &part, const interpreter::PartData &data,
                    const Witness &witness, std::uint64_t cells) {
  const Instance &instance = part.instance;
  if (instance.named(data.first) != witness.first || instance.named(data.second) != witness.second)
    return rejected("a part has other data");
  return compare(instance, data.first, data.second, witness, cells);
}

/// Does a sample, which has a record with \p probability p and else none, tell more than \p claim? With P(r)
/// for how likely the words are on the record r of D, P(r') on that of D', and P() without a record, what is
/// known is
///
///     P(r) > e^lost P(), P() > e^lost P(r'), or P(r) > e^lost P(r') and P(r) > e^shown P()
///
/// where D alone has a record, D' alone, or both; and what is asked is
///
///     p P(r) + (1 - p) P() > e^claim (p P(r') + (1 - p) P())
///
/// with P() in the place of P(r) or P(r') where there is no such record.
bool areFartherApart(const interpreter::RecordPair &records, const Bounds &p, const Bounds &rest,
                     const Exact &claim, const Exact &lost, const Exact &shown) {
  if (p.low <= 0)
    return false;
  const Bounds guaranteed = exponential(Bounds(claim));
  if (!records.second)
    return (p * exponential(Bounds(lost)) + rest).low >= guaranteed.high;
  // In units of what is most likely of the three.
  const Bounds onSecond = exponential(Bounds(-lost));
  if (!records.first)
    return (guaranteed * (p * onSecond + rest)).high <= 1;
  const Bounds without = exponential(Bounds(-shown));
  const double excess = std::max(0.0, (guaranteed + Bounds(-1.0)).high);
  return (p * (Bounds(1.0) + -(guaranteed * onSecond))).low >= (rest * without * Bounds(excess)).high;
}

/// Later parts run with arguments made of what this one publishes: is it that, and not only close to it?
bool isPassedOn(const ir::Composition &composition, const Instance &head,
                const interpreter::PartInstance &part, const Witness &witness) {
  if (ir::publishedBy(composition, *part.part).empty())
    return true;
  if (part.times != 1 || witness.rank != 0 || witness.isBeginning)
    return false;
  const interpreter::Inputs given = head.named(Numbers(head.answerCount()));
  return llvm::all_of(interpreter::passedOn(composition, head, *part.part, witness.word),
                      [&](const auto &read) { return given.at(read.first) == read.second; });
}

} // namespace

Opinion confirm(const ir::Mechanism &mechanism, const Witness &witness, std::uint64_t cells) {
  auto data = dataOf(mechanism, witness.first, witness.second);
  if (!data)
    return rejected(noFit);
  if (auto wrong = wrongInput(data->instance, data->first, data->second, witness))
    return rejected(std::move(*wrong));
  auto claim = interpreter::claimedEpsilon(data->instance);
  if (!claim || *claim != witness.claim)
    return rejected("something else is guaranteed");
  return compare(data->instance, data->first, data->second, witness, cells);
}

ComposedOpinion confirm(const ir::Composition &composition, const ComposedWitness &witness,
                        std::uint64_t cells) {
  auto data = dataOf(ir::Setting::alone(composition.head), witness.first, witness.second);
  if (!data)
    return rejected(noFit);
  const Instance &head = data->instance;
  if (!interpreter::requirementsHold(head))
    return rejected("a requirement does not hold");
  const bool isDefined = !composition.definitions.empty();
  const std::optional<Defined> defined =
      isDefined ? definedAt(composition, head, witness.between) : std::nullopt;
  if (isDefined && !defined)
    return rejected("no parameters are known to give the parts what they run with");
  const auto claim =
      isDefined ? std::optional(witness.claim) : interpreter::claimedEpsilon(head, composition.guarantee);
  if (!claim || *claim != witness.claim || (defined && !(defined->claimed.high <= Bounds(*claim).low)))
    return rejected("something else is guaranteed");
  const bool isAboutRecords = head.recordShape() != nullptr;
  auto parts = interpreter::partsOf(composition, head);
  if (!parts || parts->size() != witness.parts.size() || isAboutRecords != witness.records.has_value())
    return rejected(noFit);
  const interpreter::ComposedData pair{data->first, data->second, witness.records};
  if (!interpreter::areNeighbours(composition, head, *parts, pair))
    return rejected("the ledger has no row for these data");
  const bool isSampled = composition.sampling.has_value();
  const auto probability = isDefined ? std::nullopt : interpreter::sampledWith(composition, head);
  if (isSampled && ((!probability && !defined) || !pair.records || !pair.records->others.empty()))
    return rejected("no sample of one record");
  const bool isReplaced = isSampled && pair.records->first && pair.records->second;
  if (witness.unsampled.size() != (isReplaced ? parts->size() : 0))
    return rejected(noFit);
  Exact sum, shown;
  ComposedOpinion together({Opinion::Answer::Confirmed, {}, {}, {}});
  for (std::size_t i = 0; i < parts->size(); ++i) {
    auto own = interpreter::dataOf((*parts)[i], head, pair);
    if (!own)
      return rejected(noFit);
    if (!isPassedOn(composition, head, (*parts)[i], witness.parts[i]))
      return rejected("a part passes on something else");
    Opinion opinion = confirmPart((*parts)[i], *own, witness.parts[i], cells / parts->size());
    if (opinion.answer != Opinion::Answer::Confirmed)
      return opinion;
    together.parts.push_back(std::move(opinion));
    sum = sum + Exact((*parts)[i].times) * witness.parts[i].claim;
    if (!isReplaced)
      continue;
    if (witness.unsampled[i].word != witness.parts[i].word ||
        witness.unsampled[i].isBeginning != witness.parts[i].isBeginning)
      return rejected("without a record something else is published");
    const interpreter::ComposedData none{pair.first, pair.second,
                                         interpreter::RecordPair{pair.records->first, std::nullopt, {}}};
    auto without = interpreter::dataOf((*parts)[i], head, none);
    if (!without)
      return rejected(noFit);
    Opinion beside = confirmPart((*parts)[i], *without, witness.unsampled[i], cells / parts->size());
    if (beside.answer != Opinion::Answer::Confirmed)
      return beside;
    together.unsampled.push_back(std::move(beside));
    shown = shown + Exact((*parts)[i].times) * witness.unsampled[i].claim;
  }
  // Each part loses more than that.
  const Bounds p = defined ? defined->probability : Bounds(probability.value_or(Exact(1)));
  const Bounds rest = defined ? Bounds(1.0) + -p : Bounds(Exact(1) - probability.value_or(Exact(1)));
  const auto end = [](double value) { return Exact(Rational(value)); };
  together.sampledWith = {end(p.low), end(p.high)};
  const bool isMore = isSampled ? areFartherApart(*pair.records, p, rest, *claim, sum, shown) : sum >= *claim;
  if (parts->empty() || !isMore)
    return rejected("the parts lose no more than is guaranteed");
  return together;
}

} // namespace plumb::witness
