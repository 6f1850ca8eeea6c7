// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/commands.h"
#include "tools/plumb/tell.h"

#include <ostream>

namespace plumb::tool {

ExitCode runPrint(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  fillHoles(batch, options);
  tellDiagnostics(batch, err);
  for (const BatchFile &file : batch.files)
    out << ir::print(file.program);
  return batch.exit;
}

} // namespace plumb::tool
