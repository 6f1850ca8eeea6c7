// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/claim_bounds.h"

#include "checker/interpreter/evaluate.h"
#include "checker/proof/converse.h"
#include "checker/report/claimed_question.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"
#include "tools/plumb/batch.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/tell.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <map>
#include <ostream>
#include <sstream>

namespace plumb::tool {

namespace {

using runtime::Error;
using runtime::Expected;
using runtime::otp::Comparison;
using runtime::otp::Epsilon;
using runtime::otp::Interval;
using runtime::otp::Probability;
using Number = runtime::Rational;

/// Scalar parameters with the values of the command line, and nothing else.
class GivenValues final : public interpreter::Scope {
public:
  Expected<bool> add(const std::string &word) {
    const std::size_t equals = word.find('=');
    auto value =
        equals == std::string::npos || equals == 0 ? std::nullopt : parseRational(word.substr(equals + 1));
    if (!value)
      return Error{"--let: `" + word + "` gives no parameter a value; write c=2"};
    if (!values.emplace(word.substr(0, equals), interpreter::Exact(*value)).second)
      return Error{"--let: `" + word.substr(0, equals) + "` has two values"};
    return true;
  }

  const interpreter::Exact *element(const ir::Variable &variable, bool,
                                    llvm::ArrayRef<std::int64_t> indices) const override {
    auto known = indices.empty() ? values.find(variable.name) : values.end();
    if (known == values.end())
      missing.insert(variable.name);
    return known == values.end() ? nullptr : &known->second;
  }
  const interpreter::Cell *cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const override {
    return nullptr;
  }
  const interpreter::Result &result() const override { return none; }

  /// Nothing of \p expression if a parameter in it has no value; \p subject is what it is of.
  Expected<Number> value(const ir::Expression &expression, const std::string &subject) const {
    missing.clear();
    interpreter::Evaluator evaluator(*this);
    const interpreter::Exact exact = evaluator.evaluate(expression);
    if (!missing.empty())
      return Error{subject + " depends on `" + *missing.begin() + "`; give its value with --let " +
                   *missing.begin() + "=.."};
    if (evaluator.failure())
      return Error{subject + " has no value for these parameters"};
    return *Number::parse(toString(exact.rational()));
  }

  /// False if \p requirement can be seen not to hold.
  bool mayHold(const ir::Expression &requirement) const {
    missing.clear();
    interpreter::Evaluator evaluator(*this);
    return evaluator.holds(requirement) || evaluator.failure() || !missing.empty();
  }

