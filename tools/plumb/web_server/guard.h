// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/guard.h - Who may ask -------------*- C++ -*-===//
///
/// \file
/// Which requests are answered at all. A server on the own machine is reached by every page that the browser
/// shows: one of another origin may send it forms, and one whose name is made to lead here may read the
/// answers. So a request has to name this server as no other page can, and to come from no other page.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_GUARD_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_GUARD_H

#include <optional>
#include <string>

namespace plumb::tool::web_server {

/// The head of a request, as far as it matters here; empty where nothing is said.
struct Head {
  std::string method, host, origin, contentType;
  bool hasOrigin = false, hasLength = false;
  /// It is sent in another form than it has: in chunks, or compressed.
  bool isCoded = false;
  /// It asks for parts, each of which would be an answer.
  bool isOfParts = false;
};

struct Refusal {
  int status;
  std::string reason;
};

class Guard {
public:
  /// \p boundTo and \p atPort are what the server listens to.
  Guard(std::string boundTo, int atPort) : address(std::move(boundTo)), port(atPort) {}

  /// Nothing if it is to be answered.
  std::optional<Refusal> refusal(const Head &head) const;

private:
  bool isOwn(const std::string &host) const;

  const std::string address;
  const int port;
};

/// Only who is on this machine can reach it.
bool isLoopback(const std::string &address);

/// "127.0.0.1:7586", "[::1]:7586".
std::string withPort(const std::string &address, int port);

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_GUARD_H
