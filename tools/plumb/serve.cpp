// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/commands.h"
#include "tools/plumb/web_server/answers.h"
#include "tools/plumb/web_server/guard.h"
#include "tools/plumb/web_server/server.h"

#include <iostream>

namespace plumb::tool {

ExitCode runServe(const Options &options, std::ostream &, std::ostream &err) {
  // Each check is one proof; several run side by side.
  Options ofOne = options;
  ofOne.jobs = 1;
  for (const SettingsProblem &problem : options.settingsProblems)
    err << "plumb: " << problem.message << '\n' << problem.excerpt << (problem.excerpt.empty() ? "" : "\n");
  if (!options.settingsProblems.empty())
    err << "plumb: served without these settings\n";
  const auto workshop = web_server::Workshop::open(
      [&](const std::string &request) { return web_server::answer(request, ofOne); },
      {std::chrono::seconds(options.serve.seconds), options.serve.megabytes << 20});
  if (workshop == nullptr) {
    err << "plumb: no process can be started\n";
    return ExitCode::Environment;
  }
  if (!web_server::isLoopback(options.serve.host))
    err << "plumb: whoever reaches " << options.serve.host << " may let this machine prove things\n";
  bool isTold = true;
  web_server::Server server(options, *workshop);
  const auto problem = server.serve([&](const std::string &address) {
    isTold = static_cast<bool>(std::cout << "Plumb is at " << address << std::endl);
    return isTold;
  });
  if (problem)
    err << "plumb: cannot serve on " << *problem << '\n';
  return problem || !isTold ? ExitCode::Environment : ExitCode::Proved;
}

} // namespace plumb::tool
