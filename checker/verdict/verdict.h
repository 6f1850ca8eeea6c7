// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/verdict.h - What is said in the end ------*- C++ -*-===//
///
/// \file
/// The verdict on a mechanism, a composition, a channel or a table. An obligation has an smt::Outcome, the
/// whole has a Verdict, and the shell is told an exit code: there is no other enumeration on this way.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_VERDICT_H
#define PLUMB_CHECKER_VERDICT_VERDICT_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace plumb::verdict {

enum class Verdict : std::uint8_t {
  /// The start value: some obligation is open.
  NotProved,
  /// Every obligation is discharged, none is missing, and some input meets what is assumed.
  Proved,
  /// A violation of the guarantee was found and confirmed exactly; independent of any alignment.
  NotPrivate,
  /// The entries of a channel are no distributions for some parameters.
  NoChannel,
  /// Nobody is protected, or nothing meets the premises: a proof would say nothing.
  Vacuous,
  /// Some input that is allowed has no meaning: what is guaranteed says nothing of it.
  IllFormed,
  /// Some run breaks a claim, or a claim has no value in it.
  ClaimFalse,
  /// What is declared is proved, but not in the way in which it is written: with another alignment, or
  /// without the invariants. No proof of the program as it stands.
  OtherAlignment,
};

/// "proved", "proved under 5 assumptions", "not private", "no channel", "not proved", "vacuous",
/// "ill-formed", "claim false", "private under 5 assumptions, but not with this alignment".
std::string text(Verdict verdict, std::size_t assumptions);
/// Of OtherAlignment where the alignments that are written are right: "private under 5 assumptions, but not
/// with these invariants".
std::string textWithoutInvariants(std::size_t assumptions);

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_VERDICT_H
