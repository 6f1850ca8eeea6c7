// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/recovery.h - Reading on after a mistake ---*- C++ -*-===//
///
/// \file
/// ANTLR's hook for errors. After a mistake everything up to the next statement,
/// clause, parameter or declaration is skipped, whichever of them the mistake is
/// in, so that each mistake is reported once and the next one still is.
///
/// Reference: Aho, Lam, Sethi and Ullman, Compilers, 2nd ed., 4.1.4 (panic mode).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_RECOVERY_H
#define PLUMB_FRONTEND_PARSE_RECOVERY_H

#include "frontend/parse/mistakes.h"

#include <antlr4-runtime.h>

namespace plumb {

/// Throws ParseCancellationException at the twentieth mistake.
class Recovery : public antlr4::ANTLRErrorStrategy {
public:
  /// \param mistakes outlives this.
  explicit Recovery(Mistakes &mistakes) : mistakes(mistakes) {}

  void reset(antlr4::Parser *parser) override;
  antlr4::Token *recoverInline(antlr4::Parser *parser) override;
  void recover(antlr4::Parser *parser, std::exception_ptr error) override;
  void sync(antlr4::Parser *parser) override;
  bool inErrorRecoveryMode(antlr4::Parser *parser) override;
  void reportMatch(antlr4::Parser *parser) override;
  void reportError(antlr4::Parser *parser, const antlr4::RecognitionException &error) override;

private:
  void syncStatements(antlr4::Parser &parser);
  void syncParameters(antlr4::Parser &parser);
  void syncFields(antlr4::Parser &parser);
  void syncClauses(antlr4::Parser &parser);
  void syncDeclarations(antlr4::Parser &parser);

  Mistakes &mistakes;
  /// Since the last mistake nothing has been read; what does not fit now is its consequence.
  bool recovering = false;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_RECOVERY_H
