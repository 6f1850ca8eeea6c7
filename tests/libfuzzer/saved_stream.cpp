// SPDX-License-Identifier: Apache-2.0
// Streams that an emitted program has saved, as it takes them up again; the seal fits, or else nothing behind
// it would be read.
#include "plumb/runtime/saved_stream.h"

#include "plumb/runtime/seal.h"
#include "tests/libfuzzer/input.h"

using namespace plumb;

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  const std::string text = textOf(bytes, size);
  for (const auto keeping : {runtime::Keeping::InText, runtime::Keeping::InFile})
    for (const std::string &saved : {text, text + runtime::sealOf(text, {}) + "\n"}) {
      auto reader = runtime::StreamReader::open(keeping, saved, "m 0\n");
      if (!reader)
        continue;
      std::int64_t count = 0;
      runtime::Wide wide = 0;
      bool flag = false;
      std::vector<std::int64_t> array(3);
      reader->field("count", count);
      reader->field("wide", wide);
      reader->field("flag", flag);
      reader->field("array", array);
      if (!reader->isComplete())
        continue;
      // What is read whole is written as it was.
      runtime::StreamSaver saver(keeping, "m 0\n", reader->generation());
      saver.field("count", count);
      saver.field("wide", wide);
      saver.field("flag", flag);
      saver.field("array", array);
      auto again = runtime::StreamReader::open(keeping, std::move(saver).sealed(), "m 0\n");
      if (!again || again->generation() != reader->generation())
        __builtin_trap();
    }
  return 0;
}
