// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/bit_source.h"
#include "plumb/runtime/os_bits.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <memory>
#include <pthread.h>
#include <set>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace plumb::runtime {

struct OsBitsProbe {
  /// In the pool of this thread.
  static std::size_t remaining() { return OsBits::pool->remaining; }
  static constexpr std::size_t capacity = OsBits::Pool::capacity;
  /// Of this thread.
  static bool hasPool() { return OsBits::pool != &OsBits::none; }
  static const void *place() { return OsBits::pool; }
  static const void *noPool() { return &OsBits::none; }
  /// No byte that was handed out, or thrown away, is left in memory.
  static bool usedBytesAreZero() {
    const OsBits::Pool &pool = *OsBits::pool;
    return std::all_of(pool.bytes + pool.remaining, pool.bytes + OsBits::Pool::capacity,
                       [](unsigned char byte) { return byte == 0; });
  }
};

} // namespace plumb::runtime

using namespace plumb::runtime;

static_assert(BitSource<OsBits>);

namespace {

using Draws = std::array<std::uint64_t, 8>;

Draws drawFrom(OsBits &bits) {
  Draws draws;
  for (std::uint64_t &draw : draws)
    draw = bits.next_u64();
  return draws;
}

/// fork() runs the handlers that libraries installed; the bare system call, as
/// some sandboxes use it, does not.
enum class Fork { Library, SystemCall };

pid_t forkBy(Fork way) {
  return way == Fork::Library ? fork() : static_cast<pid_t>(syscall(SYS_fork));
}

/// What a child draws, through a handle made before the fork or after it.
Draws drawInChild(OsBits &inherited, bool fresh, Fork way) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = forkBy(way);
  if (child == 0) {
    Draws draws;
    if (fresh) {
      OsBits own;
      draws = drawFrom(own);
    } else {
      draws = drawFrom(inherited);
    }
    _exit(write(ends[1], &draws, sizeof draws) == sizeof draws ? 0 : 1);
  }
  Draws draws{};
  CHECK(read(ends[0], &draws, sizeof draws) == sizeof draws);
  close(ends[0]);
  close(ends[1]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  return draws;
}

} // namespace

TEST_CASE("parent and children of fork draw different bits") {
  OsBits bits;
  static_cast<void>(bits.next_u64()); // the pool is full when forked
  REQUIRE(OsBitsProbe::remaining() > 1000);
  std::set<std::uint64_t> distinct;
  std::size_t count = 0;
  const auto add = [&](const Draws &draws) {
    distinct.insert(draws.begin(), draws.end());
    count += draws.size();
  };
  for (bool fresh : {false, true})
    for (Fork way : {Fork::Library, Fork::SystemCall}) {
      add(drawInChild(bits, fresh, way));
      add(drawInChild(bits, fresh, way));
    }
  add(drawFrom(bits));
  CHECK(distinct.size() == count);
}

TEST_CASE("the pool of a child is empty and zero before its first draw") {
  // Other threads draw meanwhile.
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    OsBits bits;
    while (!stop)
      static_cast<void>(bits.next_u64());
  });
  OsBits bits;
  static_cast<void>(bits.next_u64());
  for (int i = 0; i < 10; ++i)
    for (Fork way : {Fork::Library, Fork::SystemCall}) {
      const pid_t child = forkBy(way);
      if (child == 0)
        _exit(OsBitsProbe::remaining() == 0 && OsBitsProbe::usedBytesAreZero() ? 0 : 1);
      int status = 0;
      waitpid(child, &status, 0);
      CHECK(status == 0);
    }
  stop = true;
  busy.join();
  CHECK(OsBitsProbe::remaining() > 0);
}

// A lock that another thread held at the fork is held for ever in the child.
TEST_CASE("a child that is forked while other threads draw draws at once, and nothing of theirs") {
  std::atomic<bool> stop = false;
  std::vector<std::thread> busy;
  for (int i = 0; i < 4; ++i)
    busy.emplace_back([&] {
      OsBits bits;
      while (!stop)
        static_cast<void>(bits.next_u64());
    });
  OsBits bits;
  std::set<std::uint64_t> distinct;
  std::size_t count = 0;
  bool isInTime = true;
  for (int i = 0; i < 150 && isInTime; ++i) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      const Draws draws = drawFrom(bits);
      _exit(write(ends[1], &draws, sizeof draws) == sizeof draws ? 0 : 1);
    }
    close(ends[1]);
    Draws draws{};
    isInTime = read(ends[0], &draws, sizeof draws) == sizeof draws;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    distinct.insert(draws.begin(), draws.end());
    count += draws.size();
  }
  stop = true;
  for (std::thread &thread : busy)
    thread.join();
  CHECK(isInTime);
  CHECK(distinct.size() == count);
}

TEST_CASE("threads draw different bits") {
  constexpr std::size_t threads = 4, draws = 5000;
  std::vector<std::vector<std::uint64_t>> drawn(threads);
  std::vector<std::thread> running;
  for (auto &words : drawn)
    running.emplace_back([&words] {
      OsBits bits;
      for (std::size_t i = 0; i < draws; ++i)
        words.push_back(bits.next_u64());
    });
  for (std::thread &thread : running)
    thread.join();
  std::set<std::uint64_t> distinct;
  for (const auto &words : drawn)
    distinct.insert(words.begin(), words.end());
  CHECK(distinct.size() == threads * draws);
}

