// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/background.h"

#include "normal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace plumb::runtime::estimate {

namespace {

bool isDistribution(std::span<const double> p) {
  double sum = 0;
  for (double entry : p) {
    if (!(entry >= 0))
      return false;
    sum += entry;
  }
  return std::fabs(sum - 1) <= 1e-9;
}

std::optional<Error> problemIn(const Personalized &mechanism, const Knowledge &knowledge) {
  if (knowledge.size() != mechanism.tags())
    return Error{"knowledge about " + std::to_string(knowledge.size()) + " tags; the mechanism has " +
                 std::to_string(mechanism.tags())};
  for (Tag tag = 0; tag < knowledge.size(); ++tag) {
    if (!knowledge[tag])
      continue;
    const std::string name = "knowledge about tag " + std::to_string(tag);
    if (knowledge[tag]->size() != mechanism.alphabet().size())
      return Error{name + " is about " + std::to_string(knowledge[tag]->size()) +
                   " symbols; the alphabet has " + std::to_string(mechanism.alphabet().size())};
    if (!isDistribution(*knowledge[tag]))
      return Error{name + " is no distribution: entries must not be negative and must sum to 1"};
  }
  return std::nullopt;
}

std::optional<Error> gapIn(const Personalized &mechanism, const Knowledge &knowledge) {
  if (auto problem = problemIn(mechanism, knowledge))
    return problem;
  for (Tag tag = 0; tag < knowledge.size(); ++tag)
    if (!knowledge[tag])
      return Error{"no knowledge about tag " + std::to_string(tag)};
  return std::nullopt;
}

/// What is positive of r^ on X_N, and 0 on X_S, scaled to 1: empirical estimates may be below 0, shares are not.
Expected<std::vector<double>> likeTheRest(const Personalized &mechanism, std::span<const double> r) {
  const Alphabet &alphabet = mechanism.alphabet();
  std::vector<double> pi(alphabet.size());
  double sum = 0;
  for (Symbol x = alphabet.sensitive; x < alphabet.size(); ++x)
    sum += pi[x] = std::fmax(r[mechanism.position(x)], 0);
  if (!(sum > 0))
    return Error{"no knowledge about some tag, and no mass on the non-sensitive symbols to stand in for it"};
  for (double &entry : pi)
    entry /= sum;
  return pi;
}

/// The variance of p^(x), times n. The marks of different symbols have the
/// covariance Cov(mark i, mark j) = -m_i m_j / n for randomized response (one
/// mark for each report) and -a_i a_j r_i r_j / n for RAPPOR, where bits are
/// independent given the value; estimates are marks over their slopes.
class Covariance {
public:
  Covariance(const Channel &common, std::span<const double> distribution)
      : channel(common), r(distribution) {}

  double operator()(Symbol i, Symbol j) const {
    if (i == j)
      return channel.mark(i).variance(r[i]);
    return -root(i) * root(j);
  }

private:
  double root(Symbol i) const {
    const Mark &mark = channel.mark(i);
    return channel.form() == Channel::Form::OneSymbol ? mark.one(r[i]) / mark.slope : r[i];
  }

  const Channel &channel;
  std::span<const double> r;
};

double variance(const Personalized &mechanism, const Covariance &covariance, const Knowledge &pi, Symbol x) {
  const Symbol own = mechanism.position(x);
  double sum = covariance(own, own);
  for (Tag k = 0; k < pi.size(); ++k) {
    sum += 2 * (*pi[k])[x] * covariance(own, mechanism.bot(k));
    for (Tag l = 0; l < pi.size(); ++l)
      sum += (*pi[k])[x] * (*pi[l])[x] * covariance(mechanism.bot(k), mechanism.bot(l));
  }
  return sum;
}

/// What the users' tags make of p, summed over the users: total[k][x] is
/// p(x) for each user whose x is behind bot k.
std::vector<std::vector<double>> behindBots(const Personalized &mechanism, std::span<const double> p,
                                            std::span<const Preprocessor> users) {
  std::vector<std::vector<double>> total(mechanism.tags(), std::vector<double>(p.size()));
  for (const Preprocessor &user : users)
    for (Symbol x = 0; x < p.size(); ++x)
      for (Tag tag = 0; tag < mechanism.tags(); ++tag)
        if (user(x) == mechanism.bot(tag))
          total[tag][x] += p[x];
  return total;
}

} // namespace

