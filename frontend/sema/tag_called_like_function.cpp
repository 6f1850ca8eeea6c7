// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/tag_called_like_function.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

namespace plumb::sema {

/// Names that stand for a function of numbers in mathematics or in libraries, and for nothing else.
constexpr llvm::StringLiteral functions[] = {
    "cbrt",  "ceil",    "ceiling", "clamp", "clip",   "cos",     "exp",   "expit",   "fabs",    "floor",
    "hypot", "isqrt",   "ln",      "log",   "log10",  "log1p",   "log2",  "logit",   "max0",    "maximum",
    "min0",  "minimum", "pow",     "power", "relu",   "rint",    "round", "sgn",     "sigmoid", "sign",
    "sin",   "sqrt",    "tan",     "tanh",  "to_int", "to_real", "trunc", "truncate"};

std::string insteadOfFunction(const std::string &name, const std::vector<std::string> &arguments) {
  const std::string function = llvm::StringRef(name).lower();
  const auto argument = [&](std::size_t position, const char *otherwise) {
    return position < arguments.size() ? arguments[position] : std::string(otherwise);
  };
  if (function == "clamp" || function == "clip")
    return "max(" + argument(1, "low") + ", min(" + argument(2, "high") + ", " + argument(0, "z") + "))";
  if (function == "max0" || function == "relu")
    return "max(0, " + argument(0, "z") + ")";
  if (function == "min0")
    return "min(0, " + argument(0, "z") + ")";
  if (arguments.size() == 2 && (function == "maximum" || function == "minimum"))
    return function.substr(0, 3) + "(" + arguments[0] + ", " + arguments[1] + ")";
  if (function == "fabs")
    return "abs(" + argument(0, "z") + ")";
  if (function == "to_real")
    return "real(" + argument(0, "z") + ")";
  return {};
}

void warnOfTagsCalledLikeFunctions(DiagnosticSink &sink, const Elaboration &elaboration) {
  std::set<const ir::Tag *> told;
  for (const auto &[tag, call] : elaboration.taggedOutputs) {
    if (elaboration.tagsAskedFor.contains(tag) ||
        !llvm::is_contained(functions, llvm::StringRef(tag->name).lower()) || !told.insert(tag).second)
      continue;
    std::vector<std::string> arguments;
    for (const syntax::ExpressionPtr &operand : call->operands)
      arguments.push_back(elaboration.textOf(operand->range));
    const std::string instead = insteadOfFunction(tag->name, arguments);
    const std::string other = "or give the tag another name";
    sink.report(DiagnosticKind::TagLikeFunction, call->wordRange, {tag->name},
                !instead.empty() ? "write `output " + instead + "`, " + other
                : arguments.size() == 1
                    ? "write `output " + arguments.front() + "` and leave `" + tag->name +
                          "` to whoever reads it, which costs no privacy; " + other
                    : "leave `" + tag->name + "` to whoever reads the output, which costs no privacy; " +
                          other);
  }
}

} // namespace plumb::sema
