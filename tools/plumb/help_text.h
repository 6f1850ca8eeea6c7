// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/help_text.h - The prose of --help ------------*- C++ -*-===//
///
/// \file
/// The prose of `plumb --help`: what Plumb is for, and a whole program with the commands that fit it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_HELP_TEXT_H
#define PLUMB_TOOLS_PLUMB_HELP_TEXT_H

namespace plumb::tool {

inline constexpr const char *description =
    "Plumb proves that a randomized mechanism is differentially private, for one-sided\n"
    "(asymmetric) and for symmetric neighbourhoods, and turns what is proved into C++.\n"
    "You say at each sample how its noise moves when the data changes, or let Plumb find it;\n"
    "Plumb asks Z3 whether that alignment keeps the output, stays in the support and costs\n"
    "no more than the guarantee.";

inline constexpr const char *epilogue =
    "A whole program:\n"
    "\n"
    "  mechanism noisy_count(eps: real, f: query)\n"
    "    requires eps > 0\n"
    "    adjacency f decreasing by 1          // 0 <= f - f' <= 1\n"
    "    guarantees private(eps)\n"
    "  { lam ~ exponential(1 / eps) align lam' = lam + f - f'; output f + lam }\n"
    "\n"
    "  plumb check noisy_count.plumb          is it private, and under which assumptions?\n"
    "  plumb fill noisy_count.plumb           the same text with what was left open, if proved\n"
    "  plumb emit noisy_count.plumb -o out    out/noisy_count.h with exact integer noise\n"
    "  plumb emit noisy_count.plumb --check out\n"
    "                                         in CI: is out what the program gives?\n"
    "  plumb replay noisy_count.plumb         the compiled C++, run with noise and with aligned noise\n"
    "  plumb format noisy_count.plumb         the same text, laid out; plumb lsp does it in an editor\n"
    "  plumb explain noisy_count.plumb        the proof as a reader would write it down\n"
    "  plumb explain PL0404                   what a message means, and how to repair it\n"
    "  plumb check survey.plumb               the same of a channel, what one person applies to one value\n"
    "  plumb check survey.csv --notion uldp --sensitive yes\n"
    "                                         the smallest eps of a channel that is a table of numbers\n"
    "  plumb sensitivity visits.plumb         how far answers may differ, from records and policies\n"
    "  plumb policy visits.plumb --about 'visited[i]'\n"
    "                                         what a policy protects, and what it gives away\n"
    "  plumb learn                            exercises, one after the other, in ./plumb-exercises\n"
    "  plumb serve                            all of this on a page in the browser, at "
    "http://127.0.0.1:7586/\n"
    "  plumb bounds --notion adp --eps 1/2 --k 1..5\n"
    "                                         how often a one-sided answer can be right\n"
    "\n"
    "Exit codes, the worst of several files (70, then 1, 2, 3, 4, 0):\n"
    "   0  proved; assumptions are listed\n"
    "   1  command line, unreadable file, unusable output folder, no compiler for replay,\n"
    "      no port to serve on, too little memory\n"
    "   2  the text is no program\n"
    "   3  not private: a violation was confirmed by exact computation, or a replayed run of\n"
    "      the compiled code is not aligned\n"
    "   4  a condition of the theorem is open or vacuous, an assumption is refused, the\n"
    "      mechanism cannot be emitted, files differ from what emit --check expects, or a\n"
    "      sensitivity or a policy is not decided\n"
    "  70  a bug in Plumb\n"
    "\n"
    "More: docs/language.md (the language), docs/diagnostics.md (messages by their code),\n"
    "docs/local.md (channels, tables, their notions), docs/bounds.md (one-sided answers),\n"
    "docs/production.md (from a proof to a service),\n"
    "examples/ (published mechanisms by family, and NAME__... beside NAME for how they go wrong).";

inline constexpr const char *emitEpilogue =
    "Only what is proved is emitted, and all files or none are written.\n"
    "\n"
    "  plumb emit m.plumb -o src/generated       then commit program, header and certificate\n"
    "  plumb emit m.plumb --check src/generated  in CI; exit code 4 names each file that differs\n"
    "  plumb replay m.plumb                      in CI; tests the compiled code, exit code 3 if a run fails\n"
    "\n"
    "More: docs/emission.md, docs/production.md.";

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_HELP_TEXT_H
