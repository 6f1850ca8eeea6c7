// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/proofs.h"

#include "checker/report/channel_composition_result.h"
#include "checker/report/composition_result.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/examine.h"
#include "tools/plumb/language_server/message_stream.h"
#include "tools/plumb/parallel.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace plumb::tool::language_server {

namespace {

/// So many outcomes are kept; then all are forgotten.
constexpr std::size_t mostKept = 10'000;

/// In the child, where the rest of the server is only a copy.
void sendHome(pid_t asker, int pipe, const std::function<std::string()> &work) {
  // Whoever asked is gone: so is the question.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != asker)
    _exit(1);
  std::string text;
  try {
    // Proofs need a large stack.
    forEachInParallel(1, 1, [&](std::size_t) { text = work(); });
  } catch (...) {
    _exit(1);
  }
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = ::write(pipe, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR)
      _exit(1);
    sent += now < 0 ? 0 : static_cast<std::size_t>(now);
  }
  _exit(0);
}

Outcome outcomeOfComposition(const Document &document, const ir::Composition &composition,
                             const Options &options) {
  const ir::Program &program = document.program;
  std::vector<report::Result> results;
  for (const auto &mechanism : program.mechanisms)
    results.push_back(examine(program, *mechanism, options));
  std::vector<const report::Result *> parts;
  for (const report::Result &result : results)
    parts.push_back(&result);
  return outcomeOf(report::check(composition, parts, engines(options)), document.source.text(),
                   adviceFor(options));
}

Outcome outcomeOfReports(const Document &document, const ir::ChannelComposition &composition,
                         const Options &options) {
  const ir::Program &program = document.program;
  std::vector<report::ChannelResult> results;
  for (const auto &channel : program.channels)
    results.push_back(examine(*channel, options));
  std::vector<const report::ChannelResult *> parts;
  for (const report::ChannelResult &result : results)
    parts.push_back(&result);
  return outcomeOf(report::check(composition, parts, channelEngines(options)), document.source.text(),
                   adviceFor(options));
}

/// Nothing was said, which is no success.
Outcome withoutVerdict(SourceRange nameRange, const std::string &name, const std::string &why) {
  Outcome outcome;
  outcome.verdict = "no verdict: " + why;
  outcome.findings.push_back({std::nullopt, nameRange, "`" + name + "` has no verdict: " + why});
  return outcome;
}

Outcome wholeOutcome(const Document &document, const Examined &one, const Options &options) {
  if (one.mechanism != nullptr)
    return outcomeOf(examine(document.program, *one.mechanism, options), document.source.text(),
                     adviceFor(options));
  if (one.channel != nullptr)
    return outcomeOf(examine(*one.channel, options), document.source.text(), adviceFor(options));
  if (one.channelComposition != nullptr)
    return outcomeOfReports(document, *one.channelComposition, options);
  return outcomeOfComposition(document, *one.composition, options);
}

} // namespace

Outcome prove(const Document &document, const Examined &one, const Options &asked) {
  Options options = asked;
  options.keepsAnswers = document.keepsAnswers;
  Outcome outcome = wholeOutcome(document, one, options);
  if (document.keepsAnswers) {
    outcome.found.clear();
    outcome.enough.reset();
    outcome.isProvedWithoutInvariants = false;
  }
  return outcome;
}

std::unique_ptr<Errand> Errand::start(const std::function<std::string()> &work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return nullptr;
  // Who reads may come too early, and does not wait.
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const pid_t asker = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(ends[0]);
    sendHome(asker, ends[1], work);
  }
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    return nullptr;
  }
  return std::unique_ptr<Errand>(new Errand(ends[0], process));
}

