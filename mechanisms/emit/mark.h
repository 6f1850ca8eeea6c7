// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/mark.h - Two programs of one name --------*- C++ -*-===//
///
/// \file
/// Two programs of one name define functions of one name, and where they are linked together the linker keeps
/// one of each, without a word: a mechanism would draw the noise of the other. So what is emitted stands in
/// an inline namespace whose name is made of the text around it. Users need not write it, and where both are
/// included by one file what they write is ambiguous: include guards are marked in the same way, lest the
/// second text be passed over.
///
/// A composition calls parts by their names without a mark: it is written before anyone knows which headers
/// will lie beside it. So it asserts which programs these have to hold.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_MARK_H
#define PLUMB_MECHANISMS_EMIT_MARK_H

#include "frontend/ir/channel.h"
#include "frontend/ir/program.h"
#include "mechanisms/plan/work.h"

#include <string>

namespace plumb::emit {

/// Stands in a text where its mark will be.
inline constexpr const char *unmarked = "\x01";

/// "plumb::m::inline of_" and the mark, to be opened: the namespace of a declaration called \p name.
std::string openedSpace(const std::string &name);

/// \p text with its mark in all places: the first 64 bits of the SHA-256 of \p text and \p origin.
///
/// \param origin what tells apart two texts that are equal
std::string marked(const std::string &text, const std::string &origin);

/// Which program \p mechanism is, whatever its text looks like, and how its noise is drawn: `programHash` of
/// its header.
std::string programHash(const ir::Mechanism &mechanism, plan::Work work);
/// The same of a channel.
std::string programHash(const ir::Channel &channel);

/// For a composition: fails to compile where the header of its part \p name holds another program than that
/// of \p hash.
std::string programAssertion(const std::string &name, const std::string &hash);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_MARK_H
