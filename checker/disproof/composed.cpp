// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/composed.h"

#include "checker/interpreter/evaluate.h"
#include "checker/interpreter/machine.h"
#include "checker/interpreter/neighbours.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"

#include <cmath>
#include <limits>
#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

using interpreter::Inputs;
using interpreter::Instance;
using interpreter::Numbers;
using interpreter::Output;
using interpreter::RecordPair;
using interpreter::RecordValue;

namespace {

bool isInAttributeForm(const ir::Part &part) {
  const ir::RecordAdjacency &adjacency = *part.mechanism->recordAdjacency;
  const bool hasRelation =
      adjacency.when || adjacency.along || (adjacency.policy && adjacency.policy->formula);
  return adjacency.kind == ir::RecordAdjacency::Kind::Replace && !hasRelation;
}

/// One part with its arguments.
struct PartInstance {
  const ir::Part *part;
  Instance instance;
  std::int64_t times;
};

/// A word of a part, with what it loses.
struct PartQuestion {
  Question question;
  double loss;
};

class SumSearch {
public:
  explicit SumSearch(const ir::Composition &of) : composition(of), head(*of.head) {}

  std::optional<ComposedViolation> run() {
    refutation::SmallInstances instances(head);
    constexpr unsigned heaviest = 8;
    for (unsigned weight = 0; weight <= heaviest && !isOver(); ++weight)
      for (refutation::SmallInstance &small : instances.ofWeight(weight, looked))
        if (!isOver() && enter(small.instance()))
          head.recordAdjacency ? searchRecords(small.instance()) : searchAnswers(small);
    return std::move(found);
  }

private:
  bool isOver() const { return found || work.isSpent(); }

