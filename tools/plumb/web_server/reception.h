// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/reception.h - Clients, slow or not -*- C++ -*-===//
///
/// \file
/// Requests are taken in, and answers given out, by one thread that waits for nobody: a client that sends or
/// reads a byte now and then keeps a connection for some seconds, and nobody else waiting. Whoever answers
/// gets requests as a whole.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_RECEPTION_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_RECEPTION_H

#include <atomic>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace plumb::tool::web_server {

class Reception {
public:
  struct Limits {
    /// In bytes, of the line and the headers of a request, and of what they announce.
    std::size_t head, body;
    std::size_t headLines;
    /// Of a whole request, and of taking a whole answer.
    std::chrono::seconds asking, listening;
    std::size_t connections;
  };

  /// One client, who asks once.
  class Client {
  public:
    /// \returns false once the client has hung up. From any thread.
    bool isThere() const { return !isGone; }

  private:
    friend class Reception;
    enum class State : std::uint8_t {
      Asking,
      /// Somebody works on the answer.
      Waiting,
      Listening,
      /// Everything is said; what still comes is thrown away, so that what was said arrives.
      Leaving
    };
    using Clock = std::chrono::steady_clock;

    Client(int itsSocket, Clock::time_point until) : socket(itsSocket), patience(until) {}

    const int socket;
    State state = State::Asking;
    Clock::time_point patience;
    std::string request, answer;
    /// Where the head ends; 0 as long as it does not.
    std::size_t headEnd = 0, wanted = 0, given = 0;
    std::atomic<bool> isGone{false};
  };
  using Visitor = std::shared_ptr<Client>;

  /// Why a request is not even handed on; the whole answer.
  using Refusing = std::function<std::string(int status, const std::string &reason)>;
  /// Is told of a whole request, and says answer() some time, from whatever thread. Must not wait.
  using Answering = std::function<void(const Visitor &visitor, std::string request)>;

  /// \param listening to a port already.
  Reception(int listening, const Limits &limits, Refusing refusing, Answering answering);
  ~Reception();
  Reception(const Reception &) = delete;
  Reception &operator=(const Reception &) = delete;

  /// Until leave(), and what is answered by then is said.
  void run();
  void answer(const Visitor &visitor, std::string text);
  /// No more clients. From any thread.
  void leave();

private:
  using Clock = Client::Clock;

  void takeAnswers();
  /// Lets in whoever waits for it.
  void admit();
  /// By losing who came first of all that are slow.
  bool makeRoom();
  void hear(const Visitor &visitor);
  void handOnIfWhole(const Visitor &visitor);
  void say(Client &client, std::string text);
  void send(Client &client);
  void refuse(Client &client, int status, const std::string &reason);
  /// \returns false if nothing is to be said or heard any more.
  bool goOn(const Visitor &visitor, short events);

  const int listener;
  /// Written to when an answer is there.
  int alarm = -1;
  const Limits limits;
  const Refusing refusing;
  const Answering answering;
  /// In the order in which they came.
  std::list<Visitor> visitors;
  std::atomic<bool> isLeaving{false};
  std::mutex answered;
  std::vector<std::pair<Visitor, std::string>> answers;
};

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_RECEPTION_H
