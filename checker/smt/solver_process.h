// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/solver_process.h - A solver as a program -----*- C++ -*-===//
///
/// \file
/// A program that reads commands of SMT-LIB and answers some of them. Whatever it does, talk nonsense, hang
/// or crash, ends in an exception here and nowhere else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_SOLVER_PROCESS_H
#define PLUMB_CHECKER_SMT_SOLVER_PROCESS_H

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace plumb::smt {

/// Where the first word or parenthesis of \p text ends; nothing if more has to come.
std::optional<std::size_t> endOfExpression(std::string_view text);

/// Each function throws std::runtime_error if the program is gone, or says what is no answer.
class SolverProcess {
public:
  /// Starts \p command, whose first word is looked up in PATH.
  explicit SolverProcess(const std::vector<std::string> &command);
  /// Ends it, whatever it does.
  ~SolverProcess();
  SolverProcess(const SolverProcess &) = delete;
  SolverProcess &operator=(const SolverProcess &) = delete;

  void send(const std::string &commands);
  /// The next answer, a word or what stands in parentheses, which has to be there within \p patience.
  std::string answer(std::chrono::milliseconds patience);

private:
  pid_t process = -1;
  int channel = -1;
  /// What was received, and is of no answer yet.
  std::string received;
};

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_SOLVER_PROCESS_H
