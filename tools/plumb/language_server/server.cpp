// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/server.h"

#include "checker/report/explain.h"
#include "checker/report/explain_markdown.h"
#include "tools/plumb/batch.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/language_server/features.h"
#include "tools/plumb/learn/exercise.h"
#include "tools/plumb/version.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <iostream>
#include <poll.h>
#include <unistd.h>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

// Of JSON-RPC and of the Language Server Protocol.
constexpr int parseError = -32700, invalidRequest = -32600, methodNotFound = -32601,
              invalidParameters = -32602, notInitialized = -32002, requestFailed = -32803,
              contentModified = -32801, requestCancelled = -32800;

/// Each is a process.
constexpr std::size_t mostExplanations = 8;

/// Who types has stopped for a moment.
constexpr std::chrono::milliseconds pause{150};

const Object &objectIn(const Object &parent, llvm::StringRef name) {
  static const Object none;
  const Object *found = parent.getObject(name);
  return found == nullptr ? none : *found;
}

std::string uriIn(const Object &parameters) {
  return objectIn(parameters, "textDocument").getString("uri").getValueOr("").str();
}

/// What comes back as it was sent. `1e999` would be no number of JSON.
bool isId(const Value &value) {
  const auto number = value.getAsNumber();
  constexpr double mostExact = 9007199254740992.0; // 2^53
  return number ? std::fabs(*number) <= mostExact
                : value.kind() == Value::String || value.kind() == Value::Null;
}

Object capabilities() {
  return Object{
      {"textDocumentSync", Object{{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"renameProvider", Object{{"prepareProvider", true}}},
      {"completionProvider", Object{}},
      {"codeLensProvider", Object{}},
      {"codeActionProvider", Object{{"codeActionKinds", Array{"quickfix", "refactor.rewrite"}}}},
      {"semanticTokensProvider", Object{{"legend", semanticTokenLegend()}, {"full", true}}},
      {"executeCommandProvider", Object{{"commands", Array{"plumb.explain"}}}},
  };
}

/// \p text behind \p changes. Nothing where it is not known: behind a change that is none, and in front of
/// one of the whole.
std::optional<std::string> withChanges(std::optional<std::string> text, const Array &changes) {
  for (const Value &change : changes) {
    const Object *object = change.getAsObject();
    const auto written = object == nullptr ? llvm::None : object->getString("text");
    const Value *where = object == nullptr ? nullptr : object->get("range");
    if (written && where == nullptr) {
      text = written->str();
      continue;
    }
    const auto range = written && text ? Positions(*text).range(where) : std::nullopt;
    if (range)
      text->replace(range->begin, range->end - range->begin, written->str());
    else
      text.reset();
  }
  return text;
}

/// The file that an editor calls \p uri, without its folders.
std::string fileNameOf(llvm::StringRef uri) {
  std::string name;
  for (llvm::StringRef rest = uri.substr(uri.rfind('/') + 1); !rest.empty();) {
    unsigned byte = 0;
    const bool isEncoded =
        rest.front() == '%' && rest.size() > 2 && !rest.substr(1, 2).getAsInteger(16, byte);
    name += isEncoded ? static_cast<char>(byte) : rest.front();
    rest = rest.drop_front(isEncoded ? 3 : 1);
  }
  return llvm::json::fixUTF8(name);
}

/// In a process of its own.
std::string explanation(const std::string &path, const std::string &text, const std::string &name,
                        const Options &options) {
  Batch batch = loadText(path, text);
  prove(batch, options);
  report::Document document;
  for (const tool::Examined &examined : batch.files.front().examined)
    if (name.empty() || examined.subject->name() == name)
      report::explain(document, *examined.subject, *batch.files.front().source, engines(options));
  return report::markdown(document);
}

} // namespace

Server::Server(int ofInput, int ofOutput, const Options &ofAll)
    : input(ofInput), output(ofOutput), proofs(ofAll), options(ofAll),
      settingsProblems(ofAll.settingsProblems) {}

bool Server::serve() {
  while (!hasEnded)
    wait();
  return isShutDown;
}

void Server::wait() {
  std::vector<pollfd> ends = {{input, POLLIN, 0}};
  for (const int end : proofs.readEnds())
    ends.push_back({end, POLLIN, 0});
  for (const Explanation &one : explanations)
    ends.push_back({one.errand->readEnd(), POLLIN, 0});
  std::chrono::milliseconds longest{proofs.isBusy() || !explanations.empty() ? 1000 : -1};
  for (const auto &[uri, text] : texts)
    if (text.due) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*text.due - Clock::now());
      longest = std::clamp(left, std::chrono::milliseconds{0},
                           longest.count() < 0 ? std::chrono::milliseconds{1000} : longest);
    }
  if (::poll(ends.data(), ends.size(), static_cast<int>(longest.count())) < 0 && errno != EINTR) {
    hasEnded = true;
    return;
  }
  for (auto end = ends.begin() + 1; end != ends.end(); ++end)
    if (end->revents != 0) {
      if (const auto uri = proofs.advance(end->fd))
        known(*uri);
      finishExplanations(end->fd);
    }
  for (const std::string &uri : proofs.endLate())
    known(uri);
  refuseExplanations([](const Explanation &one) { return one.errand->isLate(); },
                     {requestFailed, "ended after " + std::to_string(Errand::latest.count()) + " seconds"});
  // Behind the answers: who types without a pause keeps nobody from being told.
  if (ends.front().revents != 0)
    readInput();
  startDue();
}

