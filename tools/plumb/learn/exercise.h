// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/learn/exercise.h - One thing to work out -----*- C++ -*-===//
///
/// \file
/// The exercises that come with Plumb. Each is two files: NN_name.plumb, which a learner gets, with the task
/// in the comment at its top and a part that is the learner's; and NN_name.json, which says what an answer
/// has to reach, and holds the hints. No file holds an answer as it is written: whatever reaches the goal is
/// one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LEARN_EXERCISE_H
#define PLUMB_TOOLS_PLUMB_LEARN_EXERCISE_H

#include "frontend/support/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::tool::learn {

/// The answer with some words of what was given exchanged. Of a good answer this is not proved.
struct Variant {
  /// Words that stand in the exercise outside of what is the learner's, and what stands there instead.
  std::string replaced, by;
  /// What is wrong with an answer if the variant is proved too: a sentence.
  std::string complaint;
};

/// Nothing may be wasted: with chosen numbers for its parameters an answer is not proved for 99/100 of what
/// it guarantees. Whoever pays for more than is moved, by a factor, by a number that is added, or for each of
/// something, is found out where that counts.
struct Tightness {
  /// "eps = 1, c = 1": of parameters and sizes. Each is tried.
  std::vector<std::string> at;
  /// What is wasted: a sentence.
  std::string complaint;
  /// Whatever the alignment, so that none that moves too much hides what is wasted.
  bool withAnyAlignment = false;
};

/// Declarations behind the answer, which use it. Of a good answer they are proved. A composition, for
/// instance, is proved only if what it requires, or the policy that it states, is enough for its parts: so an
/// answer is held against all that it has to allow.
struct Sequel {
  /// The lines of their text. `___` in them is what the learner has written into the first blank.
  std::vector<std::string> lines;
  /// What is wrong with an answer if they are not proved: a sentence.
  std::string complaint;
};

struct Goal {
  /// These mechanisms are to be not private; everything else in the file is to be proved.
  std::vector<std::string> notPrivate;
  /// A composition is to have those mechanisms as parts that are proved, and no other.
  bool chooses = false;
  /// Alignments and the like may be left to Plumb.
  bool mayLeaveOpen = false;
  /// Nothing to try: an answer may waste.
  Tightness tight;
  std::vector<Variant> variants;
  std::vector<Sequel> sequels;

  /// In sentences.
  std::string told() const;
};

struct Exercise {
  /// "07_below_is_free"
  std::string name;
  /// As the learner gets it.
  std::string text;
  /// What it trains, a few words.
  std::string trains;
  Goal goal;
  /// Each says more than the one before.
  std::vector<std::string> hints;

  std::string fileName() const { return name + ".plumb"; }
  /// The comment at the top, without its slashes.
  std::string task() const;
};

struct Exercises {
  /// In the order of their names.
  std::vector<Exercise> all;
  /// Why there are none.
  std::optional<Diagnostic> problem;

  /// The one of which \p word is the name or the number; else those in whose names it is.
  std::vector<const Exercise *> find(const std::string &word) const;
};

/// Those that lie beside the program, or else those that are within it.
Exercises loadExercises();

} // namespace plumb::tool::learn

#endif // PLUMB_TOOLS_PLUMB_LEARN_EXERCISE_H
