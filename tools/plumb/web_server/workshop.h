// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/workshop.h - Work apart -----------*- C++ -*-===//
///
/// \file
/// Work for strangers, each piece in a process of its own with limits on time and memory. These processes are
/// started by one that has but one thread, which is made before the server has several: a copy of a process
/// with many threads may hold locks that nobody opens any more.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_WORKSHOP_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_WORKSHOP_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace plumb::tool::web_server {

class Workshop {
public:
  /// From one text to another; what it throws is no answer.
  using Work = std::function<std::string(const std::string &request)>;

  struct Limits {
    std::chrono::seconds time;
    /// Of the address space of one process, in bytes.
    std::uint64_t memory;
  };

  /// \pre The process has one thread.
  /// \returns null if the machine has no process left.
  static std::unique_ptr<Workshop> open(const Work &work, const Limits &limits);
  /// Ends it and all work in it.
  ~Workshop();
  Workshop(const Workshop &) = delete;
  Workshop &operator=(const Workshop &) = delete;

  struct Answer {
    enum class Kind : std::uint8_t {
      Given,
      /// It took longer than it may.
      Late,
      /// The work ended without one: by its limit on memory, or by a bug.
      None,
      /// Nobody wants it any more.
      Unwanted,
      /// The process that starts all work has ended.
      Closed,
    };
    Kind kind = Kind::None;
    std::string text = {};
  };

  /// From any thread. \p isWanted is asked now and then; when it is not, the work ends.
  Answer ask(const std::string &request, const std::function<bool()> &isWanted) const;

private:
  Workshop(int ofCounter, const Limits &ofAll) : counter(ofCounter), limits(ofAll) {}

  /// Where work is handed in: the end of a stream for each piece. Who closes it closes the workshop.
  const int counter;
  const Limits limits;
};

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_WORKSHOP_H
