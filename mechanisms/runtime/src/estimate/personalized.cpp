// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/personalized.h"

#include <string>

namespace plumb::runtime::estimate {

namespace {

Alphabet intermediate(Alphabet alphabet, std::size_t tags) {
  return {alphabet.sensitive + tags, alphabet.nonSensitive};
}

} // namespace

Expected<Personalized> Personalized::urr(double eps, Alphabet alphabet, std::size_t tags) {
  return over(Channel::urr(eps, intermediate(alphabet, tags)), alphabet, tags);
}

Expected<Personalized> Personalized::urap(double eps, Alphabet alphabet, std::size_t tags,
                                          std::optional<double> theta) {
  return over(Channel::urap(eps, intermediate(alphabet, tags), theta), alphabet, tags);
}

Expected<Personalized> Personalized::over(Expected<Channel> common, Alphabet alphabet, std::size_t tags) {
  if (!common)
    return common.error();
  if (alphabet.size() < 2)
    return Error{"alphabet of fewer than two symbols besides the bots; an estimate needs at least two"};
  return Personalized(*std::move(common), alphabet, tags);
}

Expected<Preprocessor> Preprocessor::create(const Personalized &mechanism,
                                            const std::vector<std::pair<Symbol, Tag>> &secrets) {
  const Alphabet &alphabet = mechanism.alphabet();
  Preprocessor result;
  result.intermediate.resize(alphabet.size());
  for (Symbol x = 0; x < alphabet.size(); ++x)
    result.intermediate[x] = mechanism.position(x);

  for (const auto &[x, tag] : secrets) {
    const std::string name = "symbol " + std::to_string(x);
    if (x >= alphabet.size())
      return Error{name + " is outside the alphabet of " + std::to_string(alphabet.size()) + " symbols"};
    if (alphabet.isSensitive(x))
      return Error{name + " is sensitive for everyone and takes no tag"};
    if (tag >= mechanism.tags())
      return Error{name + " has tag " + std::to_string(tag) + "; there are " +
                   std::to_string(mechanism.tags()) + " tags, numbered from 0"};
    if (result.intermediate[x] != mechanism.position(x))
      return Error{name + " has two tags"};
    result.intermediate[x] = mechanism.bot(tag);
  }
  return result;
}

Symbol Preprocessor::operator()(Symbol x) const {
  if (x >= intermediate.size())
    abortWith("Preprocessor: not a symbol of this alphabet");
  return intermediate[x];
}

} // namespace plumb::runtime::estimate
