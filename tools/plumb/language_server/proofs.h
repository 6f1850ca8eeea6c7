// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/proofs.h - Behind the typing -*- C++ -*-===//
///
/// \file
/// Proofs of what is open in an editor. Each runs in a process of its own, so that the next keystroke can
/// end it, and so that a proof that crashes is a proof that said nothing. What was said is kept by what it
/// was said of, and asked once.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_PROOFS_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_PROOFS_H

#include "tools/plumb/language_server/document.h"
#include "tools/plumb/options.h"

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace plumb::tool::language_server {

/// Work in a process of its own, which sends home one text.
class Errand {
public:
  /// A net for what the limits of the solver do not catch.
  static constexpr std::chrono::seconds latest{120};

  /// Starts \p work, of which the result is the text. Not before the process has but one thread. Null if the
  /// machine has no process left.
  static std::unique_ptr<Errand> start(const std::function<std::string()> &work);
  /// Ends it.
  ~Errand();
  Errand(const Errand &) = delete;
  Errand &operator=(const Errand &) = delete;

  /// To be read by advance() as soon as it is readable.
  int readEnd() const { return pipe; }
  /// It has taken longer than work may take.
  bool isLate() const { return std::chrono::steady_clock::now() - begun >= latest; }
  /// Reads what is there; returns whether that was all.
  bool advance();
  /// What came; nothing if the process did not end well. \pre advance() has returned true
  std::optional<std::string> result();

private:
  Errand(int ofPipe, pid_t ofProcess) : pipe(ofPipe), process(ofProcess) {}

  const int pipe;
  pid_t process;
  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  std::string received;
};

/// What becomes of \p one, which is of \p document. Takes its time.
Outcome prove(const Document &document, const Examined &one, const Options &options);

class Proofs {
public:
  explicit Proofs(const Options &ofAll) : options(ofAll) {}

  /// Gives each declaration of \p document the outcome that is known of it.
  void apply(Document &document) const;
  /// Proves what has no outcome yet, and ends the proofs of what is no longer in this text.
  ///
  /// \p document outlives that, or hold() comes before its end.
  void start(Document &document);
  /// What of the text of that name has not begun does not.
  void hold(const std::string &uri);
  /// Ends all proofs of the text of that name.
  void forget(const std::string &uri);

  std::vector<int> readEnds() const;
  /// Reads what \p readEnd has. Returns the name of the text of which something new is known, if it is so.
  std::optional<std::string> advance(int readEnd);
  /// Ends what takes too long, and begins what could not begin. Names of texts of which something new is
  /// known, as for advance().
  std::vector<std::string> endLate();
  bool isBusy() const { return !running.empty() || !waiting.empty(); }

private:
  struct Waiting {
    std::string uri;
    Document *document;
    std::size_t number;
  };
  struct Running {
    std::string uri, key, wholeKey, name;
    SourceRange range, nameRange;
    std::shared_ptr<const CanonicalText> canonical;
    std::unique_ptr<Errand> errand;
  };

  void startWaiting();
  void keep(const Running &proof, std::optional<Outcome> outcome);

  const Options options;
  std::list<Waiting> waiting;
  std::list<Running> running;
  /// Places in them are those of the canonical text, relative to the declaration; or absolute, where the key
  /// is of a whole text.
  std::map<std::string, Outcome> kept;
};

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_PROOFS_H
