// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/guard.h"

#include <arpa/inet.h>
#include <llvm/ADT/StringRef.h>

namespace plumb::tool::web_server {

namespace {

bool isAddress(const std::string &text) {
  in6_addr bytes{};
  return ::inet_pton(AF_INET, text.c_str(), &bytes) == 1 || ::inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

} // namespace

bool isLoopback(const std::string &address) {
  return address == "localhost" || address == "::1" ||
         (llvm::StringRef(address).startswith("127.") && isAddress(address));
}

std::string withPort(const std::string &address, int port) {
  const bool isLong = address.find(':') != std::string::npos;
  return (isLong ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

bool Guard::isOwn(const std::string &host) const {
  llvm::StringRef name = host;
  // A browser leaves out the port of the web.
  if (!name.consume_back(":" + std::to_string(port)) && port != 80)
    return false;
  if (name.consume_front("[") && !name.consume_back("]"))
    return false;
  if (isLoopback(address))
    return isLoopback(name.str());
  // Whoever serves others does so under names that are not known here; an address is no name that somebody
  // could make lead here.
  return name == address || isLoopback(name.str()) || isAddress(name.str());
}

std::optional<Refusal> Guard::refusal(const Head &head) const {
  if (head.method != "GET" && head.method != "HEAD" && head.method != "POST")
    return Refusal{405, "GET, HEAD and POST are answered here"};
  if (!isOwn(llvm::StringRef(head.host).lower()))
    return Refusal{421, "this server has another name"};
  if (head.hasOrigin && head.origin != "http://" + head.host)
    return Refusal{403, "only the page of this server may ask"};
  if (head.isCoded)
    return Refusal{415, "a request is sent as it is, in one piece"};
  if (head.isOfParts)
    return Refusal{416, "what is asked for is answered whole"};
  if (head.method != "POST")
    return std::nullopt;
  if (!head.hasLength)
    return Refusal{411, "a request says how long it is"};
  const llvm::StringRef type = llvm::StringRef(head.contentType).split(';').first.trim();
  if (!type.equals_insensitive("application/json"))
    return Refusal{415, "a question is application/json"};
  return std::nullopt;
}

} // namespace plumb::tool::web_server
