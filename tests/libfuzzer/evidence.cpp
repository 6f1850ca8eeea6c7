// SPDX-License-Identifier: Apache-2.0
// Certificates, as `plumb-recheck` reads them.
#include "kernel/certificate.h"
#include "tests/libfuzzer/input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  try {
    plumb::kernel::readCertificate(plumb::textOf(bytes, size));
  } catch (const plumb::kernel::NotShown &) {
  } catch (const plumb::kernel::Rejected &) {
  }
  return 0;
}
