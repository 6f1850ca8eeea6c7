// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/composed_questions.h - What the parts of a composition ask for -*- C++ -*-===//
///
/// \file
/// What has to hold of the arguments that the parts of a composition of channels get, whichever notion it
/// claims.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COMPOSED_QUESTIONS_H
#define PLUMB_CHECKER_CHANNEL_COMPOSED_QUESTIONS_H

#include "checker/verdict/condition.h"
#include "frontend/ir/channel_composition.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::channel {

/// left <= right, or left = right, or left < right.
struct ComposedQuestion {
  std::string name, text;
  verdict::Condition condition;
  std::shared_ptr<const ir::ChannelTerm> left, right;
  ir::Channel::Requirement::Comparison comparison;
  SourceRange range;
  /// The notion of the composition that it is about.
  std::optional<std::size_t> notion = {};
  std::string advice = {};
};

/// How many members class \p number of the channel of \p stage has, at its arguments.
std::shared_ptr<const ir::ChannelTerm> sizeOf(const ir::ChannelStage &stage, std::size_t number);

/// That what each part requires follows from what the composition requires, with the arguments put in; that
/// sizes which are no parameters, and how often parts run, are no negative numbers; that classes which are
/// the same have as many members.
std::vector<ComposedQuestion> questionsOf(const ir::ChannelComposition &composition);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COMPOSED_QUESTIONS_H
