// SPDX-License-Identifier: Apache-2.0
// Mechanisms in canonical form, as the kernel reads them and makes their obligations.
#include "kernel/two_run.h"
#include "tests/libfuzzer/input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  try {
    plumb::kernel::Terms terms;
    plumb::kernel::obligationsOf(terms, plumb::kernel::readMechanism(plumb::textOf(bytes, size)));
  } catch (const plumb::kernel::Rejected &) {
  }
  return 0;
}
