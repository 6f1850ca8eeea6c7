// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/reception.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace plumb::tool::web_server {

namespace {

/// For what a client still sends that has its answer.
constexpr std::chrono::seconds toLeave{2};
/// Between two looks at who takes too long.
constexpr int lookAround = 250;

/// How many bytes are to come behind the head; none where it does not say so as it should, which is not
/// decided here.
std::size_t announced(llvm::StringRef head) {
  while (!head.empty()) {
    const auto [line, below] = head.split("\r\n");
    const auto [name, value] = line.split(':');
    std::size_t length = 0;
    if (name.equals_insensitive("content-length") && !value.trim().getAsInteger(10, length))
      return length;
    head = below;
  }
  return 0;
}

bool isControl(char one) {
  return (static_cast<unsigned char>(one) < ' ' && one != '\t') || one == 127;
}

/// `name: value` on one line (RFC 9112, section 5).
bool isHeader(llvm::StringRef line) {
  const auto [name, value] = line.split(':');
  const bool isNamed = !name.empty() && name.size() < line.size() && llvm::all_of(name, [](char one) {
    return llvm::isAlnum(one) || llvm::StringRef("!#$%&'*+-.^_`|~").contains(one);
  });
  return isNamed && llvm::none_of(value, isControl);
}

/// Browsers send nothing else. What decides who may ask, and where a request ends, is said once, or the
/// server and whoever stands in front of it could each believe another one.
bool isWellFormed(llvm::StringRef head) {
  const auto [request, headers] = head.split("\r\n");
  if (llvm::any_of(request, isControl))
    return false;
  llvm::SmallVector<llvm::StringRef> lines;
  headers.split(lines, "\r\n");
  if (!headers.empty() && !llvm::all_of(lines, isHeader))
    return false;
  return llvm::all_of(std::initializer_list<llvm::StringRef>{"host", "origin", "content-length"},
                      [&](llvm::StringRef name) {
                        const auto isIt = [name](llvm::StringRef line) {
                          return line.split(':').first.equals_insensitive(name);
                        };
                        const auto said = llvm::find_if(lines, isIt);
                        return said == lines.end() ||
                               (!said->split(':').second.trim().empty() && llvm::count_if(lines, isIt) == 1);
                      });
}

} // namespace

Reception::Reception(int listening, const Limits &ofAll, Refusing howToRefuse, Answering whoAnswers)
    : listener(listening), alarm(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), limits(ofAll),
      refusing(std::move(howToRefuse)), answering(std::move(whoAnswers)) {
  // The library lets 5 wait to be let in.
  ::listen(listener, SOMAXCONN);
  ::fcntl(listener, F_SETFL, ::fcntl(listener, F_GETFL) | O_NONBLOCK);
}

Reception::~Reception() {
  for (const Visitor &one : visitors)
    ::close(one->socket);
  ::close(alarm);
}

void Reception::answer(const Visitor &visitor, std::string text) {
  const std::lock_guard lock(answered);
  answers.emplace_back(visitor, std::move(text));
  ::eventfd_write(alarm, 1);
}

void Reception::leave() {
  isLeaving = true;
  ::eventfd_write(alarm, 1);
}

void Reception::run() {
  const auto isBusy = [](const Visitor &one) {
    return one->state == Client::State::Waiting || one->state == Client::State::Listening;
  };
  while (!isLeaving || std::any_of(visitors.begin(), visitors.end(), isBusy)) {
    std::vector<pollfd> places{{alarm, POLLIN, 0}, {isLeaving ? -1 : listener, POLLIN, 0}};
    for (const Visitor &one : visitors)
      // Who has hung up has nothing to say while the answer is made.
      places.push_back({one->state == Client::State::Waiting && one->isGone ? -1 : one->socket,
                        static_cast<short>(one->state == Client::State::Listening ? POLLOUT : POLLIN), 0});
    const int ready = ::poll(places.data(), places.size(), visitors.empty() ? -1 : lookAround);
    if (ready < 0)
      continue;
    takeAnswers();
    auto place = places.begin() + 2;
    for (auto one = visitors.begin(); one != visitors.end(); ++place) {
      if (goOn(*one, place->revents)) {
        ++one;
        continue;
      }
      ::close((*one)->socket);
      one = visitors.erase(one);
    }
    if (places[1].revents != 0)
      admit();
  }
}

