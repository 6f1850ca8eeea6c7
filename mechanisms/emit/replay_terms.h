// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/replay_terms.h - Terms of a harness ------*- C++ -*-===//
///
/// \file
/// Translates expressions for the replay harness, alignments included. It shares no
/// code with ExpressionWriter: the two are compared by what they compute. Every
/// integer is checked 128-bit, every operation between parentheses.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_REPLAY_TERMS_H
#define PLUMB_MECHANISMS_EMIT_REPLAY_TERMS_H

#include "frontend/ir/aggregate.h"
#include "frontend/ir/setting.h"
#include "mechanisms/emit/replay_names.h"
#include "mechanisms/plan/program_walk.h"
#include "mechanisms/plan/released.h"

#include <optional>
#include <set>

namespace plumb::emit {

/// One Sample of a mechanism.
struct ReplaySample {
  const ir::Sample *sample;
  /// Outermost first.
  plan::Nest loops;
};

/// Something that a run of the program meets or does not.
struct ReplayPoint {
  /// A Point::Kind of plumb/runtime/replay/coverage.h.
  std::string kind, text;
};

/// What all parts of one harness share. Lives no longer than what it is of.
struct ReplayUnit {
  /// Of a mechanism, or of the parameters of a composition.
  explicit ReplayUnit(const ir::Setting &of);

  /// The number of \p variable's one Sample. \pre role Sample.
  std::size_t sampleOf(const ir::Variable &variable) const;
  std::size_t transcript(const ir::Transcript &transcript) const;
  /// The most values that one publication in \p transcript carries, apart from what is announced.
  std::size_t valueCount(const ir::Transcript &transcript) const;
  /// 0 for `none`.
  std::size_t tag(const ir::Tag &tag) const;

  /// Is \p variable no fraction, and known between bounds?
  bool isEnclosed(const ir::Variable &variable) const;
  bool readsEnclosed(const ir::Expression &expression) const;
  /// "Int", "Rational", "Enclosure" or "bool"; of a variable, or an Array of it.
  std::string typeOf(const ir::Variable &variable) const;
  std::string typeOf(const ir::Expression &expression) const;
  /// Those that are given, scalars first: the sizes of arrays are terms over them.
  std::vector<const ir::Variable *> parameters() const;

  /// The number of a further point.
  std::string point(std::string kind, std::string text);

  /// \pre one runs; so for what is released.
  const ir::Mechanism &mechanism() const { return setting.mechanism(); }
  const ir::Neighbourhood &inputs() const { return setting.neighbourhood(); }

  ir::Setting setting;
  std::optional<plan::Released> released;
  ReplayNames names;
  std::vector<ReplaySample> samples;
  std::vector<ReplayPoint> points;
  /// Parameters that get a logarithm.
  std::set<const ir::Variable *> logarithms;
  /// What `let` defines: functions of the parameters.
  std::set<const ir::Variable *> defined;
};

class ReplayTerms {
public:
  /// Terms over the parameters `p`.
  explicit ReplayTerms(ReplayUnit &shared) : ReplayTerms(shared, nullptr, false) {}
  /// Terms of a run with answers `a` and the state `s`.
  static ReplayTerms ofProgram(ReplayUnit &shared) { return ReplayTerms(shared, nullptr, true); }
  /// The same, where comparisons are no points: of statements that are not released.
  static ReplayTerms ofProofOnly(ReplayUnit &shared) {
    ReplayTerms terms = ofProgram(shared);
    terms.isWatched = false;
    return terms;
  }
  /// The alignment of \p own: the run `first` on D, whose draw number `current` is being aligned, and the
  /// run `second` on D'.
  static ReplayTerms ofAlignment(ReplayUnit &shared, const ReplaySample &own) {
    return ReplayTerms(shared, &own, false);
  }

  std::string write(const ir::Expression &expression);
  /// The Gap of a condition. \pre terms over the parameters.
  std::string gap(const ir::Expression &condition);
  /// The variable, or one element of it, in the state of the run.
  std::string place(const ir::Variable &variable, const std::vector<ir::ExpressionPtr> &indices);
  /// "{s.i, s.j}"
  std::string list(const std::vector<ir::ExpressionPtr> &terms);

private:
  ReplayTerms(ReplayUnit &shared, const ReplaySample *own, bool isProgram)
      : unit(shared), aligned(own), inProgram(isProgram) {}

  std::string read(const ir::Read &read);
  std::string alignmentRead(const ir::Read &read);
  std::string sampleRead(const ir::Read &read);
  std::string member(const std::string &object, const ir::Variable &variable,
                     const std::vector<ir::ExpressionPtr> &indices);
  std::string number(const ir::Number &number);
  std::string unary(const ir::Unary &unary);
  std::string binary(const ir::Binary &binary);
  std::string gapOf(const ir::Binary &binary);
  std::string forall(const ir::Forall &forall);
  std::string aggregate(const ir::Aggregate &aggregate);
  std::string cellTest(const ir::CellTest &test);
  std::string cellRead(const ir::CellRead &read);
  std::string resultRead(const ir::ResultRead &read);

  ReplayUnit &unit;
  /// Null outside alignments.
  const ReplaySample *aligned;
  bool inProgram;
  bool isWatched = true;
};

/// "Int", "Rational" or "bool".
std::string replayType(ir::Sort sort);
/// The type of a variable: that, or an Array of it.
std::string replayType(const ir::Variable &variable);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_REPLAY_TERMS_H
