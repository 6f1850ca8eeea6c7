// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/process_mark.h"

#include "plumb/runtime/fatal.h"
#include "system_bytes.h"
#include "wiped_pages.h"

#include <atomic>
#include <cstring>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace plumb::runtime {

namespace {

struct Page {
  /// Odd; 0 if it was not drawn yet, a ticket while it is drawn.
  std::atomic<std::uint64_t> mark;
  /// The kernel does not wipe the page in a child.
  bool isCopied;
};

/// Nothing before the first mark. No lock guards it: a child would wait for a thread that it does not
/// inherit.
constinit std::atomic<Page *> shared = nullptr;

Page &page() {
  if (Page *const known = shared.load())
    return *known;
  const WipedPages pages = WipedPages::map(sizeof(Page));
  Page *const fresh = new (pages.start) Page{0, !pages.areWiped};
  Page *other = nullptr;
  if (shared.compare_exchange_strong(other, fresh))
    return *fresh;
  munmap(pages.start, sizeof(Page));
  return *other;
}

/// Not of `OsBits`, whose draws ask for the mark.
std::uint64_t randomWord() {
  unsigned char bytes[sizeof(std::uint64_t)];
  fillFromSystem(bytes, sizeof bytes);
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// The bit keeps it from 0 and from all tickets.
std::uint64_t freshMark() {
  return randomWord() | 1U;
}

/// Even, never 0, and so random that it does not come back: what a child finds in its page was put there
/// behind the fork, by itself or by a thread of its own.
std::uint64_t freshTicket() {
  std::uint64_t ticket = 0;
  while (ticket == 0)
    ticket = randomWord() & ~std::uint64_t{1};
  return ticket;
}

void forget() {
  if (Page *const known = shared.load())
    known->mark.store(0);
}

bool forgetInChildren() {
  if (pthread_atfork(nullptr, nullptr, forget) != 0)
    abortWith("no memory for the fork handler of the process mark");
  return true;
}

[[maybe_unused]] const bool isForgotten = forgetInChildren();

/// The mark that is drawn already, or a fresh one. A child that a signal handler forked behind the draw finds
/// 0 in place of the ticket, or one of another thread of the child, and draws its own.
std::uint64_t markOn(Page &place) {
  for (;;) {
    std::uint64_t ticket = place.mark.load();
    if (ticket % 2 != 0)
      return ticket;
    if (ticket == 0) {
      const std::uint64_t own = freshTicket();
      if (!place.mark.compare_exchange_strong(ticket, own))
        continue;
      ticket = own;
    }
    const std::uint64_t fresh = freshMark();
    if (place.mark.compare_exchange_strong(ticket, fresh))
      return fresh;
  }
}

} // namespace

std::uint64_t processMark() {
  Page &place = page();
  const std::uint64_t mark = markOn(place);
  // The lowest bit stays.
  return place.isCopied ? mark ^ (static_cast<std::uint64_t>(getpid()) << 1) : mark;
}

ForkWatch::ForkWatch() : mark(&page().mark), before(markOn(page())) {}

} // namespace plumb::runtime