Errand::~Errand() {
  ::close(pipe);
  if (process < 0)
    return;
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

bool Errand::advance() {
  char bytes[65536];
  const ssize_t count = ::read(pipe, bytes, sizeof bytes);
  if (count > 0)
    received.append(bytes, static_cast<std::size_t>(count));
  return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

std::optional<std::string> Errand::result() {
  int status = 0;
  ::waitpid(process, &status, 0);
  process = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::nullopt;
  return std::move(received);
}

void Proofs::apply(Document &document) const {
  for (Examined &one : document.examined) {
    auto found = kept.find(one.key);
    const bool isRelative = found != kept.end();
    if (!isRelative)
      found = kept.find(one.wholeKey);
    if (found == kept.end())
      continue;
    one.outcome = found->second;
    const std::uint32_t begin = isRelative ? document.canonical->fromSource(one.range).begin : 0;
    one.outcome->translate([&](SourceRange range) {
      return document.canonical->toSource({range.begin + begin, range.end + begin});
    });
  }
}

void Proofs::hold(const std::string &uri) {
  waiting.remove_if([&](const Waiting &one) { return one.uri == uri; });
}

void Proofs::forget(const std::string &uri) {
  hold(uri);
  running.remove_if([&](const Running &one) { return one.uri == uri; });
}

void Proofs::start(Document &document) {
  hold(document.uri);
  const auto &examined = document.examined;
  running.remove_if([&](const Running &proof) {
    return proof.uri == document.uri &&
           std::none_of(examined.begin(), examined.end(),
                        [&](const Examined &one) { return one.key == proof.key; });
  });
  for (std::size_t i = 0; i < examined.size(); ++i)
    // A proof for another text ends with that text, and is told to that text alone.
    if (!examined[i].outcome && std::none_of(running.begin(), running.end(), [&](const Running &proof) {
          return proof.uri == document.uri && proof.key == examined[i].key;
        }))
      waiting.push_back({document.uri, &document, i});
  startWaiting();
}

void Proofs::startWaiting() {
  for (; !waiting.empty() && running.size() < options.jobs; waiting.pop_front()) {
    const auto &[uri, document, number] = waiting.front();
    const Examined &one = document->examined[number];
    auto errand = Errand::start([&, document = document] {
      std::string text;
      llvm::raw_string_ostream(text) << toJson(prove(*document, one, options));
      return text;
    });
    // Tried again when somebody looks for what is late.
    if (errand == nullptr)
      return;
    running.push_back({uri, one.key, one.wholeKey, one.name, one.range, one.nameRange, document->canonical,
                       std::move(errand)});
  }
}

void Proofs::keep(const Running &proof, std::optional<Outcome> outcome) {
  if (!outcome)
    outcome = withoutVerdict(proof.nameRange, proof.name,
                             "its proof ended with a bug in Plumb; `plumb check` says more");
  if (kept.size() >= mostKept)
    kept.clear();
  const bool isRelative = outcome->liesIn(proof.range);
  const std::uint32_t begin = isRelative ? proof.canonical->fromSource(proof.range).begin : 0;
  outcome->translate([&](SourceRange range) {
    const SourceRange words = proof.canonical->fromSource(range);
    return SourceRange{words.begin - begin, words.end - begin};
  });
  kept[isRelative ? proof.key : proof.wholeKey] = std::move(*outcome);
}

std::vector<int> Proofs::readEnds() const {
  std::vector<int> ends;
  for (const Running &proof : running)
    ends.push_back(proof.errand->readEnd());
  return ends;
}

std::optional<std::string> Proofs::advance(int readEnd) {
  const auto proof = std::find_if(running.begin(), running.end(),
                                  [&](const Running &one) { return one.errand->readEnd() == readEnd; });
  if (proof == running.end() || !proof->errand->advance())
    return std::nullopt;
  std::optional<Outcome> outcome;
  if (const auto text = proof->errand->result())
    if (const auto value = valueOf(*text))
      outcome = outcomeFrom(*value);
  keep(*proof, std::move(outcome));
  std::string uri = proof->uri;
  running.erase(proof);
  startWaiting();
  return uri;
}

std::vector<std::string> Proofs::endLate() {
  std::vector<std::string> uris;
  for (auto proof = running.begin(); proof != running.end();) {
    const auto current = proof++;
    if (!current->errand->isLate())
      continue;
    keep(*current,
         withoutVerdict(current->nameRange, current->name,
                        "its proof was ended after " + std::to_string(Errand::latest.count()) + " seconds"));
    uris.push_back(current->uri);
    running.erase(current);
  }
  startWaiting();
  return uris;
}

} // namespace plumb::tool::language_server
