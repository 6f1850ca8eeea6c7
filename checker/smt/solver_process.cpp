// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace plumb::smt {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t longestAnswer = std::size_t{1} << 20;

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

} // namespace

std::optional<std::size_t> endOfExpression(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && isSpace(text[at]))
    ++at;
  std::size_t depth = 0;
  char quote = 0;
  for (const std::size_t begin = at; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
      continue;
    }
    if (c == '|' || c == '"')
      quote = c;
    else if (c == '(')
      ++depth;
    else if (c == ')' && depth <= 1)
      return at + 1;
    else if (c == ')')
      --depth;
    else if (isSpace(c) && depth == 0 && at > begin)
      return at;
  }
  return std::nullopt;
}

SolverProcess::SolverProcess(const std::vector<std::string> &command) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(std::string("no channel to `") + command.front() + "`: " + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO})
    posix_spawn_file_actions_adddup2(&actions, ends[1], stream);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> words = command;
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = posix_spawnp(&process, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  channel = ends[0];
  // One that does not read is no reason to wait for ever.
  const timeval patience{60, 0};
  setsockopt(channel, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (error == 0)
    return;
  close(channel);
  throw std::runtime_error("`" + command.front() + "` does not start: " + std::strerror(error));
}

SolverProcess::~SolverProcess() {
  close(channel);
  kill(process, SIGKILL);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void SolverProcess::send(const std::string &commands) {
  for (std::size_t sent = 0; sent < commands.size();) {
    const ssize_t more = ::send(channel, commands.data() + sent, commands.size() - sent, MSG_NOSIGNAL);
    if (more > 0)
      sent += static_cast<std::size_t>(more);
    else if (errno != EINTR)
      throw std::runtime_error(std::string("it takes no more commands: ") + std::strerror(errno));
  }
}

std::string SolverProcess::answer(std::chrono::milliseconds patience) {
  const auto end = steady_clock::now() + patience;
  for (;;) {
    if (const auto length = endOfExpression(received)) {
      const auto begin = std::find_if_not(received.begin(), received.end(), isSpace);
      std::string text(begin, received.begin() + static_cast<std::ptrdiff_t>(*length));
      received.erase(0, *length);
      return text;
    }
    if (received.size() > longestAnswer)
      throw std::runtime_error("its answer does not end");
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - steady_clock::now());
    pollfd readable{channel, POLLIN, 0};
    const int ready = poll(&readable, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready == 0)
      throw std::runtime_error("it does not answer");
    std::array<char, 4096> bytes{};
    const ssize_t count = ready < 0 ? -1 : recv(channel, bytes.data(), bytes.size(), 0);
    if (count > 0)
      received.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      throw std::runtime_error("it has ended");
  }
}

} // namespace plumb::smt
