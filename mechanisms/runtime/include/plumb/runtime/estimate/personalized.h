// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The personalized mechanism (PUM): what is sensitive may differ between
/// users, and stays their secret.
///
/// Before a common channel is used, each user's *pre-processor* replaces the
/// values that are sensitive for him alone by *bots*, one for each semantic
/// tag ("home", "workplace"). The collector knows the common channel and the
/// tags, never a pre-processor.
///
/// Source: Murakami and Kawamoto, USENIX Security 2019, Sections 5.1 and 5.3.

#ifndef PLUMB_RUNTIME_ESTIMATE_PERSONALIZED_H
#define PLUMB_RUNTIME_ESTIMATE_PERSONALIZED_H

#include "plumb/runtime/estimate/channel.h"

#include <utility>
#include <vector>

namespace plumb::runtime::estimate {

/// A semantic tag by its number.
using Tag = std::size_t;

/// The public part of a personalized mechanism: a common channel on
/// Z = X and the bots. In Z stand X_S, then the bots, then X_N, so that Z_S
/// (X_S and the bots) comes first.
class Personalized {
public:
  /// Over utility-optimized randomized response.
  static Expected<Personalized> urr(double eps, Alphabet alphabet, std::size_t tags);

  /// Over utility-optimized RAPPOR.
  static Expected<Personalized> urap(double eps, Alphabet alphabet, std::size_t tags,
                                     std::optional<double> theta = {});

  /// Q_cmn; its alphabet is Z. Reports are read and r is estimated with it.
  const Channel &common() const { return onIntermediate; }
  /// X.
  const Alphabet &alphabet() const { return personal; }
  std::size_t tags() const { return tagCount; }

  /// Where x and the bot of a tag stand in Z.
  /// \pre x < alphabet().size(), tag < tags().
  Symbol position(Symbol x) const { return personal.isSensitive(x) ? x : x + tagCount; }
  Symbol bot(Tag tag) const { return personal.sensitive + tag; }

private:
  Personalized(Channel common, Alphabet alphabet, std::size_t tags)
      : onIntermediate(std::move(common)), personal(alphabet), tagCount(tags) {}

  static Expected<Personalized> over(Expected<Channel> common, Alphabet alphabet, std::size_t tags);

  Channel onIntermediate;
  Alphabet personal;
  std::size_t tagCount;
};

/// One user's secret: which values are sensitive for him, and under which tag.
class Preprocessor {
public:
  /// \param secrets values of X_N, each at most once, with their tags. Values
  ///   of X_S are protected for everyone and need no tag.
  static Expected<Preprocessor> create(const Personalized &mechanism,
                                       const std::vector<std::pair<Symbol, Tag>> &secrets);

  /// f_pre, eq. (19), into Z; aborts outside X. The user's mechanism is
  /// Q(y|x) = mechanism.common().probability(y, preprocessor(x)).
  Symbol operator()(Symbol x) const;

private:
  Preprocessor() = default;

  std::vector<Symbol> intermediate;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_PERSONALIZED_H
