// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/commands.h"
#include "tools/plumb/language_server/server.h"

#include <csignal>
#include <unistd.h>

namespace plumb::tool {

ExitCode runLsp(const Options &options, std::ostream &, std::ostream &) {
  // A client that is gone is seen where it is written to.
  std::signal(SIGPIPE, SIG_IGN);
  language_server::Server server(STDIN_FILENO, STDOUT_FILENO, options);
  return server.serve() ? ExitCode::Proved : ExitCode::Environment;
}

} // namespace plumb::tool
