// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/web_server/server.h"

#include "tools/plumb/exit_code.h"
#include "tools/plumb/web_server/guard.h"
#include "tools/plumb/web_server/page_files.h"
#include "tools/plumb/web_server/reception.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <httplib.h>
#include <llvm/Support/raw_ostream.h>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace plumb::tool::web_server {

using llvm::json::Object;
using llvm::json::Value;

namespace {

/// In bytes, of a question; a program of 3,000 lines has some 100,000.
constexpr std::size_t largestBody = std::size_t{256} << 10;
/// In bytes, of all answers that are kept.
constexpr std::size_t mostKept = std::size_t{64} << 20;
/// Each waits in a thread, of which there have to be some for what takes no time.
constexpr int mostWaiting = 48;
constexpr std::size_t threads = 64;
/// In bytes, of each of them: the library takes requests apart by regular expressions, which need a piece of
/// the stack for each character.
constexpr std::size_t stackOfThread = std::size_t{16} << 20;
/// A browser sends some 1,000 bytes and 20 lines before a question, and at most 6 questions at once.
constexpr Reception::Limits ofClients{std::size_t{16} << 10,    largestBody, 100, std::chrono::seconds(10),
                                      std::chrono::seconds(30), 256};

constexpr const char *json = "application/json; charset=utf-8";

const char *typeOf(llvm::StringRef name) {
  return name.endswith(".html")  ? "text/html; charset=utf-8"
         : name.endswith(".css") ? "text/css; charset=utf-8"
         : name.endswith(".js")  ? "text/javascript; charset=utf-8"
         : name.endswith(".md")  ? "text/markdown; charset=utf-8"
         : name.endswith(".svg") ? "image/svg+xml"
                                 : json;
}

/// Nothing but what this server sends is run, shown or asked, and no other page may show or use it.
const httplib::Headers &headers() {
  static const httplib::Headers all = {
      {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                                  "connect-src 'self'; base-uri 'none'; form-action 'none'; "
                                  "frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  return all;
}

std::string problem(const std::string &said) {
  std::string text;
  llvm::raw_string_ostream(text) << Value(Object{{"problem", said}});
  return text;
}

Head headOf(const httplib::Request &request) {
  return {request.method,
          request.get_header_value("Host"),
          request.get_header_value("Origin"),
          request.get_header_value("Content-Type"),
          request.has_header("Origin"),
          request.has_header("Content-Length"),
          request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding"),
          request.has_header("Range")};
}

void refuse(httplib::Response &response, const Refusal &refusal) {
  response.status = refusal.status;
  response.set_content(problem(refusal.reason), json);
}

/// What the library does not even see.
std::string refusalAsSent(int status, const std::string &reason) {
  const std::string body = problem(reason);
  std::string text = "HTTP/1.1 " + std::to_string(status) +
                     " Refused\r\nConnection: close\r\nContent-Type: " + json +
                     "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  for (const auto &[name, value] : headers())
    text.append(name).append(": ").append(value).append("\r\n");
  return text + "\r\n" + body;
}

/// Nothing has to be written down when the server ends, and nobody has to be waited for: work ends with it.
void endOnSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&signals, one);
  // Of all threads to come.
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    int which = 0;
    while (::sigwait(&signals, &which) != 0) {
    }
    _exit(0);
  }).detach();
}

/// Gives back a turn that was taken.
template <typename Semaphore> class Turn {
public:
  explicit Turn(Semaphore &of) : semaphore(of) {}
  ~Turn() { semaphore.release(); }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;

private:
  Semaphore &semaphore;
};

void addPage(httplib::Server &http) {
  const auto add = [&http](const std::string &path, const PageFile &file) {
    http.Get(path, [&file](const httplib::Request &, httplib::Response &response) {
      response.set_content(file.content.data(), file.content.size(), typeOf(file.name));
    });
  };
  for (const auto *files : {&pageFiles(), &colours(), &tutorial()})
    for (const PageFile &file : *files) {
      add("/" + std::string(file.name), file);
      if (file.name == "index.html")
        add("/", file);
    }
}

