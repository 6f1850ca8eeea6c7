// Colours of a text, by the TextMate grammar that editors read.

/** Patterns of a grammar in its order, each as one expression. */
function patternsOf(grammar) {
  const unfolded = (patterns) => patterns.flatMap((one) =>
    one.include ? unfolded(grammar.repository[one.include.slice(1)].patterns) : [one]);
  return unfolded(grammar.patterns).map((one) => ({
    source: one.match ?? `${one.begin}[^]*?(?:${one.end}|$(?![^]))`,
    kind: kindOf(one.name),
    captures: one.captures && Object.values(one.captures).map((capture) => kindOf(capture.name)),
  }));
}

function kindOf(scope) {
  return scope?.startsWith("keyword.operator") && !scope.startsWith("keyword.operator.word") ? undefined : scope?.split(".")[0];
}

/** From a text to its coloured parts, [begin, end, kind], in order. */
export function painter(grammar) {
  const patterns = patternsOf(grammar);
  const alone = patterns.map((one) => new RegExp(one.source, "mud"));
  const any = new RegExp(patterns.map((one, i) => `(?<p${i}>${one.source})`).join("|"), "gmu");
  return (text) => {
    const parts = [];
    for (const match of text.matchAll(any)) {
      const which = patterns.findIndex((_, i) => match.groups[`p${i}`] !== undefined);
      const { kind, captures } = patterns[which];
      if (!captures) {
        if (kind) parts.push([match.index, match.index + match[0].length, kind]);
        continue;
      }
      const ends = alone[which].exec(match[0]).indices.slice(1);
      ends.forEach(([begin, end], i) => parts.push([match.index + begin, match.index + end, captures[i]]));
    }
    return parts;
  };
}

/** Spans for `text`, with its coloured `parts` and its `marks`, [begin, end, kind]. */
export function painted(text, parts, marks) {
  const cuts = new Set([0, text.length]);
  for (const [begin, end] of [...parts, ...marks]) cuts.add(begin).add(end);
  const places = [...cuts].filter((place) => place <= text.length).sort((a, b) => a - b);
  const pieces = new DocumentFragment();
  let next = 0;
  for (let i = 0; i + 1 < places.length; ++i) {
    const [begin, end] = [places[i], places[i + 1]];
    while (next < parts.length && parts[next][1] <= begin) ++next;
    const kinds = marks.filter((mark) => mark[0] <= begin && end <= mark[1]).map((mark) => mark[2]);
    if (next < parts.length && parts[next][0] <= begin) kinds.push(parts[next][2]);
    const words = text.slice(begin, end);
    if (kinds.length === 0) { pieces.append(words); continue; }
    const span = document.createElement("span");
    span.className = kinds.join(" ");
    span.textContent = words;
    pieces.append(span);
  }
  return pieces;
}
