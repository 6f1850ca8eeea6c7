// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/replayed_noise.h - The same noise --*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_REPLAYED_NOISE_H
#define PLUMB_TESTS_MECHANISMS_EMIT_REPLAYED_NOISE_H

#include "checker/interpreter/execute.h"
#include "frontend/ir/law.h"
#include "plumb/runtime/mirrored_geometric.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "seeded_bits.h"

#include <map>
#include <stdexcept>

namespace plumb::test {

/// What emitted code draws from the same seed, given to the interpreter: the samplers of the runtime
/// for the laws and scales that the interpreter asks for.
class ReplayedNoise final : public interpreter::NoiseSource {
public:
  explicit ReplayedNoise(std::uint64_t seed) : bits(seed) {}

  interpreter::Exact draw(const interpreter::Machine::Request &request) override {
    std::string scale = interpreter::toString(request.scale);
    const std::string_view sampler = ir::row(request.sample->law).sampler;
    if (sampler == "TwoSidedGeometric")
      return next(twoSided, scale);
    if (sampler == "OneSidedGeometric")
      return next(oneSided, scale);
    if (sampler == "MirroredGeometric")
      return next(mirrored, scale);
    throw std::runtime_error("a law without a sampler");
  }

private:
  template <class Sampler>
  interpreter::Exact next(std::map<std::string, Sampler> &samplers, const std::string &scale) {
    auto known = samplers.find(scale);
    if (known == samplers.end()) {
      auto sampler = Sampler::create(runtime::Rational::parse(scale).value());
      known = samplers.emplace(scale, *std::move(sampler)).first;
    }
    return interpreter::Exact(Rational(runtime::toText(known->second.sample(bits))));
  }

  SeededBits bits;
  std::map<std::string, runtime::TwoSidedGeometric> twoSided;
  std::map<std::string, runtime::OneSidedGeometric> oneSided;
  std::map<std::string, runtime::MirroredGeometric> mirrored;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_REPLAYED_NOISE_H