  void searchAnswers(refutation::SmallInstance &small) {
    constexpr unsigned heaviest = 6;
    for (unsigned weight = 0; weight <= heaviest && !isOver(); ++weight)
      small.forEachNeighbours(weight, looked, [&](const refutation::Neighbours &neighbours) {
        if (neighbours.first != neighbours.second)
          ask(small.instance(), neighbours);
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
          ask(instance, {{}, {}, RecordPair{first, second, {}}});
  }

  /// False if the parts have no meaning there, or nothing is guaranteed.
  bool enter(const Instance &instance) {
    parts.clear();
    auto claimed = interpreter::claimedEpsilon(instance);
    if (!claimed || claimed->sign() < 0 || *claimed > 50)
      return false;
    for (const ir::Part &part : composition.parts)
      if (!enter(instance, part))
        return false;
    return true;
  }

  bool enter(const Instance &instance, const ir::Part &part) {
    const Numbers none(instance.answerCount());
    const interpreter::Machine names(instance, none);
    interpreter::Evaluator evaluator(names);
    const Inputs given = instance.named(none);
    Inputs inputs;
    for (const auto &variable : part.mechanism->variables) {
      if (variable->role != ir::Variable::Role::Parameter)
        continue;
      const ir::Argument *argument = argumentOf(part, *variable);
      if (argument && argument->value)
        inputs[variable->name] = {evaluator.evaluate(*argument->value)};
      else
        inputs[variable->name] = given.at(argument ? argument->whole->name : variable->name);
    }
    const Exact times = part.times ? evaluator.evaluate(*part.times) : Exact(1);
    const auto count = times.toInt64();
    constexpr std::int64_t mostTimes = 1000;
    if (evaluator.failure() || !count || *count < 0 || *count > mostTimes)
      return false;
    if (*count == 0)
      return true;
    auto made = Instance::create(*part.mechanism, inputs);
    if (!made || !interpreter::requirementsHold(*made))
      return false;
    parts.push_back({&part, std::move(*made), *count});
    return true;
  }

  static const ir::Argument *argumentOf(const ir::Part &part, const ir::Variable &variable) {
    const auto argument = llvm::find_if(
        part.arguments, [&](const ir::Argument &candidate) { return candidate.parameter == &variable; });
    return argument == part.arguments.end() ? nullptr : &*argument;
  }

  /// The same records for a part; sizes are those of the file.
  static std::optional<RecordPair> recordsFor(const PartInstance &part, const Instance &instance,
                                              const RecordPair &records) {
    return refutation::recordsOf(refutation::namedRecords(instance, records), *part.instance.recordShape());
  }

  /// Does some part let r' stand in the place of r?
  bool isAllowed(const Instance &instance, const RecordPair &records) const {
    return llvm::any_of(parts, [&](const PartInstance &part) {
      auto own = recordsFor(part, instance, records);
      return own && interpreter::mayReplace(part.instance, own->first, own->second);
    });
  }

  /// See examine.
  bool isInLedger(const Instance &instance, const RecordPair &records) const {
    if (isAllowed(instance, records))
      return true;
    if (!llvm::all_of(composition.parts, isInAttributeForm) || !records.first || !records.second)
      return false;
    for (std::size_t at = 0; at < records.first->size(); ++at) {
      RecordPair one = records;
      one.second = one.first;
      (*one.second)[at] = (*records.second)[at];
      if (one.first != one.second && !isAllowed(instance, one))
        return false;
    }
    return true;
  }

  bool isAdmissible(const Instance &instance, const refutation::Neighbours &neighbours) const {
    if (!interpreter::requirementsHold(instance))
      return false;
    if (!neighbours.records)
      return interpreter::areNeighbours(instance, neighbours.first, neighbours.second);
    return interpreter::areNeighbours(instance, *neighbours.records) &&
           isInLedger(instance, *neighbours.records);
  }

  /// The question of a part about these data, without a word. Nothing if an answer is undefined.
  std::optional<Question> questionOf(const PartInstance &part, const Instance &instance,
                                     const refutation::Neighbours &neighbours) const {
    Question question{part.instance, {}, {}, {}, std::nullopt};
    if (neighbours.records) {
      auto own = recordsFor(part, instance, *neighbours.records);
      auto answers = own ? interpreter::answersOf(part.instance, *own) : std::nullopt;
      if (!answers)
        return std::nullopt;
      question.first = std::move(answers->first);
      question.second = std::move(answers->second);
      question.records = std::move(own);
      return question;
    }
    const auto side = [&](const Numbers &answers) {
      const Inputs given = instance.named(answers);
      Inputs own;
      for (const ir::Argument &argument : part.part->arguments)
        if (argument.parameter->role == ir::Variable::Role::Query)
          own[argument.parameter->name] = given.at(argument.whole->name);
      return part.instance.answers(own);
    };
    auto first = side(neighbours.first), second = side(neighbours.second);
    if (!first || !second)
      return std::nullopt;
    question.first = std::move(*first);
    question.second = std::move(*second);
    return question;
  }

  /// The word that loses most, of a few.
  std::optional<PartQuestion> worst(Question question) {
    std::optional<PartQuestion> best;
    for (const Exact &offset : {Exact(0), Exact(1), Exact(-1)})
      for (Output &word : wordsOn(question.instance, question.first, offset, 8, work)) {
        question.word = std::move(word);
        auto loss = roughLoss(question, work);
        if (loss && (!best || *loss > best->loss))
          best = PartQuestion{question, *loss};
      }
    return best;
  }

  void ask(const Instance &instance, const refutation::Neighbours &neighbours) {
    if (neighbours.records && !(interpreter::areNeighbours(instance, *neighbours.records) &&
                                isInLedger(instance, *neighbours.records)))
      return;
    std::vector<PartQuestion> questions;
    double total = 0;
    for (const PartInstance &part : parts) {
      auto question = questionOf(part, instance, neighbours);
      auto answered = question ? worst(std::move(*question)) : std::nullopt;
      if (!answered)
        return;
      total += static_cast<double>(part.times) * answered->loss;
      questions.push_back(std::move(*answered));
    }
    constexpr double rounding = 1e-5;
    const Exact claim = *interpreter::claimedEpsilon(instance);
    if (total > claim.rational().get_d() + rounding && isAdmissible(instance, neighbours))
      certify(instance, neighbours, questions, total, claim);
  }

  /// A rational number below \p loss.
  static Exact below(double loss) {
    constexpr std::int64_t parts = 1 << 20;
    return Exact(static_cast<std::int64_t>(std::floor(loss * static_cast<double>(parts))) - 1) / Exact(parts);
  }

  /// Those that are not there yet.
  static void addAnswers(const Question &question, std::vector<refutation::NamedAnswers> &answers) {
    for (refutation::NamedAnswers &answer :
         refutation::namedAnswers(question.instance, question.first, question.second))
      if (llvm::none_of(answers, [&](const auto &known) { return known.name == answer.name; }))
        answers.push_back(std::move(answer));
  }

  void certify(const Instance &instance, const refutation::Neighbours &neighbours,
               const std::vector<PartQuestion> &questions, double total, const Exact &claim) {
    Exact sum;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!std::isinf(questions[i].loss))
        sum = sum + Exact(parts[i].times) * below(questions[i].loss);
    // What is impossible on D' loses whatever is asked for.
    const Exact rest = sum < claim ? claim - sum : Exact(0);
    ComposedViolation violation{refutation::namedParameters(instance),
                                {},
                                std::nullopt,
                                {},
                                lossText(total, claim.rational().get_d()),
                                interpreter::toString(claim)};
    if (neighbours.records)
      violation.records = refutation::namedRecords(instance, *neighbours.records);
    else
      violation.answers = refutation::namedAnswers(instance, neighbours.first, neighbours.second);
    for (const PartQuestion &asked : questions)
      if (neighbours.records)
        addAnswers(asked.question, violation.answers);
    sum = Exact();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool isInfinite = std::isinf(questions[i].loss);
      const Exact loss = isInfinite ? rest : below(questions[i].loss);
      Work own(1'000'000);
      auto certified = certifyLoss(questions[i].question, loss, own);
      if (!certified)
        return;
      sum = sum + Exact(parts[i].times) * loss;
      violation.parts.push_back({ir::printCall(*parts[i].part), parts[i].times,
                                 interpreter::print(questions[i].question.word),
                                 lossText(questions[i].loss, 0), std::move(certified->witness)});
    }
    if (sum >= claim)
      found = std::move(violation);
  }

  const ir::Composition &composition;
  const ir::Mechanism &head;
  std::vector<PartInstance> parts;
  refutation::Budget looked{200'000};
  Work work{1'000'000};
  std::optional<ComposedViolation> found;
};

} // namespace

std::optional<ComposedViolation> examine(const ir::Composition &composition) {
  if (!composition.head->guarantee.epsilon)
    return std::nullopt;
  return SumSearch(composition).run();
}

} // namespace plumb::disproof
