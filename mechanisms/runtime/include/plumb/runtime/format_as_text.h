// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// std::format for numbers of the runtime, where the standard library has it.

#ifndef PLUMB_RUNTIME_FORMAT_AS_TEXT_H
#define PLUMB_RUNTIME_FORMAT_AS_TEXT_H

#include <version>

#ifdef __cpp_lib_format
#include <format>
#include <string_view>

/// `std::format("{:>8}", x)` for an x of \p Type: its `text()`, with the options of texts. At the end of
/// a header, outside of namespaces.
#define PLUMB_FORMAT_AS_TEXT(Type)                                                                           \
  template <> struct std::formatter<Type> : std::formatter<std::string_view> {                               \
    template <class Context> auto format(const Type &value, Context &context) const {                        \
      return std::formatter<std::string_view>::format(value.text(), context);                                \
    }                                                                                                        \
  }
#else
#define PLUMB_FORMAT_AS_TEXT(Type) static_assert(true)
#endif

#endif // PLUMB_RUNTIME_FORMAT_AS_TEXT_H
