// Markdown, as the documentation and the language server write it, as elements.
import { element } from "./element.js";

const inlines = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)/g;

/** Words of one line. Links lead to files that are not here; their words stay. */
function line(text) {
  const parts = [];
  let done = 0;
  for (const match of text.matchAll(inlines)) {
    const [whole, code, strong, soft, link] = match;
    parts.push(text.slice(done, match.index), code !== undefined ? element("code", {}, code) :
      element(strong ? "strong" : soft ? "em" : "span", {}, ...line(strong ?? soft ?? link)));
    done = match.index + whole.length;
  }
  return [...parts, text.slice(done)];
}

const cells = (row) => row.trim().replace(/^\||\|$/g, "").split("|").map((cell) => line(cell.trim()));

function table([head, , ...rows]) {
  const row = (tag, text) => element("tr", {}, ...cells(text).map((cell) => element(tag, {}, ...cell)));
  return element("div", { class: "wide" }, element("table", {}, element("thead", {}, row("th", head)), element("tbody", {}, ...rows.map((one) => row("td", one)))));
}

/** `program` makes what stands below the code of one. */
export function markdown(text, program = () => "") {
  const lines = text.split("\n"), made = [];
  const taken = (belongs) => {
    const first = lines.shift();
    let count = 0;
    while (count < lines.length && belongs(lines[count])) ++count;
    return [first, ...lines.splice(0, count)];
  };
  while (lines.length) {
    const now = lines[0];
    if (now.startsWith("```")) {
      const [mark, ...code] = taken((one) => !one.startsWith("```"));
      lines.shift();
      const words = code.join("\n") + "\n";
      made.push(element("pre", { class: "shown", tabindex: 0 }, element("code", {}, words)), /^```plumb\b/.test(mark) ? program(words) : "");
    } else if (/^#+ /.test(now)) {
      const marks = now.match(/^#+/)[0].length;
      made.push(element(marks < 3 ? "h2" : "h3", {}, ...line(lines.shift().slice(marks + 1))));
    } else if (/^[*-] /.test(now)) {
      const items = taken((one) => one.startsWith("  ") || /^[*-] /.test(one)).join("\n").split(/^[*-] /m).slice(1);
      made.push(element("ul", {}, ...items.map((one) => element("li", {}, ...line(one.replace(/\s+/g, " "))))));
    } else if (now.startsWith("|")) made.push(table(taken((one) => one.startsWith("|"))));
    else if (now === "---") made.push(element("hr", {}, ...(lines.shift(), [])));
    else if (!now.trim()) lines.shift();
    else made.push(element("p", {}, ...line(taken((one) => one.trim() && !/^(```|#|\||[*-] )/.test(one)).join(" "))));
  }
  return made;
}
