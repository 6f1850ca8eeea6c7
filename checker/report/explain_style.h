// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_style.h - The style sheet ---------*- C++ -*-===//
///
/// \file
/// The style sheet inside of each HTML page.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_STYLE_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_STYLE_H

#include <string_view>

namespace plumb::report {

/// Colours are named once for each ground; everything else refers to the names.
inline constexpr std::string_view styleSheet = R"css(
:root { color-scheme: light dark; --ink: #1d2126; --ground: #ffffff; --soft: #f3f5f7; --line: #d4d9de;
  --quiet: #5b6570; --accent: #0b5c8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7ea; --ground: #15181c; --soft: #1f242a;
  --line: #3a424b; --quiet: #9aa5b1; --accent: #7cc0ea; } }
body { background: var(--ground); color: var(--ink); font: 17px/1.55 Georgia, "Times New Roman", serif;
  margin: 0 auto; max-width: 52rem; padding: 1.5rem 1.2rem 4rem; }
h1, h2, h3 { font-family: system-ui, "Helvetica Neue", Arial, sans-serif; line-height: 1.25; }
h1 { border-bottom: 2px solid var(--accent); font-size: 1.6rem; margin-top: 2.5rem; padding-bottom: .3rem; }
h2 { color: var(--accent); font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.3rem 0 .3rem; }
h1 code { background: none; padding: 0; }
p, ul { margin: .5rem 0; }
li { margin: .2rem 0; }
code { background: var(--soft); border-radius: 3px; font: .85em ui-monospace, Menlo, Consolas, monospace;
  overflow-wrap: anywhere; padding: .1em .3em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 5px; line-height: 1.4;
  overflow-x: auto; padding: .8rem 1rem; }
pre code { background: none; overflow-wrap: normal; padding: 0; }
div.wide { overflow-x: auto; }
span.wide { display: inline-block; max-width: 100%; overflow-x: auto; overflow-y: hidden; vertical-align: middle; }
table.plain { border-collapse: collapse; margin: .6rem 0; width: 100%; }
table.plain th { border-bottom: 2px solid var(--line); color: var(--quiet); font: .82rem system-ui, sans-serif;
  text-align: left; }
table.plain th, table.plain td { padding: .45rem .7rem .45rem 0; vertical-align: baseline; }
table.plain td { border-bottom: 1px solid var(--line); }
math { font-size: 1.04em; }
figure { margin: 1rem 0; }
figcaption { color: var(--quiet); font: .82rem system-ui, sans-serif; }
svg { max-width: 26rem; width: 100%; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; text-anchor: middle; }
svg text.aside { fill: var(--quiet); text-anchor: start; }
svg rect.first { fill: var(--accent); }
svg rect.second { fill: var(--quiet); }
svg line { stroke: var(--ink); }
svg line.allowed { stroke-dasharray: 6 4; stroke-width: 2; }
)css";

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_STYLE_H
