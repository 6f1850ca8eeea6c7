// SPDX-License-Identifier: Apache-2.0
// Tables in CSV, as `plumb check --notion` reads them.
#include "checker/channel/finite_table.h"
#include "checker/channel/table_reader.h"
#include "tests/libfuzzer/input.h"

using namespace plumb;

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  const auto read = channel::readTable(textOf(bytes, size));
  const auto *table = std::get_if<channel::FiniteTable>(&read);
  if (!table || channel::findInvalidRow(*table))
    return 0;
  const channel::Roles all{std::vector<bool>(table->inputs.size(), true),
                           std::vector<bool>(table->outputs.size(), true)};
  const auto notion = ir::Channel::Notion::Kind::Ldp;
  const auto smallest = channel::smallestBound(*table, notion, all);
  // What is said to be the smallest bound is one.
  if (smallest && channel::findViolation(*table, notion, all, smallest->bound))
    __builtin_trap();
  return 0;
}