Intermediate intermediate(const Personalized &mechanism, std::span<const double> p,
                          std::span<const Preprocessor> users) {
  if (p.size() != mechanism.alphabet().size() || users.empty())
    abortWith("intermediate: the distribution is on another alphabet, or there are no users");
  const auto n = static_cast<double>(users.size());
  Intermediate result;
  result.r.resize(mechanism.common().alphabet().size());
  for (const Preprocessor &user : users)
    for (Symbol x = 0; x < p.size(); ++x)
      result.r[user(x)] += p[x] / n;

  for (std::vector<double> &pi : behindBots(mechanism, p, users)) {
    const double sum = std::accumulate(pi.begin(), pi.end(), 0.0);
    if (sum == 0) {
      result.pi.emplace_back();
      continue;
    }
    for (double &entry : pi)
      entry /= sum;
    result.pi.emplace_back(std::move(pi));
  }
  return result;
}

Expected<std::vector<double>> personal(const Personalized &mechanism, std::span<const double> r,
                                       const Knowledge &knowledge) {
  if (auto problem = problemIn(mechanism, knowledge))
    return *problem;
  if (r.size() != mechanism.common().alphabet().size())
    return Error{"estimate of " + std::to_string(r.size()) + " intermediate symbols; there are " +
                 std::to_string(mechanism.common().alphabet().size())};
  std::vector<double> p(mechanism.alphabet().size());
  for (Symbol x = 0; x < p.size(); ++x)
    p[x] = r[mechanism.position(x)];

  for (Tag tag = 0; tag < knowledge.size(); ++tag) {
    auto pi = knowledge[tag] ? Expected<std::vector<double>>(*knowledge[tag]) : likeTheRest(mechanism, r);
    if (!pi)
      return pi;
    for (Symbol x = 0; x < p.size(); ++x)
      p[x] += r[mechanism.bot(tag)] * (*pi)[x];
  }
  return p;
}

double tagTerm(const Personalized &mechanism, std::span<const double> r, std::span<const double> distances) {
  if (r.size() != mechanism.common().alphabet().size() || distances.size() != mechanism.tags())
    abortWith("tagTerm: sizes do not match");
  double sum = 0;
  for (Tag tag = 0; tag < distances.size(); ++tag)
    sum += std::fabs(r[mechanism.bot(tag)]) * distances[tag];
  return sum;
}

Expected<PersonalLoss> expectedLoss(const Personalized &mechanism, std::span<const double> r,
                                    std::span<const double> p, const Knowledge &knowledge,
                                    std::uint64_t users) {
  if (auto problem = gapIn(mechanism, knowledge))
    return *problem;
  const auto mean = personal(mechanism, r, knowledge);
  if (!mean)
    return mean.error();
  if (p.size() != mean->size())
    return Error{"distribution of " + std::to_string(p.size()) + " symbols; the alphabet has " +
                 std::to_string(mean->size())};
  PersonalLoss loss;
  if (mechanism.common().eps() == 0) {
    loss.l1 = loss.l2 = std::numeric_limits<double>::infinity();
    return loss;
  }
  const Covariance covariance(mechanism.common(), r);
  for (Symbol x = 0; x < p.size(); ++x) {
    const double bias = (*mean)[x] - p[x];
    const double spread = variance(mechanism, covariance, knowledge, x) / static_cast<double>(users);
    loss.l1 += meanAbsolute(bias, spread);
    loss.l2 += bias * bias + spread;
  }
  return loss;
}

Expected<std::vector<Interval>> personalIntervals(const Personalized &mechanism, const Tally &tally,
                                                  const Knowledge &knowledge, double error) {
  if (auto problem = gapIn(mechanism, knowledge))
    return *problem;
  if (!(error > 0 && error < 1))
    return Error{"error rate is " + std::to_string(error) + "; it must lie strictly between 0 and 1"};
  const auto ofR = intervals(tally, error / static_cast<double>(mechanism.tags() + 1));
  if (!ofR)
    return ofR;
  if (ofR->size() != mechanism.common().alphabet().size())
    return Error{"reports of another mechanism"};
  std::vector<Interval> result(mechanism.alphabet().size());
  for (Symbol x = 0; x < result.size(); ++x) {
    result[x] = (*ofR)[mechanism.position(x)];
    for (Tag tag = 0; tag < mechanism.tags(); ++tag) {
      const Interval &bot = (*ofR)[mechanism.bot(tag)];
      result[x].low += bot.low * (*knowledge[tag])[x];
      result[x].high += bot.high * (*knowledge[tag])[x];
    }
    result[x].high = std::min(result[x].high, 1.0);
  }
  return result;
}

} // namespace plumb::runtime::estimate
