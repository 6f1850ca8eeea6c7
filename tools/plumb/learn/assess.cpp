// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/learn/assess.h"

#include "checker/report/channel_result.h"
#include "checker/report/composition_result.h"
#include "checker/report/text_report.h"
#include "frontend/support/printable.h"
#include "tools/plumb/batch.h"
#include "tools/plumb/found_text.h"
#include "tools/plumb/learn/frame.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>
#include <set>
#include <sstream>

namespace plumb::tool::learn {

namespace {

std::string at(const SourceFile &file, SourceRange range, const std::string &said) {
  const SourceLocation place = file.location(range.begin);
  std::string text =
      printablePath(file.path()) + ":" + std::to_string(place.line) + ": " + printable(said) + "\n";
  const std::string_view line = file.line(place.line);
  return line.empty() ? text : text + "  " + printable(line) + "\n";
}

Batch proved(const std::string &path, std::string text, const Options &options) {
  Batch batch = loadText(path, std::move(text));
  prove(batch, options);
  return batch;
}

std::string report(const Batch &batch) {
  std::ostringstream told;
  tellDiagnostics(batch, told);
  const BatchFile &file = batch.files.front();
  for (const Examined &examined : file.examined)
    if (!examined.subject->isProved())
      told << report::textReport(*examined.subject, printablePath(file.path));
  return told.str();
}

/// The text of \p batch where each guarantee is that nothing at all is told.
std::string guaranteeingAll(const Batch &batch) {
  const BatchFile &file = batch.files.front();
  std::vector<SourceRange> budgets;
  for (const auto &mechanism : file.program.mechanisms)
    budgets.push_back(mechanism->guarantee.epsilon->range());
  for (const auto &composition : file.program.compositions)
    if (composition->guarantee.epsilon)
      budgets.push_back(composition->guarantee.epsilon->range());
  std::sort(budgets.begin(), budgets.end(), [](auto a, auto b) { return a.begin < b.begin; });
  std::string text;
  std::uint32_t done = 0;
  for (const SourceRange budget : budgets) {
    text.append(file.source->text({done, budget.begin})).append("0");
    done = budget.end;
  }
  return text.append(file.source->text().substr(done));
}

/// Something that is proved although it promises that nothing is told.
std::string silentOne(const Batch &batch, const Options &options) {
  const Batch silent = proved(batch.files.front().path, guaranteeingAll(batch), options);
  for (const Examined &examined : silent.files.front().examined)
    if (examined.subject->kind().section != "channels" &&
        examined.subject->kind().section != "channelCompositions" && examined.subject->statesGuarantee())
      return examined.subject->name();
  return {};
}

/// Whether \p subject is what the goal says of it.
bool isReached(const Goal &goal, const report::Subject &subject) {
  const auto &broken = goal.notPrivate;
  const bool isBroken = std::find(broken.begin(), broken.end(), subject.name()) != broken.end();
  return isBroken ? subject.verdict == verdict::Verdict::NotPrivate : subject.isProved();
}

std::string problemOfVerdicts(const Goal &goal, const Batch &batch) {
  for (const Examined &examined : batch.files.front().examined) {
    if (isReached(goal, *examined.subject))
      continue;
    if (!examined.subject->isProved())
      return report(batch);
    return "`" + examined.subject->name() + "` is private. It is to be one that is not.\n";
  }
  return {};
}

std::string problemOfHoles(BatchFile &file) {
  std::string problem;
  forEach<report::ChannelResult>(file, [&](const report::ChannelResult &result, auto &) {
    if (!result.filling.found.empty())
      problem = "Plumb found by itself what `" + result.name() +
                "` leaves open, so it can be proved. Here it is you who says it: write each number down.\n";
  });
  forEach<report::Result>(file, [&](const report::Result &result, auto &) {
    if (result.synthesis.found.size() > synthesis::foundRanges(*result.mechanism).size())
      problem =
          "Plumb found by itself what `" + result.name() +
          "` leaves open, so it can be proved. Here it is you who says it: write each alignment down.\n";
  });
  return problem;
}

/// An assignment such as "c = 1", for each that \p values has of a parameter or size of \p head.
std::vector<llvm::StringRef> valuesFor(const ir::Neighbourhood &head, llvm::StringRef values) {
  llvm::SmallVector<llvm::StringRef> all;
  values.split(all, ',');
  std::vector<llvm::StringRef> own;
  for (const llvm::StringRef value : all)
    for (const auto &variable : head.variables)
      if (variable->role == ir::Variable::Role::Parameter &&
          variable->name == value.split('=').first.trim().str())
        own.push_back(value.trim());
  return own;
}

/// Draws in \p block and below it.
void forEachDraw(const ir::Block &block, llvm::function_ref<void(const ir::Sample &)> visit) {
  for (const auto &statement : block)
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get())) {
      visit(*sample);
    } else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      forEachDraw(branch->thenBlock, visit);
      forEachDraw(branch->elseBlock, visit);
    } else if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
      forEachDraw(loop->body, visit);
    }
}