void Reception::takeAnswers() {
  eventfd_t count = 0;
  ::eventfd_read(alarm, &count);
  const std::lock_guard lock(answered);
  for (auto &[visitor, text] : answers)
    say(*visitor, std::move(text));
  answers.clear();
}

bool Reception::makeRoom() {
  // Who asks, and listens, as programs do has gone in a moment.
  const auto slowest = std::find_if(visitors.begin(), visitors.end(),
                                    [](const Visitor &one) { return one->state != Client::State::Waiting; });
  if (slowest == visitors.end())
    return false;
  ::close((*slowest)->socket);
  visitors.erase(slowest);
  return true;
}

void Reception::admit() {
  // However many more there are, others are served in between.
  for (std::size_t count = 0; count < limits.connections; ++count) {
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0 && (errno == EINTR || errno == ECONNABORTED))
      continue;
    if (socket < 0 && (errno == EMFILE || errno == ENFILE) && makeRoom())
      continue;
    if (socket < 0)
      return;
    if (visitors.size() >= limits.connections && !makeRoom()) {
      ::close(socket);
      continue;
    }
    visitors.emplace_back(new Client(socket, Clock::now() + limits.asking));
    // What is asked is mostly there with whoever asks.
    hear(visitors.back());
  }
}

bool Reception::goOn(const Visitor &visitor, short events) {
  Client &client = *visitor;
  if (events != 0) {
    if (client.state == Client::State::Listening)
      send(client);
    else
      hear(visitor);
  }
  if (client.state != Client::State::Waiting && Clock::now() >= client.patience) {
    if (client.state != Client::State::Asking)
      return false;
    refuse(client, 408, "the request took too long");
  }
  return !client.isGone || client.state == Client::State::Waiting || client.state == Client::State::Listening;
}

void Reception::hear(const Visitor &visitor) {
  Client &client = *visitor;
  char bytes[65536];
  const ssize_t count = ::recv(client.socket, bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (count <= 0) {
    client.isGone = true;
    // Perhaps it still listens.
    if (count == 0 && client.state == Client::State::Asking)
      refuse(client, 400, "what was sent is no request of HTTP");
    return;
  }
  if (client.state != Client::State::Asking)
    return;
  client.request.append(bytes, static_cast<std::size_t>(count));
  handOnIfWhole(visitor);
}

void Reception::handOnIfWhole(const Visitor &visitor) {
  Client &client = *visitor;
  const llvm::StringRef request = client.request;
  if (client.headEnd == 0) {
    constexpr llvm::StringLiteral end("\r\n\r\n");
    const std::size_t found = request.find(end);
    const llvm::StringRef head = request.take_front(std::min(found, limits.head));
    if (head.size() == limits.head || head.count('\n') > limits.headLines)
      return refuse(client, 431, "the request has more or longer headers than any browser sends");
    if (found == llvm::StringRef::npos)
      return;
    if (!isWellFormed(head))
      return refuse(client, 400, "what was sent is no request of HTTP");
    client.headEnd = found + end.size();
    // What is too long is refused by its head.
    const std::size_t body = announced(head);
    client.wanted = client.headEnd + (body > limits.body ? 0 : body);
  }
  if (request.size() < client.wanted)
    return;
  client.state = Client::State::Waiting;
  // What stands behind a request is no other one.
  client.request.resize(client.wanted);
  answering(visitor, std::exchange(client.request, {}));
}

void Reception::refuse(Client &client, int status, const std::string &reason) {
  say(client, refusing(status, reason));
}

void Reception::say(Client &client, std::string text) {
  client.state = Client::State::Listening;
  client.patience = Clock::now() + limits.listening;
  client.answer = std::move(text);
  client.request.clear();
  send(client);
}

void Reception::send(Client &client) {
  while (client.given < client.answer.size()) {
    const ssize_t count = ::send(client.socket, client.answer.data() + client.given,
                                 client.answer.size() - client.given, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 && errno == EAGAIN)
      return;
    if (count < 0) {
      client.isGone = true;
      break;
    }
    client.given += static_cast<std::size_t>(count);
  }
  client.answer.clear();
  ::shutdown(client.socket, SHUT_WR);
  client.state = Client::State::Leaving;
  client.patience = Clock::now() + toLeave;
}

} // namespace plumb::tool::web_server
