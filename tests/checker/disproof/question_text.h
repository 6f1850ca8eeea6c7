// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/disproof/question_text.h - Questions from text -----*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_DISPROOF_QUESTION_TEXT_H
#define PLUMB_TESTS_CHECKER_DISPROOF_QUESTION_TEXT_H

#include "checker/disproof/question.h"
#include "tests/checker/interpreter/program_text.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::test {

using interpreter::Exact;

/// "-1/2" or "3".
inline Exact exact(const std::string &text) {
  return Exact(Rational(text));
}

/// One publication: its tag and its values. A number alone has the tag "value".
struct Published {
  std::string tag;
  std::vector<std::string> values;
};

/// A word of one row of cells, in the first transcript: the cell of iteration i is the i-th.
inline interpreter::Output wordOf(const ir::Mechanism &mechanism, const std::vector<Published> &cells) {
  interpreter::Output word;
  const ir::Transcript &transcript = *mechanism.transcripts.front();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    interpreter::Cell cell{&transcript, {}, nullptr, {}};
    if (!transcript.loops.empty())
      cell.indices.push_back(static_cast<std::int64_t>(i));
    for (const auto &tag : mechanism.tags)
      if (tag->name == cells[i].tag)
        cell.tag = tag.get();
    for (const std::string &value : cells[i].values)
      cell.values.push_back(exact(value));
    word.cells.push_back(std::move(cell));
  }
  return word;
}

/// n cells that publish nothing but \p tag.
inline std::vector<Published> times(std::size_t n, const std::string &tag) {
  return {n, Published{tag, {}}};
}

inline std::vector<Published> operator+(std::vector<Published> a, const std::vector<Published> &b) {
  llvm::append_range(a, b);
  return a;
}

/// Throws if the inputs do not fit.
inline disproof::Question questionOf(const ir::Mechanism &mechanism, interpreter::Inputs inputs,
                                     const std::vector<int> &first, const std::vector<int> &second,
                                     interpreter::Output word) {
  auto instance = interpreter::Instance::create(mechanism, inputs);
  disproof::Question question{instance.value(), {}, {}, std::move(word), std::nullopt};
  for (int answer : first)
    question.first.push_back(answer);
  for (int answer : second)
    question.second.push_back(answer);
  return question;
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_DISPROOF_QUESTION_TEXT_H
