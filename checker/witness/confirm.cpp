// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/confirm.h"

#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/parts.h"

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

/// Later parts run with arguments made of what this one publishes: is it that, and not only close to it?
bool isPassedOn(const ir::Composition &composition, const Instance &head,
                const interpreter::PartInstance &part, const Witness &witness) {
  const Exact *passed = interpreter::passedOn(composition, head, part);
  if (!passed)
    return true;
  interpreter::Output word = witness.word;
  const bool hasValue = word.result.kind == interpreter::Result::Kind::Scalar ||
                        (word.cells.size() == 1 && word.cells.front().values.size() == 1);
  return hasValue && part.times == 1 && witness.rank == 0 && interpreter::publishedValue(word) == *passed;
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
  auto claim = interpreter::claimedEpsilon(head, composition.guarantee);
  if (!claim || *claim != witness.claim)
    return rejected("something else is guaranteed");
  const bool isAboutRecords = head.recordShape() != nullptr;
  auto parts = interpreter::partsOf(composition, head);
  if (!parts || parts->size() != witness.parts.size() || isAboutRecords != witness.records.has_value())
    return rejected(noFit);
  const interpreter::ComposedData pair{data->first, data->second, witness.records};
  if (!interpreter::areNeighbours(composition, head, *parts, pair))
    return rejected("the ledger has no row for these data");
  Exact sum;
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
  }
  // Each part loses more than that.
  if (parts->empty() || sum < *claim)
    return rejected("the parts lose no more than is guaranteed");
  return together;
}

} // namespace plumb::witness
