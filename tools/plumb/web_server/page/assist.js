// What the language server says of a place in the text: what stands there, and what could.
import { element } from "./element.js";
import { markdown } from "./markdown.js";

const pauseToHover = 300, mostItems = 200;

export class Assist {
  #editor; #ask; #known; #timer; #asked = 0; #items = []; #chosen = 0; #shown = [];
  #tip = document.getElementById("tip");
  #list = document.getElementById("completions");

  /** `ask` is told a question, and what it is about; `known` is the text that could be read last. */
  constructor(editor, ask, known) {
    [this.#editor, this.#ask, this.#known] = [editor, ask, known];
    const { area } = editor;
    area.addEventListener("keydown", (event) => this.#key(event));
    area.addEventListener("mousemove", (event) => this.#point(event));
    area.addEventListener("mouseleave", () => clearTimeout(this.#timer));
    area.addEventListener("scroll", () => this.close());
    area.addEventListener("blur", () => this.#close());
    area.addEventListener("input", () => { this.#hide(); if (!this.#list.hidden) this.#fill(); });
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.close(); });
    document.addEventListener("pointerdown", ({ target }) => { if (!this.#tip.contains(target)) this.#hide(); });
    document.getElementById("complete").addEventListener("click", () => { area.focus(); this.#complete(); });
    document.getElementById("explain").addEventListener("click", () => { area.focus(); this.#explain(editor.caret()); });
  }

  close() { this.#hide(); this.#close(); }
  #hide() { clearTimeout(this.#timer); ++this.#asked; this.#tip.hidden = true; }
  #close() {
    this.#list.hidden = true;
    this.#editor.area.removeAttribute("aria-activedescendant");
  }

  async #answer(question, body) {
    const mine = ++this.#asked;
    const answer = await this.#ask(question, body).catch(() => undefined);
    return mine === this.#asked ? answer : undefined;
  }

  #show(popup, place) {
    popup.hidden = false;
    const at = this.#editor.coordinates(place), { width, height } = popup.getBoundingClientRect();
    const left = Math.max(4, Math.min(at.left, document.documentElement.clientWidth - width - 4));
    const isBelow = at.bottom + height < document.documentElement.clientHeight || at.top < height;
    popup.style.left = left + scrollX + "px";
    popup.style.top = (isBelow ? at.bottom + 2 : at.top - height - 2) + scrollY + "px";
  }

  // ---- What stands there

  #point({ clientX, clientY, buttons }) {
    clearTimeout(this.#timer);
    if (buttons) return;
    this.#timer = setTimeout(() => {
      const place = this.#editor.placeAt(clientX, clientY);
      if (place) this.#explain(place, true); else this.#hide();
    }, pauseToHover);
  }

  /** Whoever asks is told also that there is nothing; a pointer that rests asks nothing. */
  async #explain(place, isPointed) {
    const answer = await this.#answer("hover", { place });
    const said = answer?.hover?.contents.value ?? (isPointed || !answer ? "" : "Nothing is known of this place.");
    if (!said) { this.#tip.hidden = true; return; }
    this.#tip.replaceChildren(...markdown(said));
    this.#show(this.#tip, place);
  }

  // ---- What could stand there

  async #complete() {
    this.#hide();
    const answer = await this.#answer("complete", { place: this.#editor.caret(), known: this.#known() });
    this.#items = answer?.items ?? [];
    this.#fill();
  }

  #fill() {
    const { word, range } = this.#editor.wordAtCaret();
    const begun = this.#items.filter(({ label }) => label.startsWith(word) && label !== word).slice(0, mostItems);
    if (!begun.length) { this.#close(); return; }
    this.#shown = begun;
    this.#list.replaceChildren(...begun.map(({ label, detail }, i) => element("li", { role: "option", id: "completion-" + i,
      mousedown: (event) => { event.preventDefault(); this.#choose(i); this.#insert(); } }, element("code", {}, label), " ", element("span", { class: "quiet" }, detail))));
    this.#show(this.#list, range.start);
    this.#choose(0);
  }

  #choose(number) {
    const all = [...this.#list.children];
    this.#chosen = (number + all.length) % all.length;
    all.forEach((one, i) => one.setAttribute("aria-selected", String(i === this.#chosen)));
    all[this.#chosen].scrollIntoView({ block: "nearest" });
    this.#editor.area.setAttribute("aria-activedescendant", "completion-" + this.#chosen);
  }

  #insert() {
    const { label } = this.#shown[this.#chosen], { range } = this.#editor.wordAtCaret();
    this.#close();
    this.#editor.edit([{ range, newText: label }]);
    this.#close();
  }

  #key(event) {
    const done = (act) => { event.preventDefault(); act(); };
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.code === "Space") done(() => this.#complete());
    else if (isCommand && event.key === "i") done(() => this.#explain(this.#editor.caret()));
    else if (this.#list.hidden) { if (event.key !== "Escape" && !isCommand) this.#hide(); }
    else if (event.key === "ArrowDown") done(() => this.#choose(this.#chosen + 1));
    else if (event.key === "ArrowUp") done(() => this.#choose(this.#chosen - 1));
    else if (event.key === "Enter" || event.key === "Tab") done(() => this.#insert());
    else if (/^(Arrow|Home|End|Page)/.test(event.key)) this.#close();
  }
}
