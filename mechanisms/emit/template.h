// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/template.h - Files with holes ------------*- C++ -*-===//
///
/// \file
/// What is emitted has the shape of a file in templates/, whose holes are filled.
/// The files are put into the program when it is built.
///
/// In a template stand
///
///   @name@            a hole. Alone on its line it takes any number of lines, each
///                     of which gets the indentation of the hole, and an empty text
///                     leaves no line behind. Inside a line it takes what stands
///                     there; further lines of it begin in the column of the hole.
///   @if name          lines up to @else or @end that are written if the condition
///   @unless name      holds, or does not; these may stand inside each other
///   @include <span>   a header that the lines around need. It is added to those of
///                     the file if this place is written, and leaves no line
///   @includes@        where all of these stand
///   @// words         for readers of the template
///
/// A hole or condition of a written part that nobody set, one that was set and is
/// not in the template, and a directive that does not fit are mistakes of Plumb: a
/// std::logic_error.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_TEMPLATE_H
#define PLUMB_MECHANISMS_EMIT_TEMPLATE_H

#include "mechanisms/emit/includes.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::emit {

class Template {
public:
  /// The file templates/\p fileName, without its ".in": "mechanism.h".
  explicit Template(std::string_view fileName);
  /// \p content in place of a file.
  Template(std::string name, std::string_view content) : title(std::move(name)), content(content) {}

  /// What stands in a hole. A newline at its end is not looked at. \pre set once.
  Template &set(std::string_view hole, std::string text);
  /// \pre set once.
  Template &when(std::string_view condition, bool holds);

  /// The filled template, which ends with a newline unless it is empty. Its headers are added to
  /// \p includes, and those stand at `@includes@`.
  std::string text(Includes &includes) const;
  /// \pre it includes nothing.
  std::string text() const;

private:
  class Filling;
  std::string title;
  std::string_view content;
  std::map<std::string, std::string, std::less<>> holes;
  std::map<std::string, bool, std::less<>> conditions;
};

/// A file of templates/, embedded.
struct TemplateFile {
  /// "mechanism.h"
  const char *name;
  const char *content;
};
const std::vector<TemplateFile> &templateFiles();

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_TEMPLATE_H