  /// "eps = 1/2, c = 2", as far as \p mechanism has such parameters.
  std::string text(const ir::Mechanism &mechanism) const {
    std::string words;
    for (const auto &variable : mechanism.variables)
      if (auto known = values.find(variable->name); known != values.end() && !variable->isArray())
        words += (words.empty() ? "" : ", ") + variable->name + " = " + toString(known->second.rational());
    return words;
  }
  bool has(const std::string &name) const { return values.count(name) != 0; }
  const std::map<std::string, interpreter::Exact> &all() const { return values; }

private:
  std::map<std::string, interpreter::Exact> values;
  mutable std::set<std::string> missing;
  interpreter::Result none;
};

struct Request {
  GivenValues values;
  std::vector<Number> distances;
  Probability alpha;
  std::optional<Probability> beta;
};

Expected<Probability> probability(const std::string &name, const std::string &word) {
  auto value = Number::parse(word);
  if (!value)
    return Error{"--" + name + ": " + value.error().message};
  return Probability::create(name, *value);
}

Expected<Request> requestOf(const BoundsWords &words) {
  Request request;
  if (!words.notion.empty() || !words.steps.empty() || !words.delta.empty())
    return Error{"--notion, --k and --delta are for bounds without a program; programs take --gap"};
  for (const std::string &word : words.values)
    if (auto added = request.values.add(word); !added)
      return added.error();
  if (!words.eps.empty() && request.values.has("eps"))
    return Error{"--eps and --let both give eps a value"};
  if (!words.eps.empty() && !request.values.add("eps=" + words.eps))
    return Error{"--eps: `" + words.eps + "` is no number; write 1/2 or 0.5"};
  std::istringstream gaps(words.gaps);
  for (std::string word; std::getline(gaps, word, ',');) {
    auto gap = Number::parse(word);
    if (!gap)
      return Error{"--gap: " + gap.error().message};
    request.distances.push_back(*gap);
  }
  if (request.distances.empty())
    return Error{"--gap is missing: how far is the answer from its threshold?"};
  if (!words.alpha.empty()) {
    auto alpha = probability("alpha", words.alpha);
    if (!alpha)
      return alpha.error();
    request.alpha = *alpha;
  }
  if (!words.beta.empty()) {
    auto beta = probability("beta", words.beta);
    if (!beta)
      return beta.error();
    request.beta = *beta;
  }
  return request;
}

/// Along the neighbour relation.
struct Movement {
  bool falls = false, rises = false, returns = false;
  Number most;
};

Expected<Movement> movementOf(const ir::Mechanism &mechanism, const ir::Variable &query,
                              const GivenValues &values, const proof::EngineMaker &makeEngine) {
  Movement movement;
  movement.returns = proof::leadBack(mechanism, {&query}, makeEngine);
  for (const ir::Difference &stated : mechanism.adjacency) {
    if (stated.query != &query)
      continue;
    movement.falls = stated.direction == ir::Difference::Direction::Decreasing;
    movement.rises = stated.direction == ir::Difference::Direction::Increasing;
    auto bound = values.value(*stated.bound, "the most that `" + query.name + "` changes");
    if (!bound)
      return bound.error();
    movement.most = *bound;
    return movement;
  }
  const proof::Sensitivity derived =
      proof::deriveSensitivity(mechanism, makeEngine, [&](const proof::RecordWitness &witness) {
        return report::confirms(mechanism, witness);
      });
  for (const proof::QuerySensitivity &one : derived.queries) {
    if (one.query != &query)
      continue;
    auto bound = Number::parse(one.largest.text);
    if (one.largest.kind != proof::DifferenceBound::Kind::Finite || !bound)
      return Error{"the most that `" + query.name + "` changes is not known as a number"};
    movement.falls = one.decreasing.status == smt::Outcome::Proved;
    movement.rises = one.increasing.status == smt::Outcome::Proved;
    movement.most = *bound;
    return movement;
  }
  return Error{"nothing is known of how `" + query.name + "` changes"};
}

Comparison comparisonOf(const report::ClaimedQuestion &question) {
  if (question.isUpward())
    return question.isStrict() ? Comparison::Greater : Comparison::GreaterEqual;
  return question.isStrict() ? Comparison::Less : Comparison::LessEqual;
}

/// Nothing for a law of which the runtime knows no tail.
std::optional<runtime::otp::Side> sideOf(ir::Law law) {
  switch (ir::row(law).tail) {
  case ir::Tail::TwoSided:
    return runtime::otp::Side::TwoSided;
  case ir::Tail::OneSided:
    return runtime::otp::Side::OneSided;
  case ir::Tail::Mirrored:
    return runtime::otp::Side::Mirrored;
  case ir::Tail::Unknown:
    return std::nullopt;
  }
  llvm_unreachable("all tails are handled");
}

/// The least integer n with n * \p step >= \p gap; over reals, where the line itself is true, n * step > gap.
Expected<std::uint64_t> stepsFor(const Number &gap, const Number &step, bool lineIsTrue) {
  const Number quotient = gap / step;
  mpz_t whole;
  mpz_init(whole);
  mpz_cdiv_q(whole, quotient.numerator(), quotient.denominator());
  if (lineIsTrue && mpz_cmp_ui(quotient.denominator(), 1) == 0)
    mpz_add_ui(whole, whole, 1);
  const bool fits = mpz_sizeinbase(whole, 2) <= 60;
  const std::uint64_t steps = fits ? mpz_get_ui(whole) : 0;
  mpz_clear(whole);
  if (!fits)
    return Error{"--gap: " + gap.text() + " is too large"};
  return steps;
}

/// Everything about one claim that does not depend on the distance.
class Claim {
public:
  static Expected<Claim> create(const ir::Mechanism &mechanism, const report::ClaimedQuestion &question,
                                const Request &request, const proof::EngineMaker &makeEngine) {
    auto movement = movementOf(mechanism, question.asked->variable, request.values, makeEngine);
    if (!movement)
      return movement.error();
    if (movement->most.sign() <= 0)
      return Error{"`" + question.asked->variable.name + "` does not change between neighbours"};
    auto guaranteed = request.values.value(*mechanism.guarantee.epsilon, "the guarantee");
    if (!guaranteed)
      return guaranteed.error();
    auto eps = Epsilon::create(*guaranteed);
    if (!eps)
      return eps.error();
    Claim claim(question, request, *movement, *eps);
    auto draw = report::decidingDraw(mechanism, question);
    if (const auto side = draw ? sideOf(draw->sample->law) : std::nullopt) {
      auto scale =
          request.values.value(*draw->sample->scale, "the scale of `" + draw->sample->target.name + "`");
      if (!scale)
        return scale.error();
      auto checked = runtime::NoiseScale::create(*scale);
      if (!checked)
        return checked.error();
      claim.law = {*side,
                   draw->sample->target.sort == ir::Sort::Int ? runtime::otp::Values::Integers
                                                              : runtime::otp::Values::Reals,
                   *checked};
      claim.repeats = draw->repeats;
    }
    return claim;
  }

