// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/channel_names.h - What a channel declares --*- C++ -*-===//
///
/// \file
/// The names of one channel, or of one composition of channels: parameters, classes, definitions and maps
/// share one name space.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_CHANNEL_NAMES_H
#define PLUMB_FRONTEND_SEMA_CHANNEL_NAMES_H

#include "frontend/ir/channel.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

#include <map>

namespace plumb::sema {

class ChannelNames {
public:
  /// \p diagnostics outlives this.
  explicit ChannelNames(DiagnosticSink &diagnostics) : sink(diagnostics) {}

  /// Whether \p name is free; reports if not.
  bool declare(const syntax::Word &name, const char *what);
  /// Declares \p written and adds them to \p channel. Reports what is no single int or real.
  void declareParameters(const std::vector<syntax::Parameter> &written, ir::Channel &channel);

private:
  DiagnosticSink &sink;
  std::map<std::string, std::pair<const char *, SourceRange>> names;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_CHANNEL_NAMES_H
