// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Records that may count in a row of answers that is still to come.

#ifndef PLUMB_RUNTIME_HELD_RECORDS_H
#define PLUMB_RUNTIME_HELD_RECORDS_H

#include "plumb/runtime/wide.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// What CountedAnswers is for a query whose rows are as long as the stream: no row is held, but the records,
/// each until its last row has been answered. A record is proposed, and then accepted or withdrawn.
template <class Record> class HeldRecords {
public:
  /// Rows in front of \p first are not asked for any more.
  explicit HeldRecords(std::int64_t first = 0) : origin(first), next(first) {}

  /// \param end a row behind all those in which it counts
  /// \param isLate it counts in a row from `firstRow()` up to `nextRow()`, which has been answered.
  void propose(const Record &record, Wide end, bool isLate) {
    late = late || isLate;
    if (late || end <= next)
      return;
    // So that nothing can fail when it is accepted.
    if (records.size() == records.capacity())
      records.reserve(2 * records.size() + 1);
    proposed = Held{record, end};
  }
  bool comesLate() const { return late; }
  void withdraw() noexcept {
    proposed.reset();
    late = false;
  }
  /// \pre it does not come late.
  void accept() noexcept {
    if (proposed)
      records.push_back(*std::move(proposed));
    proposed.reset();
  }

  /// Row \p row has been answered, and those in front of it.
  void close(std::int64_t row) noexcept {
    next = row + 1;
    std::erase_if(records, [&](const Held &held) { return held.end <= next; });
  }
  std::int64_t firstRow() const { return origin; }
  /// Of which the next row is to be answered.
  std::int64_t nextRow() const { return next; }

  template <class Visit> void forEach(const Visit &visit) const {
    for (const Held &held : records)
      visit(held.record);
  }
  std::size_t size() const { return records.size(); }

private:
  struct Held {
    Record record;
    Wide end;
  };

  std::int64_t origin, next;
  std::vector<Held> records;
  std::optional<Held> proposed;
  bool late = false;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_HELD_RECORDS_H