  Expected<std::vector<ClaimRow>> rows() const {
    std::vector<ClaimRow> all;
    for (const Number &distance : request->distances) {
      auto row = rowAt(distance, all.empty() ? nullptr : &all.back());
      if (!row)
        return row.error();
      all.push_back(*row);
    }
    return all;
  }

  std::string movementText() const {
    const std::string &name = question.asked->variable.name;
    const std::string most = " by at most " + movement.most.text();
    return "`" + name + "` " +
           (movement.falls   ? "falls" + most
            : movement.rises ? "rises" + most
                             : "changes" + most + " in either direction") +
           (movement.returns ? ", and other steps lead back" : "");
  }

  std::string gapText() const {
    const std::string f = ir::print(*question.asked), t = ir::print(*question.threshold);
    return (question.isUpward() ? f + " - " + t : t + " - " + f) +
           (question.isStrict() || isReal() ? "" : " + 1");
  }

private:
  Claim(const report::ClaimedQuestion &asked, const Request &given, Movement moved, Epsilon guaranteed)
      : question(asked), request(&given), movement(std::move(moved)), eps(std::move(guaranteed)) {}

  bool isReal() const { return question.asked->sort() == ir::Sort::Real; }

  Expected<ClaimRow> rowAt(const Number &distance, const ClaimRow *before) const {
    const Comparison comparison = comparisonOf(question);
    const Number answer = question.isUpward() ? distance : -distance;
    const Number gap = runtime::otp::gapOf(
        comparison, isReal() ? runtime::otp::Values::Reals : runtime::otp::Values::Integers, answer, 0);
    const bool lineIsTrue = isReal() && !question.isStrict();
    if (gap.sign() < 0 || (gap.sign() == 0 && !lineIsTrue))
      return Error{"--gap: at a distance of " + distance.text() +
                   " the claimed answer would be wrong; give " +
                   (question.isUpward() ? "answer - threshold" : "threshold - answer") + ", " +
                   (question.isStrict() ? "more than 0" : "at least 0")};
    auto steps = stepsFor(gap, movement.most, lineIsTrue);
    if (!steps)
      return steps.error();
    ClaimRow row{distance, gap, *steps, {}, {}, mostAt(*steps), {}, {}};
    if (law) {
      row.given = runtime::otp::probabilityThat(comparison, answer, 0, *law);
      if (repeats && (!before || before->allGiven))
        row.allGiven = before ? *before->allGiven * *row.given : *row.given;
    }
    if (request->beta)
      wish(row);
    return row;
  }

  /// What the wanted alpha and beta need at this many steps.
  void wish(ClaimRow &row) const {
    const auto enough =
        movement.returns ? runtime::otp::smallestEpsilonUnderDp(row.steps, request->alpha, *request->beta)
                         : runtime::otp::smallestEpsilonUnderAdp(row.steps, request->alpha, *request->beta);
    if (enough)
      row.enoughEps = *enough;
    if (const auto delta = runtime::otp::smallestDelta(eps, row.steps, request->alpha, *request->beta))
      row.deltaOfDp = *delta;
  }