void Server::readInput() {
  char bytes[65536];
  const ssize_t count = ::read(input, bytes, sizeof bytes);
  if (count < 0 && errno == EINTR)
    return;
  if (count <= 0)
    return endInput();
  reader.add({bytes, static_cast<std::size_t>(count)});
  while (!hasEnded) {
    const MessageReader::Next next = reader.next();
    if (next.kind == MessageReader::Next::Kind::Nothing)
      return;
    if (next.kind == MessageReader::Next::Kind::Rubbish) {
      std::cerr << "plumb lsp: what came is no message of the protocol: it has no `Content-Length`, or "
                   "one that is too large. An editor has to start `plumb lsp`, and nobody else\n";
      hasEnded = true;
      return;
    }
    if (next.kind == MessageReader::Next::Kind::TooLong)
      passOver(next.text);
    else
      take(next.text);
  }
}

void Server::endInput() {
  hasEnded = true;
  if (!isShutDown)
    std::cerr << (isInitialized
                      ? "plumb lsp: the editor is gone, and has not said `shutdown`\n"
                      : "plumb lsp: the input ended, and no editor has said `initialize`. An editor has to "
                        "start `plumb lsp`, and nobody else\n");
}

void Server::passOver(const std::string &remainder) {
  const std::string tooLong =
      "a message of more than " + std::to_string(MessageReader::largestMessage >> 20) + " MiB is not read";
  const auto value = valueOf(remainder);
  const Object *message = value ? value->getAsObject() : nullptr;
  if (const Value *id = message == nullptr ? nullptr : message->get("id"); id != nullptr && isId(*id))
    return refuse(*id, {invalidRequest, tooLong});
  const std::string uri = message == nullptr ? "" : uriIn(objectIn(*message, "params"));
  std::vector<std::string> meant;
  for (const auto &[name, text] : texts)
    if (uri.empty() || uri == name)
      meant.push_back(name);
  for (const std::string &one : meant)
    lose(one, tooLong);
  // What is opened with so long a text may be cut to a shorter one.
  if (meant.empty() && isInitialized && !isShutDown && !uri.empty())
    lose(uri, tooLong);
}

void Server::take(const std::string &message) {
  const auto value = valueOf(message);
  if (!value) {
    refuse(nullptr, {parseError, "no JSON"});
    return;
  }
  if (const Object *object = value->getAsObject())
    return take(*object);
  refuse(nullptr, {invalidRequest, "a message is an object"});
}

