// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/file_names.h - What a file declares --------*- C++ -*-===//
///
/// \file
/// What a file declares outside of mechanisms, by name, as written and as checked; the table in which
/// everything else of the file looks names up.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_FILE_NAMES_H
#define PLUMB_FRONTEND_SEMA_FILE_NAMES_H

#include "frontend/ir/program.h"
#include "frontend/parse/syntax.h"

#include <map>
#include <set>
#include <string>

namespace plumb::sema {

/// Where each name stands first in some text.
using Mentions = std::map<std::string, SourceRange>;

/// One declaration under its name. A second one of that name is in none of these tables.
template <typename Syntax, typename Checked> struct Declared {
  const Syntax *written;
  /// Null if it has a mistake: then that is told, and who uses it stays silent.
  Checked *checked;
};

/// The declarations of one file besides mechanisms. Points into the syntax tree and the Program.
struct FileNames {
  const syntax::Program *written;
  std::map<std::string, Declared<syntax::Word, ir::Variable>> sizes;
  std::map<std::string, Declared<syntax::Record, const ir::Record>> records;
  std::map<std::string, Declared<syntax::Policy, const ir::Policy>> policies;
  std::map<std::string, Declared<syntax::QueryDefinition, const ir::SchemaQuery>> queries;
  /// Sizes and queries that are called by a word with a fixed meaning, which was told.
  std::set<std::string> misnamed;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_FILE_NAMES_H