void addGuard(httplib::Server &http, const std::string &address, int port) {
  http.set_pre_routing_handler([guard = Guard(address, port)](const auto &request, auto &response) {
    // The library would make them of a refusal, too.
    const_cast<httplib::Request &>(request).ranges.clear();
    const auto refusal = guard.refusal(headOf(request));
    if (!refusal)
      return httplib::Server::HandlerResponse::Unhandled;
    refuse(response, *refusal);
    return httplib::Server::HandlerResponse::Handled;
  });
}

/// Whatever the limit is with which the process was started.
void giveThreadsStacks() {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, stackOfThread);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

void configure(httplib::Server &http) {
  http.set_default_headers(headers());
  http.set_payload_max_length(largestBody);
  // Not SO_REUSEPORT, with which a port that is taken looks free.
  http.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_error_handler([](const httplib::Request &, httplib::Response &response) {
    if (response.body.empty())
      response.set_content(problem(response.status == 404 ? "there is no such page here"
                                   : response.status == 413
                                       ? "the program is too long: a question has at most 256 KB"
                                       : "what was sent is no request of HTTP"),
                           json);
  });
  http.set_exception_handler([](const auto &, auto &response, const std::exception_ptr &) {
    refuse(response, {500, "a bug in Plumb"});
  });
}

/// A request that is there as a whole, and the answer as it is written.
class Exchange : public httplib::Stream {
public:
  Exchange(const Reception::Client &of, std::string asked) : client(of), request(std::move(asked)) {}
  std::string answer;

  bool is_readable() const override { return taken < request.size(); }
  bool is_writable() const override { return client.isThere(); }
  ssize_t read(char *to, std::size_t size) override {
    const std::size_t count = request.copy(to, size, taken);
    taken += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char *from, std::size_t size) override {
    answer.append(from, size);
    return static_cast<ssize_t>(size);
  }
  // Nobody is answered by where he is.
  void get_remote_ip_and_port(std::string &, int &) const override {}
  void get_local_ip_and_port(std::string &, int &) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

private:
  const Reception::Client &client;
  const std::string request;
  std::size_t taken = 0;
};

} // namespace

/// Reads requests and writes answers, in the threads where answers are found; clients are met by a reception.
class Server::Http : public httplib::Server {
public:
  int listener() const { return svr_sock_; }

  std::string answered(const Reception::Client &client, std::string request) {
    Exchange exchange(client, std::move(request));
    bool isClosed = false;
    return process_request(exchange, true, isClosed, nullptr) ? std::move(exchange.answer) : std::string();
  }
};

std::optional<std::string> Server::serve(const std::function<bool(const std::string &)> &whenBound) {
  giveThreadsStacks();
  Http http;
  configure(http);
  const std::string &host = options.serve.host;
  errno = 0;
  int port = options.serve.port;
  const bool isBound = port != 0 ? http.bind_to_port(host, port) : (port = http.bind_to_any_port(host)) > 0;
  if (!isBound) {
    const bool isThePort = errno == EADDRINUSE || errno == EACCES;
    return withPort(host, options.serve.port) + ": " +
           (isThePort ? std::strerror(errno) : "there is no such address here") +
           (isThePort
                ? "\nhelp: `--port 0` takes a port that is free"
                : "\nhelp: `--host` is an address of this machine; 127.0.0.1 is reached from here alone");
  }

  addGuard(http, host, port);
  addPage(http);
  http.Get("/api/programs", [this](const httplib::Request &, httplib::Response &response) {
    response.set_content(library.list(), json);
  });
  http.Get("/api/program", [this](const httplib::Request &request, httplib::Response &response) {
    if (const std::string *text = library.text(request.get_param_value("name")))
      response.set_content(*text, "text/plain; charset=utf-8");
    else
      refuse(response, {404, "there is no such program"});
  });
  const auto answerQuestion = [this](Question question, const httplib::Request &request,
                                     httplib::Response &response) {
    auto asked = requestOf(question, request.body);
    if (!asked)
      return refuse(response,
                    {400, "a question is an object with the `text` of a program, and the `number` of what "
                          "it declares, or a `place`"});
    // Whether somebody still listens is known where the answer is written.
    response.set_chunked_content_provider(
        json, [this, question, asked = std::move(*asked)](std::size_t, httplib::DataSink &sink) {
          const auto text = answerTo(question, asked, [&] { return sink.is_writable(); });
          if (!text)
            return false;
          sink.write(text->data(), text->size());
          sink.done();
          return true;
        });
  };
  for (const auto &[name, question] : questionsByName())
    http.Post("/api/" + name, [answerQuestion, question = question](const httplib::Request &request,
                                                                    httplib::Response &response) {
      answerQuestion(question, request, response);
    });
  endOnSignals();
  if (whenBound("http://" + withPort(host, port) + "/"))
    receive(http);
  return std::nullopt;
}