std::string withChanges(const SourceFile &file, std::vector<TextChange> changes) {
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
  std::string text;
  std::uint32_t done = 0;
  for (const TextChange &change : changes) {
    text.append(file.text({done, change.range.begin})).append(change.text);
    done = change.range.end;
  }
  return text.append(file.text().substr(done));
}

/// The text of \p file with \p values for what they name, where 99/100 of what is guaranteed is guaranteed.
std::string pressed(const BatchFile &file, const Tightness &tight, llvm::StringRef values) {
  const SourceFile &source = *file.source;
  std::vector<TextChange> changes;
  const auto press = [&](const ir::Neighbourhood &head, const ir::Guarantee &guarantee) {
    const auto own = valuesFor(head, values);
    if (own.empty() || !guarantee.epsilon)
      return false;
    changes.push_back({{head.clauses, head.clauses}, " requires " + llvm::join(own, ", ")});
    // A term's own range may begin or end within its brackets.
    const std::string_view clause = source.text(guarantee.range);
    const auto begin = static_cast<std::uint32_t>(guarantee.range.begin + clause.find('(')),
               end = static_cast<std::uint32_t>(guarantee.range.begin + clause.rfind(')'));
    changes.push_back({{begin, begin}, "(99 / 100 * "});
    changes.push_back({{end, end}, ")"});
    return true;
  };
  for (const auto &mechanism : file.program.mechanisms)
    if (press(*mechanism, mechanism->guarantee) && tight.withAnyAlignment)
      forEachDraw(mechanism->body, [&](const ir::Sample &sample) {
        if (sample.clause.begin != sample.clause.end)
          changes.push_back({sample.clause, "align ?"});
      });
  for (const auto &composition : file.program.compositions)
    press(composition->head, composition->guarantee);
  return withChanges(source, std::move(changes));
}

std::string problemOfWaste(const Tightness &tight, const BatchFile &file, const Options &options) {
  for (const std::string &values : tight.at)
    if (proved(file.path, pressed(file, tight, values), options).exit == ExitCode::Proved)
      return "It is proved, but it does not use up what is guaranteed: with " + values +
             " it is proved for 99/100 of that, too.\n" + tight.complaint + "\n";
  return {};
}

/// With its own names for all that it takes, once.
bool isPlainCall(const ir::Part &part) {
  return !part.times &&
         std::all_of(part.arguments.begin(), part.arguments.end(), [](const ir::Argument &argument) {
           const auto *read = llvm::dyn_cast_or_null<ir::Read>(argument.value.get());
           const ir::Variable *given = argument.whole ? argument.whole : read ? &read->variable : nullptr;
           return given && given->name == argument.parameter->name;
         });
}

