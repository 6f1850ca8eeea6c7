// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/claim_bounds.h"

#include "tools/plumb/answers_file.h"
#include "tools/plumb/batch.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/given_words.h"
#include "tools/plumb/other_direction.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <ostream>
#include <utility>

namespace plumb::tool {

namespace {

using claims::Request;
using runtime::Error;
using runtime::Expected;
using runtime::otp::Probability;

Expected<Probability> probability(const std::string &name, const std::string &word) {
  auto value = runtime::Rational::parse(word);
  if (!value)
    return Error{"--" + name + ": " + value.error().message};
  return Probability::create(name, *value);
}

Expected<Request> requestOf(const BoundsWords &words) {
  Request request;
  if (!words.notion.empty() || !words.steps.empty() || !words.delta.empty())
    return Error{"--notion, --k and --delta are for bounds without a program; programs take --gap"};
  if (!words.shares.empty())
    return Error{"--shares needs --users: how many people report?"};
  if (auto problem = readGivenValues(words, request.values))
    return *problem;
  for (llvm::StringRef rest = words.gaps; !words.gaps.empty();) {
    const auto [word, behind] = rest.split(',');
    auto gap = runtime::Rational::parse(word.trim().str());
    if (!gap)
      return Error{"--gap: " + gap.error().message};
    request.distances.push_back(*gap);
    if (word.size() == rest.size())
      break;
    rest = behind;
  }
  const bool asksForClaims = !words.alpha.empty() || !words.beta.empty();
  if (request.distances.empty() && words.answersFile.empty() && !asksForClaims)
    return request;
  if (request.distances.empty() == words.answersFile.empty())
    return words.answersFile.empty()
               ? Error{"--gap is missing: how far is the answer from its threshold? Or --answers FILE; of "
                       "channels, "
                       "--users N asks what estimates lose"}
               : Error{"--gap and --answers both say how far answers are from their thresholds"};
  if (!words.answersFile.empty())
    if (auto problem = readAnswers(words.answersFile, request.values))
      return *problem;
  if (!words.alpha.empty()) {
    auto alpha = probability("alpha", words.alpha);
    if (!alpha)
      return alpha.error();
    request.wish.alpha = *alpha;
  }
  if (!words.beta.empty()) {
    auto beta = probability("beta", words.beta);
    if (!beta)
      return beta.error();
    request.wish.beta = *beta;
  }
  return request;
}

/// A bound of what is not proved would be one of nothing.
bool isProved(const BatchFile &file, const report::Declaration &declaration) {
  return llvm::any_of(file.examined, [&](const Examined &examined) {
    return examined.subject->declaration() == declaration && examined.subject->isProved();
  });
}

/// What is a part of no composition, by itself; then the compositions.
std::vector<const ir::Mechanism *> standingAlone(const ir::Program &program) {
  std::vector<const ir::Mechanism *> alone;
  for (const auto &mechanism : program.mechanisms) {
    bool isPart = false;
    for (const auto &composition : program.compositions)
      for (const ir::Part &part : composition->parts)
        isPart |= part.mechanism == mechanism.get();
    if (!isPart)
      alone.push_back(mechanism.get());
  }
  return alone;
}

/// What is called \p name at the heads of the mechanisms and compositions that are asked about.
std::vector<const ir::Variable *> declared(const Batch &batch, const std::string &name) {
  std::vector<const ir::Variable *> all;
  const auto add = [&](const ir::Neighbourhood &neighbourhood, bool isPart) {
    for (const auto &variable : neighbourhood.variables)
      if (variable->name == name && (!isPart || variable->definition))
        all.push_back(variable.get());
  };
  for (const BatchFile &file : batch.files) {
    for (const ir::Mechanism *mechanism : standingAlone(file.program))
      add(*mechanism, false);
    for (const auto &composition : file.program.compositions) {
      add(composition->head, false);
      // Queries about records are declared in the file, and parts ask them.
      for (const ir::Part &part : composition->parts)
        add(*part.mechanism, true);
    }
  }
  return all;
}

bool isParameter(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter;
}

/// A value for a name that nothing is called is a slip of the pen.
std::optional<Error> strangeName(const Batch &batch, const BoundsWords &words,
                                 const claims::GivenValues &values) {
  for (const auto &[name, value] : values.all())
    if (llvm::none_of(declared(batch, name),
                      [](const ir::Variable *one) { return isParameter(*one) && !one->isArray(); }))
      return Error{optionOf(words, name) + ": no mechanism has a scalar parameter `" + name + "`"};
  return std::nullopt;
}

/// The first column, or else value, of the file of answers that is no answer or parameter, or cannot be one.
std::optional<Error> strangeAnswer(const Batch &batch, const claims::GivenValues &values) {
  std::vector<std::pair<claims::Origin, std::string>> names, numbers;
  for (const auto &[name, column] : values.columns()) {
    std::vector<const ir::Variable *> meant = declared(batch, name);
    llvm::erase_if(meant, [](const ir::Variable *one) {
      return !isParameter(*one) && one->role != ir::Variable::Role::Query;
    });
    if (meant.empty())
      names.emplace_back(column.name, "no mechanism has a parameter or an answer `" + name + "`");
    for (const ir::Variable *variable : meant)
      for (std::size_t place = 0; place < column.values.size(); ++place)
        if (auto misfit = values.misfit(*variable, column.values[place]))
          numbers.emplace_back(column.origins[place], *std::move(misfit));
  }
  const std::vector<std::pair<claims::Origin, std::string>> &mistakes = names.empty() ? numbers : names;
  const auto first =
      std::min_element(mistakes.begin(), mistakes.end(), [](const auto &one, const auto &other) {
        return std::pair(one.first.line, one.first.column) < std::pair(other.first.line, other.first.column);
      });
  if (first == mistakes.end())
    return std::nullopt;
  return Error{values.at(first->first) + first->second};
}

/// What each guarantee says of the other direction.
Expected<std::vector<claims::OtherDirection>>
otherDirections(const Batch &batch, const claims::GivenValues &values, const proof::EngineMaker &makeEngine) {
  std::vector<claims::OtherDirection> all;
  std::optional<Error> problem;
  const auto take = [&](const BatchFile &file, const std::string &name, const auto &subject) {
    if (!isProved(file, &subject))
      return;
    auto other = claims::otherDirectionOf(subject, values, makeEngine);
    if (other)
      all.emplace_back(*std::move(other)).path = file.path;
    else if (!problem)
      problem = Error{file.path + ": " + name + ": " + other.error().message};
  };
  for (const BatchFile &file : batch.files) {
    if (file.program.mechanisms.empty())
      return Error{file.path + ": no mechanism, whose guarantee could be turned round" +
                   (file.program.channels.empty() ? "" : "; --users N is for channels")};
    for (const ir::Mechanism *mechanism : standingAlone(file.program))
      take(file, mechanism->name, *mechanism);
    for (const auto &composition : file.program.compositions)
      take(file, composition->head.name, *composition);
  }
  if (problem)
    return *problem;
  return all;
}

} // namespace

ExitCode runClaimBounds(const Options &options, std::ostream &out, std::ostream &err) {
  const auto refuse = [&](const std::string &reason) {
    err << "plumb: " << reason << "\n";
    return ExitCode::Environment;
  };
  const auto request = requestOf(options.bounds);
  if (!request)
    return refuse(request.error().message);
  Batch batch = load(options.files);
  prove(batch, options);
  const bool isRead = batch.exit == ExitCode::Proved || batch.exit == ExitCode::NotProved ||
                      batch.exit == ExitCode::NotPrivate;
  const bool isAnyProved = llvm::any_of(batch.files, [](const BatchFile &file) {
    return llvm::any_of(file.examined, [](const Examined &examined) { return examined.subject->isProved(); });
  });
  // What would be bounded is missing: the document is that of a check.
  if ((!isRead || !isAnyProved) && options.format == Format::Json) {
    tell(batch, options, out, err);
    return batch.exit;
  }
  tellDiagnostics(batch, err);
  if (!isRead || !isAnyProved)
    return batch.exit;
  if (auto strange = strangeName(batch, options.bounds, request->values))
    return refuse(strange->message);
  if (auto strange = strangeAnswer(batch, request->values))
    return refuse(strange->message);
  if (options.bounds.gaps.empty() && options.bounds.answersFile.empty()) {
    const auto all = otherDirections(batch, request->values, engines(options));
    if (!all)
      return refuse(all.error().message);
    if (all->empty())
      return batch.exit;
    if (options.format == Format::Svg)
      return refuse("--format svg draws the bounds of claims; give --gap");
    out << (options.format == Format::Json  ? otherDirectionsJson(*all)
            : options.format == Format::Csv ? otherDirectionsCsv(*all)
                                            : otherDirectionsText(*all));
    return batch.exit;
  }
  std::vector<claims::ClaimBounds> all;
  // Others are told of above. What claims nothing that the request fits stands in the way of nothing else.
  std::vector<std::string> without;
  const auto take = [&](const BatchFile &file, const std::string &name,
                        Expected<claims::AllClaimBounds> found) {
    const std::string where = file.path + ": " + name + ": ";
    if (!found)
      return without.push_back(where + found.error().message);
    for (claims::ClaimBounds &one : found->bounds)
      all.emplace_back(std::move(one)).path = file.path;
    for (const std::string &reason : found->without)
      without.push_back(where + reason);
  };
  for (const BatchFile &file : batch.files) {
    if (file.program.mechanisms.empty())
      without.push_back(file.path + ": no mechanism, whose claims could be bounded" +
                        (file.program.channels.empty() ? "" : "; --users N is for channels"));
    for (const ir::Mechanism *mechanism : standingAlone(file.program))
      if (isProved(file, mechanism))
        take(file, mechanism->name, claims::boundsOf(*mechanism, *request, engines(options)));
    for (const auto &composition : file.program.compositions)
      if (isProved(file, composition.get()))
        take(file, composition->head.name, claims::boundsOf(*composition, *request, engines(options)));
  }
  if (all.empty()) {
    for (const std::string &reason : without)
      refuse(reason);
    return without.empty() ? batch.exit : ExitCode::Environment;
  }
  for (const std::string &reason : without)
    err << "plumb: no bounds: " << reason << "\n";
  out << (options.format == Format::Json  ? claimBoundsJson(all, without)
          : options.format == Format::Csv ? claimBoundsCsv(all)
          : options.format == Format::Svg ? claimBoundsSvg(all)
                                          : claimBoundsText(all));
  return batch.exit;
}

} // namespace plumb::tool
