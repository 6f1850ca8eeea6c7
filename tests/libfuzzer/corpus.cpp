// SPDX-License-Identifier: Apache-2.0
// corpus FOLDER N: the short form of a fuzz target, without libFuzzer: all files of its corpus as they are,
// and N of them spoiled at random, always the same ones.
#include "tests/libfuzzer/input.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

namespace {

void run(const std::string &text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
}

/// Bytes exchanged, doubled, left out, and parts of \p other put in.
std::string spoiled(std::string text, const std::string &other, std::mt19937 &random) {
  const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
  constexpr std::size_t mostBytes = 24;
  for (auto changes = 1 + below(3); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = below(text.size()), count = 1 + below(mostBytes);
    switch (below(4)) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1:
      text.erase(at, count);
      break;
    case 2:
      text.insert(at, text.substr(below(text.size()), count));
      break;
    default:
      text.replace(at, std::min(count, text.size() - at), other, below(other.size()), count);
    }
  }
  return text;
}

} // namespace

int main(int count, char **words) {
  if (count != 3)
    return 1;
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(words[1]))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto &path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    run(texts.back());
  }
  if (texts.empty())
    return 1;
  std::mt19937 random(1);
  const unsigned long mutants = std::stoul(words[2]);
  for (unsigned long i = 0; i < mutants; ++i)
    run(spoiled(texts[random() % texts.size()], texts[random() % texts.size()], random));
  std::cout << texts.size() << " texts and " << mutants << " that are spoiled\n";
  return 0;
}