/// The mechanisms that a composition has as its parts, against those that are proved.
std::string problemOfChoice(BatchFile &file) {
  std::set<std::string> chosen, good, wrong;
  for (const auto &composition : file.program.compositions)
    for (const ir::Part &part : composition->parts) {
      if (!chosen.insert(part.mechanism->name).second)
        return "`" + part.mechanism->name + "` is called twice. One call says that it is private.\n";
      if (!isPlainCall(part))
        return "`" + ir::print(part) +
               "` is not that mechanism as it stands above. Write its name with what stands in the brackets "
               "behind it there, each once and in that order.\n";
    }
  forEach<report::Result>(file, [&](const report::Result &result, auto &) {
    const bool isChosen = chosen.count(result.name()) != 0;
    (result.isProved() == isChosen ? good : wrong).insert(result.name());
  });
  // Which ones is what the learner is to find out.
  return wrong.empty() ? std::string()
                       : "Of " + std::to_string(good.size() + wrong.size()) + " mechanisms you judge " +
                             std::to_string(good.size()) +
                             " as Plumb does. Those that you list are private, you say, and the others are "
                             "not.\n`plumb check` on this file says what Plumb has found of each; try to see "
                             "it yourself first.\n";
}

/// What is written in \p range, as one formula: a list is true if each of it is.
std::string asFormula(const SourceFile &answer, SourceRange range) {
  std::string text = "((";
  std::uint32_t done = range.begin;
  int depth = 0;
  for (const Token &token : tokensOf(answer)) {
    const std::string_view word = answer.text(token.range);
    if (token.range.begin < range.begin || token.range.end > range.end)
      continue;
    depth += word == "(" || word == "[" ? 1 : word == ")" || word == "]" ? -1 : 0;
    if (word != "," || depth != 0)
      continue;
    text.append(answer.text({done, token.range.begin})).append(") and (");
    done = token.range.end;
  }
  return text.append(answer.text({done, range.end})).append("))");
}

std::string followedBy(const SourceFile &answer, const Match &match, const Sequel &sequel) {
  // An answer may end in a comment.
  std::string text(answer.text());
  for (const llvm::StringRef line : sequel.lines) {
    const auto [front, behind] = line.split("___");
    text += "\n" + front.str();
    if (front.size() < line.size())
      text += asFormula(answer, match.filled.at(0)) + behind.str();
  }
  return text;
}

std::string problemOf(const Exercise &exercise, const Match &match, Batch &batch, const Options &options) {
  BatchFile &file = batch.files.front();
  const Goal &goal = exercise.goal;
  if (goal.chooses)
    return problemOfChoice(file);
  std::string problem = problemOfVerdicts(goal, batch);
  if (problem.empty() && !goal.mayLeaveOpen)
    problem = problemOfHoles(file);
  if (problem.empty())
    problem = problemOfWaste(goal.tight, file, options);
  if (!problem.empty())
    return problem;
  if (const std::string silent = silentOne(batch, options); !silent.empty())
    return "`" + silent +
           "` is proved, but what it publishes says nothing about the data: it would be private(0) too.\n";
  for (const Variant &variant : goal.variants) {
    const Batch other =
        proved(file.path, withWords(*file.source, match, variant.replaced, variant.by), options);
    if (other.exit == ExitCode::Proved)
      return variant.complaint + "\n";
  }
  for (const Sequel &sequel : goal.sequels)
    if (proved(file.path, followedBy(*file.source, match, sequel), options).exit != ExitCode::Proved)
      return sequel.complaint + "\n";
  return {};
}

} // namespace

Assessment assess(const Exercise &exercise, const std::string &path, const std::string &answer,
                  const Options &asked) {
  Options options = asked;
  options.keepsAnswers = true;
  const SourceFile given(exercise.fileName(), exercise.text), file(path, answer);
  if (const auto left = blankIn(file))
    return {false, at(file, *left, "a blank `___` is left to fill")};
  Batch batch = loadText(path, answer);
  if (batch.exit != ExitCode::Proved)
    return {false, report(batch)};
  const Match kept = match(given, file);
  if (kept.departure)
    return {false, at(file, kept.departure->range, kept.departure->said), true};
  prove(batch, options);
  const std::string problem = problemOf(exercise, kept, batch, options);
  if (!problem.empty())
    return {false, problem};
  return {true, exercise.goal.notPrivate.empty() ? std::string() : report(batch)};
}

} // namespace plumb::tool::learn
