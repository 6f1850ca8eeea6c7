// A proof as it is written down: blocks of lines of spans, as `plumb explain` makes them.
import { element } from "./element.js";

const mathNames = new Set(["math", "mrow", "mi", "mo", "mn", "mtext", "msub", "msup", "msubsup", "mfrac", "mstyle", "mspace", "mover",
  "munder", "munderover", "mtable", "mtr", "mtd", "mfenced", "mpadded", "msqrt"]);
const figureNames = new Set(["svg", "title", "text", "rect", "line"]);
const attributes = new Set(["viewBox", "role", "class", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "mathvariant", "stretchy",
  "form", "fence", "separator", "displaystyle", "lspace", "rspace", "columnalign"]);

/** Copies what the server has drawn, and nothing but that: elements and attributes that are known here. */
function copied(source, namespace, names) {
  if (source.nodeType === Node.TEXT_NODE) return document.createTextNode(source.data);
  if (source.nodeType !== Node.ELEMENT_NODE || !names.has(source.localName)) return "";
  const made = document.createElementNS(namespace, source.localName);
  for (const { name, value } of source.attributes) if (attributes.has(name)) made.setAttribute(name, value);
  made.append(...Array.from(source.childNodes, (child) => copied(child, namespace, names)));
  return made;
}

function drawn(markup, namespace, names) {
  const parsed = new DOMParser().parseFromString(markup, "application/xml");
  return parsed.getElementsByTagName("parsererror").length ? undefined : copied(parsed.documentElement, namespace, names);
}

function span({ kind, text, mathml }) {
  if (kind === "strong") return element("strong", {}, text);
  if (kind === "code") return element("code", {}, text);
  if (kind !== "formula") return text;
  const math = drawn(`<math>${mathml}</math>`, "http://www.w3.org/1998/Math/MathML", mathNames);
  math?.setAttribute("displaystyle", "true");
  return math ? element("span", { class: "formula" }, math) : element("code", {}, text);
}

const line = (spans) => spans.map(span);

/// A row has what stands below the line of its place.
const list = (lines, rows) => element("ul", {}, ...lines.map((one, i) =>
  element("li", {}, ...line(one), ...(rows[i]?.length ? [list(rows[i], [])] : []))));

function block({ kind, level, lines = [], rows = [], text, svg }) {
  if (kind === "heading") return element(level === 1 ? "h2" : "h3", {}, ...line(lines[0]));
  if (kind === "paragraph") return element("p", {}, ...line(lines[0]));
  if (kind === "items") return list(lines, rows);
  if (kind === "code") return element("pre", { class: "shown" }, element("code", {}, text));
  if (kind === "figure")
    return element("figure", {}, drawn(svg, "http://www.w3.org/2000/svg", figureNames) ?? "", element("figcaption", {}, ...line(lines[0])));
  const [head, ...body] = rows.map((row, i) => element("tr", {}, ...row.map((cell) => element(i ? "td" : "th", {}, ...line(cell)))));
  return element("div", { class: "wide" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

export const explanation = (blocks) => blocks.map(block);
