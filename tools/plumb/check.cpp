// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/certify.h"
#include "tools/plumb/check_tables.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/dump.h"
#include "tools/plumb/seeds.h"
#include "tools/plumb/tell.h"

namespace plumb::tool {

ExitCode runCheck(const Options &options, std::ostream &out, std::ostream &err) {
  if (!options.tables.notion.empty())
    return checkTables(options, out, err);
  Batch batch = load(options.files);
  prove(batch, options);
  dumpQuestions(batch, options);
  certifyProofs(batch, options, err);
  keepDocument(batch, options);
  compareSeeds(batch, options, err);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
