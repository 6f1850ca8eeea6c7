// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A stream as text: who it is, how far it is, what it remembers, and a checksum.
///
///     plumb stream 2                 (or, in a StateFile: plumb stream in a file 2)
///     <mechanism> <SHA-256 of its program as it was understood, without comments and layout>
///     <digest of the parameters>
///     <generation>
///     <name> <number> ...
///     ...
///     <seal>
///
/// The lines between the first one and the generation are the identity; a text is restored
/// only where its own identity is expected, and one from a file only with its file. The seal
/// has the empty key: it finds damage, and keeps nobody from writing another text. Such a text
/// may hold values that no run has, subscripts among them: restore none that others could write.
///
/// Numbers are decimal, and of each field as long as its type may need: the length of a text
/// depends on the generation and the sizes of arrays, which are public, and on nothing
/// that is kept.

#ifndef PLUMB_RUNTIME_SAVED_STREAM_H
#define PLUMB_RUNTIME_SAVED_STREAM_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/wide.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime {

/// A sign and \p digits digits. \pre |value| < 10^digits.
std::string paddedText(Wide value, std::size_t digits);

// Of one length for all values of a type.
inline std::string savedText(bool value) {
  return value ? "1" : "0";
}
inline std::string savedText(std::int64_t value) {
  return paddedText(value, 19);
}
inline std::string savedText(Wide value) {
  return paddedText(value, 39);
}

// As short as may be.
inline std::string publicText(bool value) {
  return value ? "1" : "0";
}
inline std::string publicText(std::int64_t value) {
  return std::to_string(value);
}
inline std::string publicText(const Rational &value) {
  return value.text();
}

/// Where a stream is kept: in a text that somebody has, or in a StateFile.
enum class Keeping : std::uint8_t { InText, InFile };

/// \p mechanism and \p programHash, seal of \p parameterText.
std::string streamIdentity(std::string_view mechanism, std::string_view programHash,
                           const std::string &parameterText);

/// The lines of a digest, one for each parameter, in their order. The elements of an array have blanks
/// behind them, so that other borders give another text.
class ParameterText {
public:
  template <class Value> ParameterText &add(const Value &value) {
    lines += publicText(value) + '\n';
    return *this;
  }
  template <class Element> ParameterText &add(const std::vector<Element> &array) {
    for (const auto &element : array)
      lines += publicText(element) + ' ';
    lines += '\n';
    return *this;
  }
  const std::string &text() const { return lines; }

private:
  std::string lines;
};

/// Writes a text.
class StreamSaver {
public:
  StreamSaver(Keeping keeping, const std::string &identity, std::uint64_t generation);

  template <class Number> void field(std::string_view name, const Number &number) {
    begin(name);
    text += ' ' + savedText(number);
  }
  template <class Number> void field(std::string_view name, const std::vector<Number> &array) {
    begin(name);
    for (const auto element : array)
      text += ' ' + savedText(element);
  }
  /// The whole text.
  std::string sealed() &&;

private:
  void begin(std::string_view name) {
    text += '\n';
    text += name;
  }

  std::string text;
};

/// Reads a text. The fields have to be asked for in the order in which they were written.
class StreamReader {
public:
  /// An error value if \p saved was damaged, is not of \p identity, or was not kept in this way. Refers to
  /// \p saved, and not to \p identity.
  static Expected<StreamReader> open(Keeping keeping, std::string_view saved, std::string_view identity);

  std::uint64_t generation() const { return savedGeneration; }
  template <class Number> void field(std::string_view name, Number &value) {
    take("\n");
    take(name);
    value = number<Number>();
  }
  /// As many as \p array has.
  template <class Number> void field(std::string_view name, std::vector<Number> &array) {
    take("\n");
    take(name);
    for (auto &&element : array)
      element = number<Number>();
  }
  /// Every field was there, every number fit its type, and nothing is left.
  bool isComplete() const { return isWhole && rest == "\n"; }

private:
  explicit StreamReader(std::string_view fields) : rest(fields) {}

  void take(std::string_view text);
  /// The next number, behind a blank; 0 if there is none.
  Wide wide();
  template <class Number> Number number() {
    const Wide value = wide();
    isWhole = isWhole && Wide{static_cast<Number>(value)} == value;
    return isWhole ? static_cast<Number>(value) : Number{};
  }

  std::string_view rest;
  bool isWhole = true;
  std::uint64_t savedGeneration = 0;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SAVED_STREAM_H
