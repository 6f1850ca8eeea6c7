// SPDX-License-Identifier: Apache-2.0
//
// A service for docs/production.md: a daemon with a worker for each place, which watches its counts and
// publishes what monitor_location says of them.
//
//     service start FOLDER KEY [OLD_KEY]   in the background; OLD_KEY was the key before
//     service left FOLDER KEY              what is left of the budget
//
// In FOLDER: place0.counts, place1.counts, ... with a count on each line, to which somebody appends;
// place0.published and so on; service.pid; service.log; and what has to survive, each under the key: budget
// and place0.state. tests/mechanisms/emit/service.py kills it wherever it can.

#include "monitor_location.h"
#include "plumb/runtime/ledger.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace plumb;
using monitor_location::Stream;
using runtime::Error;
using runtime::Expected;
using runtime::Ledger;
using runtime::Rational;
using runtime::StateFile;

namespace {

using Key = std::vector<std::uint8_t>;

constexpr std::int64_t updates = 2000;
constexpr int places = 2;

/// Where everything lies, and what opens it.
struct Service {
  std::string folder;
  Key key;
  std::optional<Key> oldKey;

  std::string file(int place, const char *suffix) const {
    return folder + "/place" + std::to_string(place) + suffix;
  }
  Expected<StateFile> open(const std::string &path) const {
    return oldKey ? StateFile::openWithNewKey(path, *oldKey, key) : StateFile::open(path, key);
  }
  /// All that is ever told about the visits is paid from this.
  Expected<Ledger> ledger() const {
    auto purse = open(folder + "/budget");
    if (!purse)
      return purse.error();
    return Ledger::open(*std::move(purse), {{"visits", Rational(5)}});
  }
};

monitor_location::Parameters parameters() {
  monitor_location::Parameters chosen;
  chosen.H = updates;
  chosen.eps = Rational{1, 2};
  chosen.threshold = 1000;
  for (std::int64_t t = 0; t < updates; ++t)
    chosen.clear.push_back(t + 2);
  return chosen;
}

int refuse(const Error &error) {
  std::cerr << error.message << std::endl;
  return 1;
}

/// Tries again for two seconds, because a worker that was killed just now may hold its files still.
template <class Open> auto atLast(const Open &open) {
  auto opened = open();
  for (int i = 0; !opened && i < 20; ++i) {
    usleep(100000);
    opened = open();
  }
  return opened;
}

/// Opened in the worker, to which both files belong: a stream or a ledger is of no use to a child of fork().
/// The ledger is closed when this returns, for the next worker. The stream is tried once: a new one is paid
/// for.
Expected<Stream> openStream(const Service &service, int place) {
  auto ledger = atLast([&] { return service.ledger(); });
  if (!ledger)
    return ledger.error();
  auto state = atLast([&] { return service.open(service.file(place, ".state")); });
  if (!state)
    return state.error();
  return Stream::open(parameters(), *ledger->budget("visits"), *std::move(state));
}

/// Publishes one line. What has not been written when the process dies is lost, and never answered again.
bool publish(int file, std::uint64_t update, const monitor_location::Cell &cell) {
  const std::string line = std::to_string(update) + " " + cell.text() + "\n";
  return write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

/// Nothing if the line is no whole number of 64 bits: 0 is a count like any other.
std::optional<std::int64_t> countIn(const std::string &line) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), count);
  return error == std::errc() && end == line.data() + line.size() ? std::optional(count) : std::nullopt;
}

/// Tells \p ready as soon as the ledger is free.
int work(const Service &service, int place, int ready) {
  auto stream = openStream(service, place);
  close(ready);
  if (!stream)
    return refuse(stream.error());
  const int published = open(service.file(place, ".published").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (published < 0)
    return refuse({"what is published cannot be written"});
  std::ifstream counts(service.file(place, ".counts"));
  std::string line;
  for (std::uint64_t before = 0; before < stream->steps(); ++before)
    std::getline(counts, line);
  if (!counts || counts.eof())
    return refuse({"the counts cannot be read, or end before update " + std::to_string(stream->steps())});
  while (!stream->finished()) {
    const auto start = counts.tellg();
    if (!std::getline(counts, line) || counts.eof()) { // nobody has appended a whole line yet
      counts.clear();
      counts.seekg(start);
      usleep(2000);
      continue;
    }
    const std::uint64_t update = stream->steps();
    const auto count = countIn(line);
    if (!count)
      return refuse({"line " + std::to_string(update + 1) + " of the counts is no count"});
    const auto cell = stream->step(monitor_location::Vouched(), *count);
    if (!cell)
      return refuse(cell.error());
    if (!publish(published, update, *cell))
      return refuse({"what is published cannot be written"});
  }
  return 0;
}

/// A worker for \p place, which dies with its parent. Waits until it has opened its files.
pid_t startWorker(const Service &service, int place) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return -1;
  const pid_t parent = getpid(), worker = fork();
  if (worker == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    _exit(getppid() == parent ? work(service, place, ends[1]) : 1);
  }
  close(ends[1]);
  char nothing;
  while (read(ends[0], &nothing, 1) < 0 && errno == EINTR)
    ;
  close(ends[0]);
  return worker;
}

/// Starts a worker again that was killed, and not one that has finished or was refused.
int watch(const Service &service) {
  std::map<pid_t, int> workers;
  for (int place = 0; place < places; ++place)
    workers[startWorker(service, place)] = place;
  while (!workers.empty()) {
    int status = 0;
    const pid_t ended = wait(&status);
    const auto worker = workers.find(ended);
    if (worker == workers.end())
      continue;
    const int place = worker->second;
    workers.erase(worker);
    if (WIFSIGNALED(status))
      workers[startWorker(service, place)] = place;
  }
  return 0;
}

/// The second fork leaves a process that is no leader of a session, so it never gets a terminal.
int start(const Service &service) {
  if (fork() != 0)
    _exit(0);
  setsid();
  if (fork() != 0)
    _exit(0);
  const int log =
      open((service.folder + "/service.log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(log, 2);
  std::ofstream(service.folder + "/service.pid") << getpid() << "\n";
  return watch(service);
}

int left(const Service &service) {
  const auto ledger = service.ledger();
  if (!ledger)
    return refuse(ledger.error());
  std::cout << *ledger->remaining("visits") << "\n";
  return 0;
}

std::optional<Key> keyIn(const char *path) {
  std::ifstream file(path, std::ios::binary);
  Key key{std::istreambuf_iterator<char>(file), {}};
  return key.size() < 32 ? std::nullopt : std::optional(std::move(key));
}

} // namespace

int main(int argc, char **argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if ((command != "start" && command != "left") || argc < 4 || argc > (command == "start" ? 5 : 4))
    return refuse({"usage: service start FOLDER KEY [OLD_KEY] | service left FOLDER KEY"});
  const auto key = keyIn(argv[3]), oldKey = argc > 4 ? keyIn(argv[4]) : std::nullopt;
  if (!key || (argc > 4 && !oldKey))
    return refuse({"a key has at least 32 bytes"});
  const Service service{argv[2], *key, oldKey};
  return command == "start" ? start(service) : left(service);
}