void Server::receive(Http &http) {
  httplib::ThreadPool answering(threads);
  Reception reception(http.listener(), ofClients, refusalAsSent,
                      [&](const Reception::Visitor &visitor, std::string request) {
                        answering.enqueue([&, visitor, request = std::move(request)] {
                          reception.answer(visitor, http.answered(*visitor, request));
                          if (isClosed)
                            reception.leave();
                        });
                      });
  reception.run();
  // Nothing is proved here any more, and a process with many threads cannot begin another.
  llvm::errs() << "plumb: the process that starts all checks has ended, and so does the server\n";
  _exit(static_cast<int>(ExitCode::Environment));
}

std::optional<std::string> Server::answerTo(Question question, const std::string &request,
                                            const std::function<bool()> &isWanted) {
  if (auto known = kept(request))
    return known;
  if (++waiting > mostWaiting) {
    --waiting;
    return problem("too many questions at once; ask again in a moment");
  }
  auto answer = answeredInTurn(question, request, isWanted);
  --waiting;
  return answer;
}

std::optional<std::string> Server::answeredInTurn(Question question, const std::string &request,
                                                  const std::function<bool()> &isWanted) {
  constexpr std::chrono::milliseconds pause{200};
  const auto asked = [&](auto &turns) -> std::optional<std::string> {
    while (!turns.try_acquire_for(pause))
      if (!isWanted())
        return std::nullopt;
    const Turn turn(turns);
    Workshop::Answer answer = workshop.ask(request, isWanted);
    const ServeWords &words = options.serve;
    switch (answer.kind) {
    case Workshop::Answer::Kind::Given:
      if (!isQuick(question))
        keep(request, answer.text);
      return std::move(answer.text);
    case Workshop::Answer::Kind::Late:
      return problem("no answer within " + std::to_string(words.seconds) +
                     " seconds; `plumb serve --seconds N` allows more");
    case Workshop::Answer::Kind::None:
      return problem("no answer: it took more than " + std::to_string(words.megabytes) +
                     " MB, or met a bug in Plumb; `plumb check` says more");
    case Workshop::Answer::Kind::Closed:
      isClosed = true;
      return problem("the process that starts all checks has ended, and so does the server; `plumb serve` "
                     "begins another");
    case Workshop::Answer::Kind::Unwanted:
      break;
    }
    return std::nullopt;
  };
  return isQuick(question) ? asked(readings) : asked(proofs);
}

std::optional<std::string> Server::kept(const std::string &request) {
  const std::lock_guard lock(keeping);
  const auto found = answers.find(request);
  return found == answers.end() ? std::nullopt : std::optional(found->second);
}

void Server::keep(const std::string &request, const std::string &answer) {
  const std::lock_guard lock(keeping);
  if (!answers.emplace(request, answer).second)
    return;
  bytesKept += request.size() + answer.size();
  if (bytesKept > mostKept) {
    answers.clear();
    bytesKept = 0;
  }
}

} // namespace plumb::tool::web_server