TEST_CASE("handles of one thread share its pool and no byte") {
  OsBits first, second;
  std::set<std::uint64_t> distinct;
  for (int i = 0; i < 100; ++i) {
    distinct.insert(first.next_u64());
    distinct.insert(second.next_u64());
  }
  CHECK(distinct.size() == 200);
}

TEST_CASE("bytes are zero in memory once they are handed out") {
  OsBits bits;
  for (std::size_t i = 0; i < 3 * OsBitsProbe::capacity; ++i) {
    if (i % 5 == 0)
      static_cast<void>(bits.next_u64());
    else
      static_cast<void>(bits.next_byte());
    if (i % 97 == 0)
      REQUIRE(OsBitsProbe::usedBytesAreZero());
  }
}

TEST_CASE("all bytes occur, in both sizes of draw") {
  OsBits bits;
  std::set<unsigned> fromBytes, fromWords;
  for (int i = 0; i < 20000; ++i) {
    fromBytes.insert(bits.next_byte());
    const std::uint64_t word = bits.next_u64();
    for (unsigned shift = 0; shift < 64; shift += 8)
      fromWords.insert(static_cast<unsigned>(word >> shift) & 255U);
  }
  CHECK(fromBytes.size() == 256);
  CHECK(fromWords.size() == 256);
}

TEST_CASE("one handle serves many threads at once") {
  constexpr std::size_t threads = 4, draws = 20000;
  OsBits bits;
  std::vector<std::vector<std::uint64_t>> drawn(threads);
  std::vector<std::thread> running;
  for (auto &words : drawn)
    running.emplace_back([&bits, &words] {
      for (std::size_t i = 0; i < draws; ++i)
        words.push_back(bits.next_u64());
    });
  for (std::thread &thread : running)
    thread.join();
  std::set<std::uint64_t> distinct;
  for (const auto &words : drawn)
    distinct.insert(words.begin(), words.end());
  CHECK(distinct.size() == threads * draws);
  CHECK(distinct.count(0) == 0);
}

TEST_CASE("a handle outlives the thread that made it") {
  std::unique_ptr<OsBits> bits;
  std::thread([&bits] {
    bits = std::make_unique<OsBits>();
    static_cast<void>(bits->next_u64());
  }).join();
  std::set<std::uint64_t> distinct;
  for (int i = 0; i < 100; ++i)
    distinct.insert(bits->next_u64());
  CHECK(distinct.size() == 100);
}

namespace {

/// Is there memory at the place of a pool whose thread has ended?
bool isMapped(const void *place) {
  return msync(const_cast<void *>(place), 1, MS_ASYNC) == 0;
}

/// The word and the pool of a draw in the destructor of a key of its thread.
struct LateDraw {
  std::uint64_t word = 0;
  const void *pool = nullptr;
};

void drawLate(void *draw) {
  *static_cast<LateDraw *>(draw) = {OsBits().next_u64(), OsBitsProbe::place()};
}

/// Draws when its thread ends, before or after the pool is gone.
struct DrawsAtTheEnd {
  std::vector<std::uint64_t> *words = nullptr;
  bool *leavesPool = nullptr;
  ~DrawsAtTheEnd() {
    for (int i = 0; words != nullptr && i < 100; ++i)
      words->push_back(OsBits().next_u64());
    if (leavesPool != nullptr)
      *leavesPool = OsBitsProbe::hasPool();
  }
};

thread_local DrawsAtTheEnd beforeThePool;
thread_local DrawsAtTheEnd afterThePool;

} // namespace

TEST_CASE("destructors of a thread may draw, and leave no pool behind") {
  std::vector<std::uint64_t> words;
  bool leavesPool = true;
  std::thread([&] {
    afterThePool.words = &words; // made before the pool, so destroyed after it
    afterThePool.leavesPool = &leavesPool;
    words.push_back(OsBits().next_u64());
    beforeThePool.words = &words;
  }).join();
  CHECK_FALSE(leavesPool);
  CHECK(words.size() == 201);
  CHECK(std::set<std::uint64_t>(words.begin(), words.end()).size() == 201);
}

TEST_CASE("a thread that draws first behind its thread_local variables leaves no pool behind") {
  pthread_key_t key;
  REQUIRE(pthread_key_create(&key, drawLate) == 0);
  for (bool isFirst : {true, false}) {
    LateDraw draw;
    std::thread([&] {
      if (!isFirst)
        static_cast<void>(OsBits().next_u64());
      pthread_setspecific(key, &draw);
    }).join();
    CHECK(draw.word != 0);
    CHECK((draw.pool == OsBitsProbe::noPool() || !isMapped(draw.pool)));
  }
  pthread_key_delete(key);
}

TEST_CASE("the pool is left out of core dumps") {
  OsBits bits;
  bits.next_u64();
  const auto place = reinterpret_cast<std::uintptr_t>(OsBitsProbe::place());
  std::ifstream mappings("/proc/self/smaps");
  std::string text, flags;
  for (bool isThere = false; flags.empty() && std::getline(mappings, text);) {
    std::uintptr_t start = 0, end = 0;
    char dash = 0;
    std::istringstream line(text);
    if (line >> std::hex >> start >> dash >> end && dash == '-')
      isThere = start <= place && place < end;
    else if (isThere && text.starts_with("VmFlags:"))
      flags = text + " ";
  }
  INFO(flags);
  if (flags.empty())
    WARN("skipped: this kernel shows no flags of mappings");
  else
    CHECK(flags.find(" dd ") != std::string::npos);
}