void Server::take(const Object &message) {
  const Value *id = message.get("id");
  if (id != nullptr && !isId(*id)) {
    refuse(nullptr, {invalidRequest, "an `id` is a number or a text"});
    return;
  }
  const auto method = message.getString("method");
  if (!method) {
    // Answers to what was asked of the client change nothing.
    if (message.get("result") == nullptr && message.get("error") == nullptr)
      refuse(id == nullptr ? Value(nullptr) : *id, {invalidRequest, "a message has a method"});
    return;
  }
  const Object &parameters = objectIn(message, "params");
  try {
    if (id == nullptr)
      notified(*method, parameters);
    else if (*method == "workspace/executeCommand")
      explain(*id, parameters);
    else
      respond(*id, requested(*method, parameters));
  } catch (const Refusal &refusal) {
    if (id != nullptr)
      refuse(*id, refusal);
  }
}

std::string Server::requested(llvm::StringRef method, const Object &parameters) {
  if (method == "initialize")
    return written(initialized(parameters));
  if (!isInitialized)
    throw Refusal{notInitialized, "`initialize` comes first"};
  if (isShutDown)
    throw Refusal{invalidRequest, "nothing but `exit` comes behind `shutdown`"};
  if (method == "shutdown") {
    isShutDown = true;
    return "null";
  }
  if (method == "textDocument/documentSymbol")
    return outline(*textOf(parameters).document);
  if (const auto answer = answered(method, parameters))
    return written(*answer);
  throw Refusal{methodNotFound, "there is no `" + method.str() + "` here"};
}

Value Server::initialized(const Object &parameters) {
  if (isInitialized)
    throw Refusal{invalidRequest, "`initialize` comes once"};
  isInitialized = true;
  refreshesLenses = objectIn(objectIn(objectIn(parameters, "capabilities"), "workspace"), "codeLens")
                        .getBoolean("refreshSupport")
                        .getValueOr(false);
  return Object{{"capabilities", capabilities()},
                {"serverInfo", Object{{"name", "plumb"}, {"version", plumbVersion()}}}};
}

std::optional<Value> Server::answered(llvm::StringRef method, const Object &parameters) {
  if (!method.consume_front("textDocument/"))
    return std::nullopt;
  if (method == "semanticTokens/full")
    return semanticTokens(*textOf(parameters).document);
  if (method == "codeLens")
    return codeLenses(*textOf(parameters).document);
  if (method == "formatting")
    return formatting(*textOf(parameters).document);
  if (method == "codeAction") {
    const Document &document = *textOf(parameters).document;
    const auto range = document.positions.range(parameters.get("range"));
    if (!range)
      throw Refusal{invalidParameters, "`range` is none"};
    return codeActions(document, *range);
  }
  return answeredAtPlace(method, parameters);
}

std::optional<Value> Server::answeredAtPlace(llvm::StringRef method, const Object &parameters) {
  const auto at = [&](Answer answer) {
    const OpenText &text = textOf(parameters);
    return answer(text, offsetIn(*text.document, parameters));
  };
  if (method == "hover")
    return at([](const OpenText &text, std::uint32_t offset) { return hover(*text.document, offset); });
  if (method == "definition")
    return at([](const OpenText &text, std::uint32_t offset) { return definition(*text.document, offset); });
  if (method == "references")
    return at([&](const OpenText &text, std::uint32_t offset) {
      const bool all = objectIn(parameters, "context").getBoolean("includeDeclaration").getValueOr(true);
      return references(*text.document, offset, all);
    });
  if (method == "documentHighlight")
    return at([](const OpenText &text, std::uint32_t offset) { return highlights(*text.document, offset); });
  if (method == "prepareRename")
    return at([](const OpenText &text, std::uint32_t offset) { return renamed(*text.document, offset); });
  if (method == "rename")
    return at([&](const OpenText &text, std::uint32_t offset) {
      const std::string name = parameters.getString("newName").getValueOr("").str();
      if (const std::string why = whyNotRenamed(*text.document, offset, name); !why.empty())
        throw Refusal{requestFailed, why};
      return rename(*text.document, offset, name);
    });
  if (method == "completion")
    return at([](const OpenText &text, std::uint32_t offset) {
      return completion(*text.document, text.names, offset);
    });
  return std::nullopt;
}

