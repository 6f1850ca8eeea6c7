// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/signs_in_words.h"

#include <llvm/ADT/StringSwitch.h>

namespace plumb {

std::string_view signCalled(std::string_view word) {
  const llvm::StringRef sign = llvm::StringSwitch<llvm::StringRef>({word.data(), word.size()})
                                   .Cases("ge", "geq", "geqslant", ">=")
                                   .Cases("le", "leq", "leqslant", "<=")
                                   .Case("gt", ">")
                                   .Case("lt", "<")
                                   .Cases("ne", "neq", "!=")
                                   .Cases("eq", "equals", "=")
                                   .Case("sim", "~")
                                   .Cases("gets", "leftarrow", ":=")
                                   .Cases("land", "wedge", "and")
                                   .Cases("lor", "vee", "or")
                                   .Cases("lnot", "neg", "not")
                                   .Cases("implies", "Rightarrow", "implies")
                                   .Cases("cdot", "times", "*")
                                   .Default("");
  return {sign.data(), sign.size()};
}

} // namespace plumb
