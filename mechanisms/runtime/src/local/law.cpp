// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/law.h"

#include "plumb/runtime/fatal.h"

namespace plumb::runtime::local {

namespace {

constexpr std::int64_t largestClass = std::int64_t{1} << 48;

template <class Class> std::optional<Error> sizeProblem(const std::vector<Class> &classes, const char *what) {
  std::int64_t total = 0;
  for (const Class &each : classes) {
    if (each.size < 0 || each.size > largestClass)
      return Error{"the class " + each.name + " of " + what + " would have " + std::to_string(each.size) +
                   " members; it may have 0 to 2^48"};
    total += each.size;
  }
  if (total == 0)
    return Error{"there are no " + std::string(what)};
  return std::nullopt;
}

template <class Class> std::uint64_t sizeBefore(const std::vector<Class> &classes, std::size_t end) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < end; ++i)
    count += static_cast<std::uint64_t>(classes[i].size);
  return count;
}

} // namespace

Block own(Number entry, Number others) {
  return {Block::Partner::Itself, 0, std::move(entry), std::move(others)};
}

Block image(std::size_t map, Number entry, Number others) {
  return {Block::Partner::Image, map, std::move(entry), std::move(others)};
}

Block every(Number entry) {
  return {Block::Partner::None, 0, {}, std::move(entry)};
}

Expected<Law> Law::create(Powers powers, std::vector<OutputClass> outputs, std::vector<InputClass> inputs,
                          Form form) {
  for (const InputClass &input : inputs) {
    if (input.blocks.size() != outputs.size())
      abortWith("a row of a local mechanism with a block too many or too few");
    for (std::size_t o = 0; o < outputs.size(); ++o)
      if (input.blocks[o].partner == Block::Partner::Itself && input.size != outputs[o].size)
        abortWith("the same class of a local mechanism with two sizes");
  }
  if (auto problem = sizeProblem(inputs, "inputs"))
    return *problem;
  if (auto problem = sizeProblem(outputs, "outputs"))
    return *problem;
  Law law(std::move(powers), std::move(outputs), std::move(inputs), form);
  if (auto problem = law.problem())
    return *problem;
  return law;
}

std::uint64_t Law::firstInput(std::size_t ofClass) const {
  return sizeBefore(inputClasses, ofClass);
}

std::uint64_t Law::firstOutput(std::size_t ofClass) const {
  return sizeBefore(outputClasses, ofClass);
}

std::optional<Error> Law::problem() const {
  for (const InputClass &input : inputClasses)
    if (input.size > 0)
      if (auto problem = problemOfRow(input))
        return problem;
  return std::nullopt;
}

std::optional<Error> Law::problemOfRow(const InputClass &input) const {
  Number sum;
  for (std::size_t o = 0; o < outputClasses.size(); ++o) {
    const Block &block = input.blocks[o];
    const bool hasPartner = block.partner != Block::Partner::None;
    const std::int64_t misses = outputClasses[o].size - (hasPartner ? 1 : 0);
    if (block.partner == Block::Partner::Image && misses < 0)
      return Error{"members of " + input.name + " are mapped to " + outputClasses[o].name +
                   ", which has none"};
    const auto isNoProbability = [&](const Number &entry) {
      return !base.isAtMost(Number(0), entry) || !base.isAtMost(entry, Number(1));
    };
    if ((hasPartner && isNoProbability(block.hit)) || (misses > 0 && isNoProbability(block.miss)))
      return Error{"an entry of " + input.name + " at " + outputClasses[o].name + " is no probability"};
    if (hasPartner)
      sum = sum + block.hit;
    if (misses > 0)
      sum = sum + misses * block.miss;
  }
  if (reported == Form::Symbol && !base.isEqual(sum, Number(1)))
    return Error{"the probabilities of " + input.name + " do not sum to 1"};
  return std::nullopt;
}

} // namespace plumb::runtime::local
