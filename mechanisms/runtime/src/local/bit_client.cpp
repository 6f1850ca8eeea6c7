// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/bit_client.h"

#include "plumb/runtime/fatal.h"

namespace plumb::runtime::local {

std::string bitText(const BitReport &report, std::uint64_t bits) {
  if (bits > 64 * report.size())
    abortWith("a report of bits that is too short");
  std::string text;
  for (std::uint64_t j = 0; j < bits; ++j)
    text += report[j / 64] >> j % 64 & 1 ? '1' : '0';
  return text;
}

Expected<BitClient> BitClient::create(const Law &law, std::vector<Map> maps) {
  if (law.form() != Law::Form::Bits)
    abortWith("a client of bits for a law of symbols");
  if (law.outputCount() > std::uint64_t{1} << 32)
    return Error{"a report would have " + std::to_string(law.outputCount()) + " bits; it may have 2^32"};
  if (auto problem = problemOf(law, maps))
    return *problem;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < law.inputs().size(); ++i) {
    const InputClass &input = law.inputs()[i];
    if (input.size == 0)
      continue;
    Row row{law.firstInput(i + 1), {}};
    for (std::size_t o = 0; o < law.outputs().size(); ++o) {
      const Block &block = input.blocks[o];
      const auto size = static_cast<std::uint64_t>(law.outputs()[o].size);
      if (size == 0)
        continue;
      const bool hasPartner = block.partner != Block::Partner::None;
      // A class of one, and that is the partner: no bit is a miss, and the law leaves its entry open.
      const Coins miss(law.powers(), hasPartner && size == 1 ? Number(0) : block.miss);
      Stretch stretch{law.firstOutput(o), size, miss, std::nullopt, std::nullopt};
      if (hasPartner)
        stretch.hit.emplace(law.powers(), block.hit);
      if (block.partner == Block::Partner::Image)
        stretch.map = block.map;
      row.stretches.push_back(std::move(stretch));
    }
    rows.push_back(std::move(row));
  }
  return BitClient(std::move(rows), std::move(maps), law.outputCount());
}

} // namespace plumb::runtime::local
