// The text that is written: a text area above a layer with the same words in colours.
import { painted, painter } from "./colours.js";

const longestInColours = 100_000;

export class Editor {
  #area = document.getElementById("text");
  #layer = document.getElementById("layer");
  #lines = document.getElementById("lines");
  #place = document.getElementById("place");
  #parts = () => [];
  #marks = [];
  #pointed = [];

  constructor(grammar, changed) {
    this.#parts = painter(grammar);
    this.#area.addEventListener("input", () => { this.#marks = this.#pointed = []; this.#paint(); changed(); });
    this.#area.addEventListener("scroll", () => this.#scroll());
    document.addEventListener("selectionchange", () => this.#tellPlace());
  }

  get area() { return this.#area; }

  /** A position of the Language Server Protocol. */
  caret() {
    const before = this.text.slice(0, this.#area.selectionEnd).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  }

  wordAtCaret() {
    const end = this.caret(), word = this.line(end.line).slice(0, end.character).match(/[\p{L}_][\p{L}\p{N}_]*$/u)?.[0] ?? "";
    return { word, range: { start: { line: end.line, character: end.character - word.length }, end } };
  }

  /** What a line and a column take, and where the first one is on the page. */
  #measures() {
    const style = getComputedStyle(this.#area), { left, top } = this.#area.getBoundingClientRect();
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    return { width: pen.measureText("0").width, height: parseFloat(style.lineHeight), tab: Number(style.tabSize),
      left: left + parseFloat(style.paddingLeft) - this.#area.scrollLeft, top: top + parseFloat(style.paddingTop) - this.#area.scrollTop };
  }

  coordinates({ line, character }) {
    const { width, height, tab, left, top } = this.#measures();
    const columns = [...this.line(line).slice(0, character)].reduce((sum, one) => one === "\t" ? sum + tab - sum % tab : sum + 1, 0);
    return { left: left + columns * width, top: top + line * height, bottom: top + (line + 1) * height };
  }

  /** Nothing where there is no text. */
  placeAt(x, y) {
    const { height, top } = this.#measures(), line = Math.floor((y - top) / height);
    const words = this.line(line);
    for (let character = 0; character < words.length; ++character)
      if (this.coordinates({ line, character: character + 1 }).left > x) return { line, character };
    return undefined;
  }

  get text() { return this.#area.value; }
  set text(text) {
    this.#area.value = text;
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTop = this.#area.scrollLeft = 0;
    this.#marks = this.#pointed = [];
    this.#paint();
  }

  /** [begin, end, kind] */
  mark(marks) { this.#marks = marks; this.#paint(); }

  /** The words at work, if any are; the caret stays where it is. */
  point(range) {
    this.#pointed = range ? [[this.offset(range.start), this.offset(range.end), "now"]] : [];
    this.#paint();
    if (range) this.#reveal(range.start.line);
  }

  offset({ line, character }) {
    let begin = 0;
    for (let i = 0; i < line; ++i) {
      const end = this.text.indexOf("\n", begin);
      if (end < 0) return this.text.length;
      begin = end + 1;
    }
    return Math.min(begin + character, this.text.length);
  }

  line(number) { return this.text.split("\n")[number] ?? ""; }

  select(range) {
    const [begin, end] = [this.offset(range.start), this.offset(range.end)];
    this.#area.focus();
    this.#area.setSelectionRange(begin, end);
    this.#reveal(range.start.line);
  }

  #reveal(line) {
    const top = line * parseFloat(getComputedStyle(this.#area).lineHeight);
    if (top < this.#area.scrollTop + 30 || top > this.#area.scrollTop + this.#area.clientHeight - 60)
      this.#area.scrollTop = Math.max(0, top - this.#area.clientHeight / 2);
  }

  /** Of the Language Server Protocol. */
  edit(edits) {
    const placed = edits.map((edit) => [this.offset(edit.range.start), this.offset(edit.range.end), edit.newText]);
    const [top, left] = [this.#area.scrollTop, this.#area.scrollLeft];
    this.#area.focus();
    for (const [begin, end, words] of placed.sort((a, b) => b[0] - a[0])) {
      if (begin === end && !words) continue;
      this.#area.setSelectionRange(begin, end);
      // As if typed: it can be undone.
      if (!document.execCommand(words ? "insertText" : "delete", false, words)) {
        this.#area.setRangeText(words, begin, end, "end");
        this.#area.dispatchEvent(new Event("input"));
      }
    }
    [this.#area.scrollTop, this.#area.scrollLeft] = [top, left];
  }

  #paint() {
    const text = this.text;
    const parts = text.length > longestInColours ? [] : this.#parts(text);
    this.#layer.replaceChildren(painted(text, parts, [...this.#marks, ...this.#pointed]), "\n");
    const count = text.split("\n").length;
    this.#lines.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
    this.#scroll();
    this.#tellPlace();
  }

  #scroll() {
    this.#layer.scrollTop = this.#lines.scrollTop = this.#area.scrollTop;
    this.#layer.scrollLeft = this.#area.scrollLeft;
  }

  #tellPlace() {
    const before = this.text.slice(0, this.#area.selectionStart).split("\n");
    this.#place.textContent = `line ${before.length}, column ${before.at(-1).length + 1}`;
  }
}