void Server::explain(Value id, const Object &parameters) {
  if (!isInitialized || isShutDown)
    throw Refusal{isShutDown ? invalidRequest : notInitialized, "not now"};
  const Array *arguments = parameters.getArray("arguments");
  const Object *asked = arguments == nullptr || arguments->empty() ? nullptr : (*arguments)[0].getAsObject();
  if (parameters.getString("command").getValueOr("") != "plumb.explain" || asked == nullptr)
    throw Refusal{invalidParameters, "the one command is `plumb.explain` with `{uri, name}`"};
  const auto text = texts.find(asked->getString("uri").getValueOr("").str());
  if (text == texts.end())
    throw Refusal{invalidParameters, "no such text is open"};
  const std::string name = asked->getString("name").getValueOr("").str();
  const Document &document = *text->second.document;
  if (!name.empty() && std::none_of(document.examined.begin(), document.examined.end(),
                                    [&](const Examined &one) { return one.name == name; }))
    throw Refusal{invalidParameters, "no mechanism, composition or channel here is called `" + name + "`"};
  if (explanations.size() >= mostExplanations)
    throw Refusal{requestFailed, "other explanations are not finished yet"};
  auto errand = Errand::start([&] {
    Options own = options;
    own.keepsAnswers = document.keepsAnswers;
    return explanation(fileNameOf(document.uri), document.intact, name, own);
  });
  if (errand == nullptr)
    throw Refusal{requestFailed, "no process can be started"};
  explanations.push_back({std::move(id), document.uri, std::move(errand)});
}

template <typename Condition>
void Server::refuseExplanations(const Condition &isOver, const Refusal &refusal) {
  for (auto one = explanations.begin(); one != explanations.end();) {
    const auto current = one++;
    if (!isOver(*current))
      continue;
    refuse(current->id, refusal);
    explanations.erase(current);
  }
}

void Server::finishExplanations(int readEnd) {
  for (auto one = explanations.begin(); one != explanations.end(); ++one)
    if (one->errand->readEnd() == readEnd) {
      if (!one->errand->advance())
        return;
      if (const auto text = one->errand->result())
        respond(one->id, written(*text));
      else
        refuse(one->id, {requestFailed, "a bug in Plumb; `plumb explain` says more"});
      explanations.erase(one);
      return;
    }
}

void Server::notified(llvm::StringRef method, const Object &parameters) {
  if (method == "exit") {
    hasEnded = true;
    return;
  }
  if (!isInitialized || isShutDown)
    return;
  if (method == "initialized")
    return tellSettingsProblems();
  if (method == "textDocument/didOpen")
    return opened(parameters);
  if (method == "textDocument/didChange")
    return changed(parameters);
  if (method == "textDocument/didClose")
    return closed(parameters);
  if (const Value *id = parameters.get("id"); method == "$/cancelRequest" && id != nullptr)
    refuseExplanations([&](const Explanation &one) { return one.id == *id; },
                       {requestCancelled, "cancelled"});
}

void Server::tellSettingsProblems() {
  constexpr int warning = 2;
  for (const SettingsProblem &problem : settingsProblems)
    notify("window/showMessage",
           Object{{"type", warning},
                  {"message", "plumb: " + problem.message + "; verdicts are those without this setting"}});
  settingsProblems.clear();
}

void Server::opened(const Object &parameters) {
  const Object &text = objectIn(parameters, "textDocument");
  const auto written = text.getString("text");
  if (const std::string uri = uriIn(parameters); !uri.empty() && written)
    lost.erase(uri), replace(uri, written->str(), text.getInteger("version").getValueOr(0));
}

void Server::changed(const Object &parameters) {
  const std::string uri = uriIn(parameters);
  const auto open = texts.find(uri);
  const Array *changes = parameters.getArray("contentChanges");
  const bool isLost = lost.count(uri) != 0;
  if (open == texts.end() && !isLost)
    return;
  std::optional<std::string> before;
  if (!isLost)
    before.emplace(open->second.document->source.text());
  auto text = changes == nullptr ? std::nullopt : withChanges(std::move(before), *changes);
  if (!text) {
    if (!isLost)
      lose(uri, "a change could not be read");
    return;
  }
  lost.erase(uri);
  replace(uri, std::move(*text), objectIn(parameters, "textDocument").getInteger("version").getValueOr(0));
}

