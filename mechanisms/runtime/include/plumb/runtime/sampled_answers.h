// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Answers to the queries on a sample as the state of a run holds them: numbers one behind the other.
///
/// Answers are a struct whose `eachField` calls a function with each of its members, scalars and arrays.

#ifndef PLUMB_RUNTIME_SAMPLED_ANSWERS_H
#define PLUMB_RUNTIME_SAMPLED_ANSWERS_H

#include "plumb/runtime/wide.h"

#include <cstddef>
#include <vector>

namespace plumb::runtime {

namespace detail {

template <class Word> void addWords(std::vector<Wide> &words, const Word &answer) {
  words.push_back(answer);
}
template <class Word> void addWords(std::vector<Wide> &words, const std::vector<Word> &answers) {
  words.insert(words.end(), answers.begin(), answers.end());
}

template <class Word> void takeWords(const std::vector<Wide> &words, std::size_t &next, Word &answer) {
  answer = static_cast<Word>(words[next++]);
}
template <class Word>
void takeWords(const std::vector<Wide> &words, std::size_t &next, std::vector<Word> &answers) {
  for (Word &answer : answers)
    takeWords(words, next, answer);
}

} // namespace detail

template <class Answers> std::vector<Wide> wordsOf(const Answers &answers) {
  std::vector<Wide> words;
  Answers::eachField(answers, [&](const auto &field) { detail::addWords(words, field); });
  return words;
}

/// The inverse. \pre \p answers has arrays of the lengths that those of \p words had.
template <class Answers> Answers answersIn(const std::vector<Wide> &words, Answers answers) {
  std::size_t next = 0;
  Answers::eachField(answers, [&](auto &field) { detail::takeWords(words, next, field); });
  return answers;
}

/// \p answer as a part takes it, which may know more of its range, or less, than who has counted it.
/// \pre it fits.
template <class Number, class Word> Number answerAs(Word answer) {
  return static_cast<Number>(answer);
}
template <class Number, class Word> std::vector<Number> answerAs(const std::vector<Word> &answers) {
  std::vector<Number> all;
  all.reserve(answers.size());
  for (const Word &answer : answers)
    all.push_back(static_cast<Number>(answer));
  return all;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SAMPLED_ANSWERS_H
