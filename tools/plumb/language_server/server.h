// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/server.h - plumb lsp ---------*- C++ -*-===//
///
/// \file
/// The language server: messages of the Language Server Protocol 3.17 on two streams, open texts, and
/// the proofs behind them. One thread; what takes long runs in other processes.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_SERVER_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_SERVER_H

#include "tools/plumb/language_server/message_stream.h"
#include "tools/plumb/language_server/proofs.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumb::tool::language_server {

class Server {
public:
  /// Reads from \p input and writes to \p output, which are open files.
  Server(int input, int output, const Options &ofAll);

  /// Until the client says `exit` or is gone.
  ///
  /// \returns whether it ended as the protocol says: with `shutdown` and `exit`.
  bool serve();

private:
  using Clock = std::chrono::steady_clock;
  using Object = llvm::json::Object;
  using Value = llvm::json::Value;

  struct OpenText {
    std::unique_ptr<Document> document;
    /// Of the last version that could be read: what is completed while somebody types.
    navigation::SymbolTable names = {};
    /// When its proofs begin.
    std::optional<Clock::time_point> due = std::nullopt;
  };
  struct Explanation {
    /// Of the request that waits.
    Value id;
    /// What is explained is the version that is open.
    std::string uri;
    std::unique_ptr<Errand> errand;
  };
  /// What is answered in the place of a result.
  struct Refusal {
    int code;
    std::string message;
  };
  using Answer = llvm::function_ref<Value(const OpenText &text, std::uint32_t offset)>;

  void wait();
  void readInput();
  /// Behind the last byte.
  void endInput();
  /// What is left of a message that was too long.
  void passOver(const std::string &remainder);
  void take(const std::string &message);
  void take(const Object &message);
  void notified(llvm::StringRef method, const Object &parameters);
  /// JSON.
  std::string requested(llvm::StringRef method, const Object &parameters);
  /// Nothing of a method that there is not.
  std::optional<Value> answered(llvm::StringRef method, const Object &parameters);
  std::optional<Value> answeredAtPlace(llvm::StringRef method, const Object &parameters);
  Value initialized(const Object &parameters);
  void explain(Value id, const Object &parameters);
  void finishExplanations(int readEnd);
  template <typename Condition> void refuseExplanations(const Condition &isOver, const Refusal &refusal);

  /// Once, as soon as the client may be told something.
  void tellSettingsProblems();
  void opened(const Object &parameters);
  void changed(const Object &parameters);
  void closed(const Object &parameters);
  void close(const std::string &uri);
  /// What the editor shows of it is not known any more: no verdict is a verdict on that.
  void lose(const std::string &uri, const std::string &why);
  /// Whether a file of this name is one that `plumb learn` writes.
  bool isExercise(const std::string &uri);
  void replace(const std::string &uri, std::string text, std::int64_t version);
  void startDue();
  void known(const std::string &uri);
  void publish(const Document &document);

  /// \throws Refusal if \p parameters name no text that is open, or no place.
  const OpenText &textOf(const Object &parameters) const;
  std::uint32_t offsetIn(const Document &document, const Object &parameters) const;

  void send(std::string_view message);
  void notify(llvm::StringRef method, Value parameters);
  /// \param result is JSON.
  void respond(const Value &id, llvm::StringRef result);
  void refuse(Value id, const Refusal &refusal);

  const int input, output;
  MessageReader reader;
  Proofs proofs;
  const Options options;
  /// Not told yet.
  std::vector<SettingsProblem> settingsProblems;
  std::map<std::string, OpenText> texts;
  /// Open texts that are not known until they come as a whole again.
  std::set<std::string> lost;
  /// Read when the first text is opened.
  std::optional<std::set<std::string>> exerciseFiles;
  std::list<Explanation> explanations;
  bool isInitialized = false, isShutDown = false, hasEnded = false;
  bool refreshesLenses = false;
  std::int64_t lastRequest = 0;
};

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_SERVER_H
