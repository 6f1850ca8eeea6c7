// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed_questions.h"

#include "checker/channel/composed_terms.h"
#include "frontend/ir/print_channel.h"

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTerm;
using verdict::Condition;

namespace {

bool isPlain(const ChannelTerm &size) {
  return size.kind == ChannelTerm::Kind::Parameter ||
         (size.kind == ChannelTerm::Kind::Number && size.number >= 0);
}

/// The steps of questionsOf() on one composition.
class Asking {
public:
  explicit Asking(const ir::ChannelComposition &ofComposition)
      : composition(ofComposition), head(ofComposition.head) {}

  std::vector<ComposedQuestion> all() {
    askRequirements();
    askSizes();
    askSources();
    return std::move(questions);
  }

private:
  using Terms = std::vector<std::shared_ptr<const ChannelTerm>>;
  using Comparison = Channel::Requirement::Comparison;

  void askRequirements();
  void askSizes();
  void askSame(const std::string &name, const std::string &what, const Terms &left, const Terms &right,
               SourceRange range);
  void askSources();

  const ir::ChannelComposition &composition;
  const Channel &head;
  std::vector<ComposedQuestion> questions;
};

/// What a part requires follows from what the composition requires, with the arguments put in.
void Asking::askRequirements() {
  unsigned part = 0;
  for (const ir::ChannelReport &report : composition.reports)
    for (const ir::ChannelStage &stage : report.stages) {
      ++part;
      const Channel &channel = *stage.channel;
      for (std::size_t i = 0; i < channel.requirements.size(); ++i) {
        const Channel::Requirement &requirement = channel.requirements[i];
        questions.push_back(
            {"part." + std::to_string(part) + ".requires." + std::to_string(i + 1),
             "what `" + print(composition, stage) + "` requires: " + print(channel, requirement),
             Condition::Part, argumentsPut(channel, *requirement.left, stage.arguments),
             argumentsPut(channel, *requirement.right, stage.arguments), requirement.comparison,
             stage.range});
      }
    }
}

/// Sizes that are no parameters, and how often parts run, are no negative numbers.
void Asking::askSizes() {
  unsigned part = 0;
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const ir::ChannelReport &report = composition.reports[i];
    for (const ir::ChannelStage &stage : report.stages) {
      ++part;
      for (std::size_t k = 0; k < stage.channel->classes.size(); ++k) {
        auto size = sizeOf(stage, k);
        if (!isPlain(*size))
          questions.push_back({"part." + std::to_string(part) + ".size." + stage.channel->classes[k].name,
                               "the class " + stage.channel->classes[k].name + " of `" +
                                   print(composition, stage) + "` has no negative number of members",
                               Condition::Part, ir::numberTerm(0), size, Comparison::LessEqual, stage.range});
      }
    }
    if (report.times && (report.times->kind != ChannelTerm::Kind::Number || report.times->number < 0))
      questions.push_back({"part." + std::to_string(part) + ".times",
                           "`" + print(composition, report) + "` runs no negative number of times",
                           Condition::Part, ir::numberTerm(0), ir::copied(*report.times),
                           Comparison::LessEqual, report.range});
  }
}

void Asking::askSame(const std::string &name, const std::string &what, const Terms &left, const Terms &right,
                     SourceRange range) {
  const auto sum = [](const Terms &all) {
    std::shared_ptr<const ChannelTerm> total = all.empty() ? ir::numberTerm(0) : all.front();
    for (std::size_t i = 1; i < all.size(); ++i)
      total = ir::combined(ChannelTerm::Kind::Add, *total, *all[i]);
    return total;
  };
  questions.push_back(
      {name,
       what,
       Condition::Part,
       sum(left),
       sum(right),
       Comparison::Equal,
       range,
       {},
       "pass arguments with which both numbers are the same, or let `requires` say that they are"});
}

/// Classes that are the same have as many members.
void Asking::askSources() {
  unsigned part = 0;
  for (const ir::ChannelReport &report : composition.reports)
    for (std::size_t i = 0; i < report.stages.size(); ++i) {
      const ir::ChannelStage &stage = report.stages[i];
      const std::string name = "part." + std::to_string(++part) + ".inputs";
      const std::string behind = i == 0 ? "inputs of `" + head.name + "`"
                                        : "outputs of `" + print(composition, report.stages[i - 1]) + "`";
      const Channel &before = i == 0 ? head : *report.stages[i - 1].channel;
      const auto sizeBefore = [&](std::size_t number) -> std::shared_ptr<const ChannelTerm> {
        return i == 0 ? std::shared_ptr<const ChannelTerm>(ir::copied(*head.classes[number].size))
                      : sizeOf(report.stages[i - 1], number);
      };
      Terms ownSizes, otherSizes;
      for (std::size_t k = 0; k < stage.channel->classes.size(); ++k) {
        const Channel::Class &one = stage.channel->classes[k];
        if (!one.isInput)
          continue;
        ownSizes.push_back(sizeOf(stage, k));
        if (stage.sources)
          askSame(name + "." + one.name,
                  "`" + print(composition, stage) + "` reads as many values in " + one.name +
                      " as there are " + behind + ": " + print(head, *ownSizes.back()) + " = " +
                      print(head, *sizeBefore((*stage.sources)[k])),
                  {ownSizes.back()}, {sizeBefore((*stage.sources)[k])}, stage.range);
      }
      if (stage.sources)
        continue;
      for (std::size_t k = 0; k < before.classes.size(); ++k)
        if (i == 0 ? before.classes[k].isInput : before.classes[k].isOutput)
          otherSizes.push_back(sizeBefore(k));
      const auto listed = [&](const Terms &all) {
        std::string text;
        for (const auto &size : all)
          text += (text.empty() ? "" : " + ") + print(head, *size);
        return text;
      };
      askSame(name,
              "`" + print(composition, stage) + "` reads one of " + listed(ownSizes) +
                  " values, and there are " + listed(otherSizes) + " " + behind + ": " + listed(ownSizes) +
                  " = " + listed(otherSizes),
              ownSizes, otherSizes, stage.range);
    }
}

} // namespace

std::shared_ptr<const ChannelTerm> sizeOf(const ir::ChannelStage &stage, std::size_t number) {
  return argumentsPut(*stage.channel, *stage.channel->classes[number].size, stage.arguments);
}

std::vector<ComposedQuestion> questionsOf(const ir::ChannelComposition &composition) {
  return Asking(composition).all();
}

} // namespace plumb::channel