  /// If no steps are known to lead from wrong data to these, nothing bounds the answer.
  Interval mostAt(std::uint64_t steps) const {
    if (movement.returns)
      return runtime::otp::dpUpperBound(eps, steps, request->alpha);
    const bool isReached = question.isUpward() ? movement.rises : movement.falls;
    return isReached ? runtime::otp::adpUpperBound(eps, steps, request->alpha) : Interval(1);
  }

  report::ClaimedQuestion question;
  const Request *request;
  Movement movement;
  Epsilon eps;
  std::optional<runtime::otp::NoiseLaw> law;
  bool repeats = false;
};

Expected<ClaimBounds> boundsOf(const std::string &path, const ir::Mechanism &mechanism,
                               const ir::Claim &claim, const report::ClaimedQuestion &question,
                               const Request &request, const proof::EngineMaker &makeEngine) {
  for (const auto &requirement : mechanism.requirements)
    if (!request.values.mayHold(*requirement))
      return Error{"`requires " + ir::print(*requirement) + "` does not hold of these values"};
  auto known = Claim::create(mechanism, question, request, makeEngine);
  if (!known)
    return known.error();
  auto rows = known->rows();
  if (!rows)
    return rows.error();
  return ClaimBounds{path,
                     mechanism.name,
                     ir::print(*claim.formula),
                     known->movementText(),
                     known->gapText(),
                     request.values.text(mechanism),
                     request.beta.has_value(),
                     std::move(*rows)};
}

/// A value for a name that nothing is called is a slip of the pen.
std::optional<Error> strangeName(const Batch &batch, const GivenValues &values) {
  for (const auto &[name, value] : values.all()) {
    bool isKnown = false;
    for (const BatchFile &file : batch.files)
      for (const auto &mechanism : file.program.mechanisms)
        for (const auto &variable : mechanism->variables)
          isKnown |= variable->name == name && variable->role == ir::Variable::Role::Parameter &&
                     !variable->isArray();
    if (!isKnown)
      return Error{"no mechanism has a scalar parameter `" + name + "`"};
  }
  return std::nullopt;
}

/// Of one mechanism; an error value if no claim is of the form.
Expected<std::vector<ClaimBounds>> boundsOf(const BatchFile &file, const ir::Mechanism &mechanism,
                                            const Request &request, const proof::EngineMaker &makeEngine) {
  std::vector<ClaimBounds> all;
  for (const ir::Claim &claim : mechanism.claims)
    if (auto question = report::claimedQuestion(claim)) {
      auto bounds = boundsOf(file.path, mechanism, claim, *question, request, makeEngine);
      if (!bounds)
        return bounds.error();
      all.push_back(std::move(*bounds));
    }
  if (all.empty())
    return Error{
        "it claims of no answer that it is below or above a threshold; write `claims out = below implies "
        "f < T`"};
  return all;
}

} // namespace

ExitCode runClaimBounds(const Options &options, std::ostream &out, std::ostream &err) {
  const auto refuse = [&](const std::string &reason) {
    err << "plumb: " << reason << "\n";
    return ExitCode::Environment;
  };
  const auto request = requestOf(options.bounds);
  if (!request)
    return refuse(request.error().message);
  if (options.format != Format::Text && options.format != Format::Json)
    return refuse("--format: of programs there are text and json");
  Batch batch = load(options.files);
  prove(batch, options);
  tellDiagnostics(batch, err);
  if (batch.exit != ExitCode::Proved)
    return batch.exit;
  if (auto strange = strangeName(batch, request->values))
    return refuse("--let: " + strange->message);
  std::vector<ClaimBounds> all;
  for (const BatchFile &file : batch.files) {
    if (file.program.mechanisms.empty())
      return refuse(file.path + ": no mechanism, whose claims could be bounded");
    for (const auto &mechanism : file.program.mechanisms) {
      auto bounds = boundsOf(file, *mechanism, *request, engines(options));
      if (!bounds)
        return refuse(file.path + ": " + mechanism->name + ": " + bounds.error().message);
      all.insert(all.end(), bounds->begin(), bounds->end());
    }
  }
  out << (options.format == Format::Json ? claimBoundsJson(all) : claimBoundsText(all));
  return ExitCode::Proved;
}

} // namespace plumb::tool
