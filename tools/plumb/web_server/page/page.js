// The page: a program, what is wrong with it, and what is proved of it.
import { ask, grammar, program, programs } from "./ask.js";
import { Editor } from "./editor.js";
import { element } from "./element.js";
import { explanation } from "./explanation.js";
import { player } from "./runs.js";

const byId = (id) => document.getElementById(id);
const first = "svt/asymmetric_svt";
const pauseToRead = 150, pauseToProve = 350;

let editor, shipped, opened = "", openedText = "";
let running = new AbortController(), timer;
/** Of the text as it is: what it declares, and what is known of each by its number. */
let declarations = [], verdicts = [], mistakes = [];
/** What was shown of which declaration of this text. */
let shown = {};

const pause = (milliseconds, signal) => new Promise((go, stop) => {
  const wait = setTimeout(go, milliseconds);
  signal.addEventListener("abort", () => { clearTimeout(wait); stop(new DOMException("", "AbortError")); });
});

// ---- Messages

function excerpt({ start, end }) {
  const words = editor.line(start.line);
  const until = end.line === start.line ? end.character : words.length;
  const before = words.slice(0, start.character).replace(/[^\t]/g, " ");
  return element("pre", { class: "caret", "aria-hidden": "true" }, words + "\n" + before, element("b", {}, "^".repeat(Math.max(1, until - start.character))));
}

const placeOf = ({ start }) => `${start.line + 1}:${start.character + 1}`;

function message({ range, code, message, severity, relatedInformation = [] }) {
  const go = (to) => element("button", { type: "button", click: () => editor.select(to) }, placeOf(to));
  return element("li", { class: severity === 1 ? "error" : "warning" },
    element("p", {}, go(range), " ", element("strong", {}, code ?? ""), " ", message), excerpt(range),
    ...relatedInformation.map((note) => element("p", { class: "quiet" }, go(note.location.range), " ", note.message)));
}

function showMessages() {
  const all = [...mistakes, ...verdicts.flatMap((one) => one?.diagnostics ?? [])];
  byId("messages").replaceChildren(...all.map(message));
  editor.mark(all.map(({ range, severity }) => {
    const begin = editor.offset(range.start);
    return [begin, Math.max(editor.offset(range.end), begin + 1), severity === 1 ? "wrong" : "doubt"];
  }));
}

// ---- Verdicts

function action({ title, edit }) {
  return element("button", { type: "button", click: () => editor.edit(Object.values(edit.changes)[0]) }, title);
}

/** Sentences are folded, tables are not. */
function details(text) {
  const lines = text.trimEnd().split("\n");
  const margin = Math.min(...lines.map((line) => line.search(/\S|$/)));
  return element("pre", { class: "shown" }, ...lines.map((line) =>
    element("span", { class: /\S {3}/.test(line) ? "row" : "row sentence" }, line.slice(margin) + "\n")));
}

function verdictCard(declaration, number) {
  const known = verdicts[number];
  if (!known) return element("article", { class: "verdict" }, element("h3", {}, declaration.name), element("p", { class: "word" }, "being proved ..."));
  if (known.problem) return element("article", { class: "verdict open" }, element("h3", {}, declaration.name), element("p", { class: "word" }, "no verdict"), element("p", { class: "said" }, known.problem));
  return element("article", { class: "verdict " + (known.proved ? "proved" : "open") },
    element("h3", {}, declaration.name), element("p", { class: "word" }, known.verdict),
    known.enough ? element("p", { class: "said" }, known.enough + " is enough") : "",
    known.details.trim() ? details(known.details) : "",
    ...known.actions.map(action));
}

function showVerdicts() {
  byId("verdict").replaceChildren(...declarations.map(verdictCard));
  if (declarations.length === 0)
    byId("verdict").append(element("p", {}, mistakes.length ? "This is no program yet: see the messages." : "Nothing is declared here."));
  const open = verdicts.filter((one) => one && !one.proved).length, known = verdicts.filter(Boolean).length;
  byId("status").textContent =
    declarations.length === 0 ? (mistakes.length ? "no program yet" : "") :
    known < declarations.length ? `proving: ${known} of ${declarations.length} done` :
    open === 0 ? "proved" : `${open} of ${known} not proved`;
}

// ---- What else is known of one declaration

const views = {
  proof: ["explain", (answer) => explanation(answer.blocks)],
  runs: ["play", (answer, number) => player(answer, (range) => editor.point(range), (inputs) => play(number, inputs))],
  code: ["emit", (answer) => [
    ...answer.reasons.map((reason) => element("p", {}, "No C++: " + reason)),
    ...answer.files.flatMap((file) => [element("h3", {}, file.name), element("pre", { class: "shown" }, file.text)])]],
};

async function showView() {
  const view = document.querySelector("[role=tab][aria-selected=true]").getAttribute("aria-controls");
  if (!views[view] || declarations.length === 0) return;
  const [question, build] = views[view];
  const number = Number(byId("which").value) || 0, key = `${view} ${number}`, panel = byId(view);
  if (shown[view] === key) return;
  shown[view] = key;
  panel.classList.add("stale");
  if (!panel.firstChild) panel.textContent = "...";
  try {
    const answer = await ask(question, { text: editor.text, number }, running.signal);
    panel.replaceChildren(...(answer.problem ? [element("p", { class: "said" }, answer.problem)] : build(answer, number)));
    panel.classList.remove("stale");
  } catch (error) {
    if (shown[view] === key) delete shown[view];
    if (error.name !== "AbortError") panel.textContent = "The server does not answer.";
  }
}

