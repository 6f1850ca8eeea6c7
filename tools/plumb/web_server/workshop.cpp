// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/workshop.h"

#include "tools/plumb/parallel.h"

#include <cerrno>
#include <csignal>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace plumb::tool::web_server {

namespace {

using Clock = std::chrono::steady_clock;

/// Behind every answer, so that half of one is none.
constexpr char endOfAnswer = '\0';

bool sendAll(int stream, const std::string &text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = ::send(stream, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno != EINTR)
      return false;
    sent += now < 0 ? 0 : static_cast<std::size_t>(now);
  }
  return true;
}

/// Appends what is there; false at the end.
bool receive(int stream, std::string &text) {
  char bytes[65536];
  const ssize_t count = ::recv(stream, bytes, sizeof bytes, 0);
  if (count > 0)
    text.append(bytes, static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Of a message that carries one open file.
union Envelope {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

bool handIn(int counter, int stream) {
  char nothing = 0;
  iovec part{&nothing, 1};
  Envelope envelope{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = envelope.bytes;
  message.msg_controllen = sizeof envelope.bytes;
  cmsghdr *carried = CMSG_FIRSTHDR(&message);
  carried->cmsg_level = SOL_SOCKET;
  carried->cmsg_type = SCM_RIGHTS;
  carried->cmsg_len = CMSG_LEN(sizeof stream);
  *reinterpret_cast<int *>(CMSG_DATA(carried)) = stream;
  return ::sendmsg(counter, &message, MSG_NOSIGNAL) == 1;
}

/// The next stream that is handed in; nothing when nobody is left to do so.
std::optional<int> takeIn(int counter) {
  for (;;) {
    char nothing = 0;
    iovec part{&nothing, 1};
    Envelope envelope{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = envelope.bytes;
    message.msg_controllen = sizeof envelope.bytes;
    const ssize_t count = ::recvmsg(counter, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    // Without one, the process had no place for another file: whoever asked sees the end of the stream.
    if (const cmsghdr *carried = CMSG_FIRSTHDR(&message))
      return *reinterpret_cast<const int *>(CMSG_DATA(carried));
  }
}

/// Ends with its parent.
void dieWith(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    _exit(1);
}

void limit(const Workshop::Limits &limits) {
  // The shadow of a sanitizer takes more address space than any limit leaves.
#ifndef __SANITIZE_ADDRESS__
  const rlimit memory{limits.memory, limits.memory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // One second more than whoever asked waits.
  ::alarm(static_cast<unsigned>(limits.time.count()) + 1);
}

/// In a process of its own, until its end.
[[noreturn]] void workAt(int stream, const Workshop::Work &work) {
  std::string request;
  while (receive(stream, request)) {
  }
  // The asker has said everything, and closes the stream when nothing is wanted any more.
  std::thread([stream] {
    pollfd end{stream, 0, 0};
    while (::poll(&end, 1, -1) < 0) {
    }
    _exit(1);
  }).detach();
  std::string answer;
  try {
    // Proofs need a large stack.
    forEachInParallel(1, 1, [&](std::size_t) { answer = work(request); });
  } catch (...) {
    _exit(1);
  }
  _exit(sendAll(stream, answer + endOfAnswer) ? 0 : 1);
}

[[noreturn]] void keepOpen(int counter, const Workshop::Work &work, const Workshop::Limits &limits) {
  // Whoever interrupts the server in a terminal interrupts it alone; children that end are not looked after.
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGCHLD, SIG_IGN);
  const pid_t self = ::getpid();
  while (const auto stream = takeIn(counter)) {
    if (::fork() == 0) {
      ::close(counter);
      dieWith(self);
      limit(limits);
      workAt(*stream, work);
    }
    ::close(*stream);
  }
  _exit(0);
}

} // namespace

std::unique_ptr<Workshop> Workshop::open(const Work &work, const Limits &limits) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return nullptr;
  const pid_t self = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(ends[0]);
    dieWith(self);
    keepOpen(ends[1], work, limits);
  }
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    return nullptr;
  }
  return std::unique_ptr<Workshop>(new Workshop(ends[0], limits));
}

Workshop::~Workshop() {
  ::close(counter);
}

Workshop::Answer Workshop::ask(const std::string &request, const std::function<bool()> &isWanted) const {
  constexpr int pause = 100;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return {};
  const std::unique_ptr<const int, void (*)(const int *)> closing(ends,
                                                                  [](const int *end) { ::close(*end); });
  const bool isHandedIn = handIn(counter, ends[1]);
  const bool isClosed = errno == EPIPE || errno == ECONNRESET;
  ::close(ends[1]);
  if (!isHandedIn)
    return isClosed ? Answer{Answer::Kind::Closed} : Answer{};
  if (!sendAll(ends[0], request))
    return {};
  ::shutdown(ends[0], SHUT_WR);
  Answer answer;
  for (const auto begun = Clock::now();;) {
    pollfd end{ends[0], POLLIN, 0};
    const int ready = ::poll(&end, 1, pause);
    if (ready > 0 && !receive(ends[0], answer.text))
      break;
    if (Clock::now() - begun >= limits.time)
      return {Answer::Kind::Late};
    if (ready == 0 && !isWanted())
      return {Answer::Kind::Unwanted};
  }
  if (answer.text.empty() || answer.text.back() != endOfAnswer)
    return {};
  answer.text.pop_back();
  answer.kind = Answer::Kind::Given;
  return answer;
}

} // namespace plumb::tool::web_server