void Server::lose(const std::string &uri, const std::string &why) {
  constexpr int error = 1;
  notify(
      "window/showMessage",
      Object{{"type", error}, {"message", "plumb: " + uri + ": " + why + "; open it again to see verdicts"}});
  close(uri);
  lost.insert(uri);
}

void Server::closed(const Object &parameters) {
  const std::string uri = uriIn(parameters);
  lost.erase(uri);
  close(uri);
}

void Server::close(const std::string &uri) {
  proofs.forget(uri);
  refuseExplanations([&](const Explanation &one) { return one.uri == uri; },
                     {contentModified, "the text is closed"});
  if (texts.erase(uri) != 0)
    notify("textDocument/publishDiagnostics", Object{{"uri", uri}, {"diagnostics", Array{}}});
}

void Server::replace(const std::string &uri, std::string text, std::int64_t version) {
  proofs.hold(uri);
  refuseExplanations([&](const Explanation &one) { return one.uri == uri; },
                     {contentModified, "the text is another one by now"});
  OpenText &open = texts[uri];
  open.document = std::make_unique<Document>(uri, std::move(text), version, isExercise(uri));
  if (!open.document->symbols.symbols.empty())
    open.names = open.document->symbols;
  proofs.apply(*open.document);
  open.due = Clock::now() + pause;
  publish(*open.document);
}

bool Server::isExercise(const std::string &uri) {
  if (!exerciseFiles) {
    exerciseFiles.emplace();
    for (const learn::Exercise &one : learn::loadExercises().all)
      exerciseFiles->insert(one.fileName());
  }
  return exerciseFiles->count(uri.substr(uri.rfind('/') + 1)) != 0;
}

void Server::startDue() {
  for (auto &[uri, text] : texts)
    if (text.due && *text.due <= Clock::now()) {
      text.due.reset();
      proofs.start(*text.document);
    }
}

void Server::known(const std::string &uri) {
  const auto open = texts.find(uri);
  if (open == texts.end())
    return;
  Document &document = *open->second.document;
  proofs.apply(document);
  // What was asked of an earlier version may not be what this one needs.
  if (!open->second.due)
    proofs.start(document);
  publish(document);
  if (refreshesLenses)
    send(
        written(Object{{"jsonrpc", "2.0"}, {"id", ++lastRequest}, {"method", "workspace/codeLens/refresh"}}));
}

void Server::publish(const Document &document) {
  notify(
      "textDocument/publishDiagnostics",
      Object{{"uri", document.uri}, {"version", document.version}, {"diagnostics", diagnostics(document)}});
}

const Server::OpenText &Server::textOf(const Object &parameters) const {
  const auto open = texts.find(uriIn(parameters));
  if (open == texts.end())
    throw Refusal{invalidParameters, "no such text is open"};
  return open->second;
}

std::uint32_t Server::offsetIn(const Document &document, const Object &parameters) const {
  const auto offset = document.positions.offset(parameters.get("position"));
  if (!offset)
    throw Refusal{invalidParameters, "`position` is none"};
  return *offset;
}

void Server::send(std::string_view message) {
  const std::string text = framed(message);
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = ::write(output, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR) {
      hasEnded = true;
      return;
    }
    sent += now < 0 ? 0 : static_cast<std::size_t>(now);
  }
}

void Server::notify(llvm::StringRef method, Value parameters) {
  send(written(Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}}));
}

void Server::respond(const Value &id, llvm::StringRef result) {
  send("{\"jsonrpc\":\"2.0\",\"id\":" + written(id) + ",\"result\":" + result.str() + "}");
}

void Server::refuse(Value id, const Refusal &refusal) {
  send(written(Object{{"jsonrpc", "2.0"},
                      {"id", std::move(id)},
                      {"error", Object{{"code", refusal.code}, {"message", refusal.message}}}}));
}

} // namespace plumb::tool::language_server