/** Other inputs for the runs; what cannot be run is told above those that were. */
async function play(number, inputs) {
  const panel = byId("runs"), focused = document.activeElement?.ariaLabel;
  try {
    const answer = await ask("play", { text: editor.text, number, inputs }, running.signal);
    panel.querySelector(".refused")?.remove();
    if (answer.problem) panel.prepend(element("p", { class: "refused said", role: "alert" }, answer.problem));
    else {
      panel.replaceChildren(...views.runs[1](answer, number));
      [...panel.querySelectorAll("input")].find((one) => one.ariaLabel === focused)?.focus();
    }
  } catch (error) {
    if (error.name !== "AbortError") panel.textContent = "The server does not answer.";
  }
}

function selectTab(tab) {
  for (const one of document.querySelectorAll("[role=tab]")) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
    byId(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
  editor.point(undefined);
  showView();
}

function tabs() {
  const all = [...document.querySelectorAll("[role=tab]")];
  for (const [i, tab] of all.entries()) {
    tab.addEventListener("click", () => selectTab(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const to = key === "ArrowRight" ? i + 1 : key === "ArrowLeft" ? i + all.length - 1 : key === "Home" ? 0 : key === "End" ? all.length - 1 : -1;
      if (to < 0) return;
      all[to % all.length].focus();
      selectTab(all[to % all.length]);
    });
  }
}

// ---- From a text to what is known of it

function changed() {
  running.abort();
  running = new AbortController();
  clearTimeout(timer);
  byId("findings").classList.add("stale");
  timer = setTimeout(() => check(running.signal), pauseToRead);
}

function declare(found) {
  const names = (all) => all.map((one) => one.name).join(" ");
  const isSame = names(found) === names(declarations);
  declarations = found;
  byId("choice").hidden = found.length < 2;
  if (isSame) return;
  byId("which").replaceChildren(...found.map((one, i) => element("option", { value: i }, one.name)));
}

async function check(signal) {
  const text = editor.text;
  try {
    const answer = await ask("read", { text }, signal);
    mistakes = answer.problem ? [] : answer.diagnostics;
    declare(answer.declarations ?? []);
    verdicts = declarations.map(() => undefined);
    shown = {};
    remember(text);
    showMessages();
    showVerdicts();
    byId("findings").classList.remove("stale");
    if (answer.problem) byId("status").textContent = answer.problem;
    await pause(text === openedText ? 0 : pauseToProve, signal);
    await Promise.all(declarations.map(async (_, number) => {
      verdicts[number] = await ask("prove", { text, number }, signal);
      showMessages();
      showVerdicts();
    }));
    showView();
  } catch (error) {
    if (error.name !== "AbortError") byId("status").textContent = "The server does not answer; is plumb serve still running?";
  }
}

// ---- Addresses: #program=svt/asymmetric_svt, or #text= and the text in base64 of UTF-8

function remember(text) {
  const bytes = String.fromCodePoint(...new TextEncoder().encode(text.slice(0, 60_000)));
  const link = opened && text === openedText ? "program=" + opened
    : "text=" + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (location.hash !== "#" + link) history.replaceState(null, "", "#" + link);
  byId("programs").value = opened && text === openedText ? opened : "";
}

async function remembered() {
  const [kind, value] = [location.hash.slice(1).split("=")[0], location.hash.split("=").slice(1).join("=")];
  if (kind === "text")
    try {
      const bytes = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
      return ["", new TextDecoder("utf-8").decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))];
    } catch { /* No text: begin as without. */ }
  const name = kind === "program" ? value : first;
  return [name, await program(name) ?? ""];
}

function open(name, text) {
  [opened, openedText] = [name, text];
  editor.text = text;
  byId("programs").value = name;
  showTask(name);
  changed();
}

function showTask(name) {
  const number = shipped.exercises.findIndex((one) => "exercises/" + one.name === name), exercise = shipped.exercises[number];
  const task = byId("task");
  task.hidden = !exercise;
  if (!exercise) return;
  task.replaceChildren(element("p", {}, element("strong", {}, "Exercise: "), exercise.trains),
    ...exercise.hints.map((hint, i) => element("details", {}, element("summary", {}, `Hint ${i + 1}`), element("p", {}, hint))),
    element("button", { type: "button", click: () => assess(number) }, "Is it an answer?"), element("div", { id: "assessed", role: "status" }));
}

async function assess(number) {
  byId("assessed").textContent = "...";
  const answer = await ask("assess", { text: editor.text, number });
  byId("assessed").replaceChildren(
    answer.problem ?? element("p", { class: answer.passed ? "agreed" : "parted" }, answer.passed ? "It is an answer." : "Not yet."),
    answer.told?.trim() ? element("pre", { class: "shown" }, answer.told) : "");
}

function listPrograms() {
  const groups = new Map();
  for (const name of [...shipped.examples, ...shipped.exercises.map((one) => "exercises/" + one.name)]) {
    const folder = name.split("/").slice(0, -1).join("/");
    if (!groups.has(folder)) groups.set(folder, element("optgroup", { label: folder }));
    groups.get(folder).append(element("option", { value: name }, name.slice(folder.length + 1).replaceAll("_", " ")));
  }
  byId("programs").append(...groups.values());
}

async function begin() {
  editor = new Editor(await grammar(), changed);
  shipped = await programs();
  listPrograms();
  tabs();
  byId("which").addEventListener("change", showView);
  byId("programs").addEventListener("change", async ({ target }) => {
    if (target.value) open(target.value, await program(target.value) ?? "");
  });
  byId("link").addEventListener("click", async () => {
    remember(editor.text);
    try {
      await navigator.clipboard.writeText(location.href);
      byId("status").textContent = "The link is copied.";
    } catch {
      byId("status").textContent = "The address of this page is the link.";
    }
  });
  window.addEventListener("hashchange", async () => open(...await remembered()));
  open(...await remembered());
}

begin();
