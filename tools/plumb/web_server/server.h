// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/server.h - plumb serve ------------*- C++ -*-===//
///
/// \file
/// The server behind `plumb serve`: one page, the examples, and answers about programs that the page sends.
/// It keeps nothing but answers, by what was asked.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_SERVER_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_SERVER_H

#include "tools/plumb/web_server/answers.h"
#include "tools/plumb/web_server/library.h"
#include "tools/plumb/web_server/workshop.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>

namespace plumb::tool::web_server {

class Server {
public:
  /// \p atWork outlives this.
  Server(const Options &ofAll, const Workshop &atWork)
      : options(ofAll), workshop(atWork), proofs(static_cast<std::ptrdiff_t>(ofAll.jobs)),
        readings(mostReadings) {}

  /// Until the process is told to end.
  ///
  /// \param whenBound is told where the page is, before the first request is answered; false ends it.
  /// \returns why it could not begin.
  std::optional<std::string> serve(const std::function<bool(const std::string &address)> &whenBound);

private:
  /// Readings take a moment each.
  static constexpr std::ptrdiff_t mostReadings = 8, mostProofs = 1024;

  class Http;
  /// Until the workshop is closed.
  [[noreturn]] void receive(Http &http);

  /// JSON; nothing if nobody wants it any more.
  std::optional<std::string> answerTo(Question question, const std::string &request,
                                      const std::function<bool()> &isWanted);
  std::optional<std::string> answeredInTurn(Question question, const std::string &request,
                                            const std::function<bool()> &isWanted);
  std::optional<std::string> kept(const std::string &request);
  void keep(const std::string &request, const std::string &answer);

  const Options &options;
  const Workshop &workshop;
  const Library library;
  std::counting_semaphore<mostProofs> proofs;
  std::counting_semaphore<mostReadings> readings;
  std::atomic<int> waiting{0};
  std::atomic<bool> isClosed{false};
  std::mutex keeping;
  std::map<std::string, std::string> answers;
  std::size_t bytesKept = 0;
};

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_SERVER_H
