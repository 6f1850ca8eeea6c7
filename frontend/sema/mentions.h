// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/mentions.h - Names in a text ---------------*- C++ -*-===//
///
/// \file
/// The names that stand somewhere in a part of the syntax tree. More may be found than are
/// meant (a tag is spelled like a name), never fewer.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_MENTIONS_H
#define PLUMB_FRONTEND_SEMA_MENTIONS_H

#include "frontend/sema/file_names.h"

namespace plumb::sema {

/// Adds to \p mentions; the first place in the text counts. Here and below.
void collectMentions(const syntax::Expression &expression, Mentions &mentions);
/// The targets of statements are not among them.
void collectMentions(const syntax::Mechanism &mechanism, Mentions &mentions);
void collectMentions(const syntax::Record &record, Mentions &mentions);
void collectMentions(const syntax::Policy &policy, Mentions &mentions);
void collectMentions(const syntax::QueryDefinition &query, Mentions &mentions);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_MENTIONS_H
