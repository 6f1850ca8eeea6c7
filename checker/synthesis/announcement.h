// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/announcement.h - Announced for a while -*- C++ -*-===//
///
/// \file
/// `announce` statements that are put into a mechanism to see whether they help, and what has to be kept for
/// them: taken out again, or left there.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_ANNOUNCEMENT_H
#define PLUMB_CHECKER_SYNTHESIS_ANNOUNCEMENT_H

#include "checker/synthesis/synthesis.h"
#include "checker/synthesis/terms.h"

#include <vector>

namespace plumb::synthesis {

/// In front of which statement something may be announced.
struct Place {
  ir::Block *block;
  std::size_t position;
  /// Around the block, outermost first.
  std::vector<const ir::For *> loops;
};

/// Announcements in a mechanism, for as long as this lives.
class Announcement {
public:
  explicit Announcement(ir::Mechanism &in);
  Announcement(const Announcement &) = delete;
  Announcement &operator=(const Announcement &) = delete;
  ~Announcement();

  /// \param values may read variables that were made for it since this began.
  /// \pre the block of \p place has a statement, the iteration has no cell, and the sorts are those of what
  /// was announced before.
  void add(const Place &place, std::vector<ExpressionPtr> values);
  /// The same where the cell is that of something published: so it stands in a loop of one iteration, which
  /// has a cell of its own.
  void addWithOwnCell(const Place &place, std::vector<ExpressionPtr> values);

  /// Has the iteration of \p place a cell already?
  bool isCellTaken(const Place &place) const;

  /// An Int that nothing but what is announced depends on, if the values that it is assigned are its own.
  /// Called \p name, or like it.
  const ir::Variable &addLocal(const std::string &name);
  /// In front of the statement at \p place.
  void assign(const Place &place, const ir::Variable &local, ExpressionPtr value);

  /// They stay in the mechanism. \returns what was found.
  std::vector<Found> keep();

private:
  /// Makes the statement, and the tag if there is none.
  std::unique_ptr<ir::Statement> announce(const std::vector<const ir::For *> &loops,
                                          std::vector<ExpressionPtr> values, SourceRange range);
  void put(const Place &place, std::unique_ptr<ir::Statement> statement, const std::string &text);

  ir::Mechanism &mechanism;
  std::size_t variablesBefore, tagsBefore, transcriptsBefore;
  std::vector<Place> places;
  std::vector<Found> said;
  bool isKept = false;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_ANNOUNCEMENT_H
