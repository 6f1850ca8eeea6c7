// The page: a program, what is wrong with it, and what is proved of it.
import { ask, grammar, program, programs, tutorialText } from "./ask.js";
import { Assist } from "./assist.js";
import { Editor } from "./editor.js";
import { element } from "./element.js";
import { done, keep, task, tellDone } from "./exercise.js";
import { explanation } from "./explanation.js";
import { player } from "./runs.js";
import { tutorial } from "./tutorial.js";

const byId = (id) => document.getElementById(id);
const first = "svt/asymmetric_svt";
const pauseToRead = 150, pauseToProve = 350;
/** In bytes, of a program in an address. */
const longestLink = 60_000;

let editor, assist, shipped, opened = "", openedText = "", timer;
/** What could be read last. */
let known = "";
/** Of the text as it is: what it declares, what is known of each by its number, and why there is nothing. */
let declarations = [], verdicts = [], mistakes = [], problem;
/** Of which declaration of this text each view tells, or is about to. */
let shown = {};

// ---- Nothing is on the page that is not of the text as it is

const underWay = new Map();

/** For a question about the text as it is. A later one on the same subject gives it up, and so does another text. */
function latest(subject) {
  underWay.get(subject)?.abort();
  underWay.set(subject, new AbortController());
  return underWay.get(subject).signal;
}

/** What was found is of another text now, and so is what is still asked. */
function forget() {
  for (const one of underWay.values()) one.abort();
  clearTimeout(timer);
  [declarations, verdicts, mistakes, shown, problem] = [[], [], [], {}, undefined];
  byId("assessed")?.replaceChildren();
  for (const panel of document.querySelectorAll(".found")) {
    panel.replaceChildren();
    panel.classList.remove("stale");
  }
  byId("messages").replaceChildren();
}

const silence = "The server does not answer; is plumb serve still running?";
/** `said` is told when there is no answer, unless nobody waits for it. */
const unlessGivenUp = (said) => (error) => { if (error.name !== "AbortError") said(silence); };

const pause = (milliseconds, signal) => new Promise((go, stop) => {
  const wait = setTimeout(go, milliseconds);
  signal.addEventListener("abort", () => { clearTimeout(wait); stop(new DOMException("", "AbortError")); });
});

// ---- Questions

const isExercise = (name) => name.startsWith("exercises/");
/** Of an exercise nothing is told that would be its answer. */
const asked = () => ({ text: editor.text, ...(isExercise(opened) ? { isExercise: true } : {}) });

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

const nothing = () => element("p", {}, problem ?? (mistakes.length ? "This is no program yet: see the messages." : "Nothing is declared here."));

const hasMistake = () => mistakes.some(({ severity }) => severity === 1);

function showVerdicts() {
  byId("verdict").replaceChildren(...(declarations.length ? declarations.map(verdictCard) : [nothing()]),
    ...(declarations.length && hasMistake() ? [element("p", {}, "The rest of the text is no program yet: see the messages.")] : []));
  const open = verdicts.filter((one) => one && !one.proved).length, known = verdicts.filter(Boolean).length;
  byId("status").textContent =
    declarations.length === 0 ? problem ?? (mistakes.length ? "no program yet" : "") :
    known < declarations.length ? `proving: ${known} of ${declarations.length} done` :
    (open === 0 ? "proved" : `${open} of ${known} not proved`) + (hasMistake() ? ", and the rest is no program yet" : "");
}

// ---- What else is known of one declaration

const views = {
  proof: ["explain", (answer) => explanation(answer.blocks)],
  runs: ["play", (answer, number) => player(answer, (range) => byId("runs").hidden || editor.point(range), (inputs) => play(number, inputs))],
  code: ["emit", (answer) => [
    ...answer.reasons.map((reason) => element("p", {}, "No C++: " + reason)),
    ...answer.files.flatMap((file) => [element("h3", {}, file.name), element("pre", { class: "shown" }, file.text)])]],
};

function showView() {
  const view = document.querySelector("[role=tab][aria-selected=true]").getAttribute("aria-controls"), panel = byId(view);
  if (!views[view] || byId("findings").classList.contains("stale")) return;
  if (declarations.length === 0) { panel.replaceChildren(nothing()); return; }
  const [question, build] = views[view], number = Number(byId("which").value) || 0;
  if (shown[view] === number) return;
  shown[view] = number;
  panel.textContent = "...";
  panel.classList.add("stale");
  ask(question, { ...asked(), number }, latest(view)).then((answer) => {
    panel.replaceChildren(...(answer.problem ? [element("p", { class: "said" }, answer.problem)] : build(answer, number)));
    panel.classList.remove("stale");
  }).catch(unlessGivenUp((said) => { panel.textContent = said; delete shown[view]; }));
}

/** Other inputs for the runs; what cannot be run is told above those that were. */
function play(number, inputs) {
  const panel = byId("runs"), focused = document.activeElement?.ariaLabel;
  panel.classList.add("stale");
  ask("play", { ...asked(), number, inputs }, latest("runs")).then((answer) => {
    panel.querySelector(".refused")?.remove();
    panel.classList.remove("stale");
    if (answer.problem) { panel.prepend(element("p", { class: "refused said", role: "alert" }, answer.problem)); return; }
    panel.replaceChildren(...views.runs[1](answer, number));
    [...panel.querySelectorAll("input")].find((one) => one.ariaLabel === focused)?.focus();
  }).catch(unlessGivenUp((said) => { panel.textContent = said; delete shown.runs; }));
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
  forget();
  byId("findings").classList.add("stale");
  byId("status").textContent = "reading ...";
  const signal = latest("check");
  timer = setTimeout(() => check(signal), pauseToRead);
}

/** The one that is chosen stays so while the names do. */
function declare(found) {
  declarations = found;
  byId("choice").hidden = found.length < 2;
  const names = found.map((one) => one.name), choices = byId("which");
  if (Array.from(choices.options, (one) => one.textContent).join(" ") !== names.join(" "))
    choices.replaceChildren(...names.map((name, i) => element("option", { value: i }, name)));
}

async function check(signal) {
  const text = editor.text;
  remember(text);
  try {
    const answer = await ask("read", { text }, signal);
    const isJudged = shipped.exercises.some((one) => one.chooses && "exercises/" + one.name === opened);
    const found = answer.declarations ?? [];
    problem = answer.problem ?? (isJudged && found.length ? "Which of these are private is yours to judge." : undefined);
    mistakes = answer.diagnostics ?? [];
    declare(isJudged ? [] : found);
    if (found.length && !hasMistake()) known = text;
    verdicts = declarations.map(() => undefined);
    showMessages();
    showVerdicts();
    byId("findings").classList.remove("stale");
    await pause(text === openedText ? 0 : pauseToProve, signal);
    showView();
    await Promise.all(declarations.map(async (_, number) => {
      verdicts[number] = await ask("prove", { ...asked(), number }, signal);
      showMessages();
      showVerdicts();
    }));
  } catch (error) {
    unlessGivenUp((said) => {
      forget();
      problem = said;
      showVerdicts();
      byId("findings").classList.remove("stale");
      showView();
    })(error);
  }
}

// ---- Addresses: #program=svt/asymmetric_svt, or #text= and the text in base64 of UTF-8, or both for an exercise

/** False if the text is too long for an address, which then says so. */
function remember(text) {
  const isOpened = opened && text === openedText, bytes = isOpened ? [] : new TextEncoder().encode(text);
  const fits = bytes.length <= longestLink;
  const coded = () => "text=" + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const link = [...(isOpened || isExercise(opened) ? ["program=" + opened] : []), ...(isOpened ? [] : [fits ? coded() : "long"])].join("&");
  try {
    if (location.hash !== "#" + link) history.replaceState(null, "", "#" + link);
  } catch { /* A browser may count how often an address changes; the next change tells it. */ }
  byId("programs").value = isOpened || isExercise(opened) ? opened : "";
  return fits;
}

/** The name of a program, a text, and what is wrong with the address. */
async function remembered() {
  const said = new URLSearchParams(location.hash.slice(1) || "program=" + first);
  const name = said.get("program") ?? "", shippedText = name && await program(name);
  if (said.has("long")) return [name, shippedText ?? "", "This link holds no program: it was too long for a link."];
  if (said.has("text"))
    try {
      const bytes = atob(said.get("text").replaceAll("-", "+").replaceAll("_", "/"));
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
      return [name, text, undefined, shippedText];
    } catch { return [name, shippedText ?? "", "This link is broken: no program can be read from it."]; }
  if (name && shippedText !== undefined) return [name, shippedText];
  return ["", "", name ? `There is no program ${name} here.` : "This link is broken: it names no program."];
}

function open(name, text, complaint, ofName = text) {
  [opened, openedText] = [name, ofName];
  editor.text = text;
  assist.close();
  byId("programs").value = name;
  byId("notice").textContent = complaint ?? "";
  byId("notice").hidden = !complaint;
  showTask(name);
  changed();
}

function showTask(name) {
  const number = shipped.exercises.findIndex((one) => "exercises/" + one.name === name), exercise = shipped.exercises[number];
  byId("task").hidden = !exercise;
  if (exercise) task(byId("task"), exercise, shipped.exercises.length, () => assess(number));
}

function assess(number) {
  const panel = byId("assessed"), { name } = shipped.exercises[number], next = shipped.exercises[number + 1];
  panel.textContent = "...";
  ask("assess", { text: editor.text, number }, latest("assess")).then((answer) => {
    if (answer.passed) keep(name);
    tellDone(shipped.exercises.length);
    markDone();
    panel.replaceChildren(
      answer.problem ?? element("p", { class: answer.passed ? "agreed" : "parted" }, answer.passed ? "It is an answer." : "Not yet."),
      answer.told?.trim() ? element("pre", { class: "shown" }, answer.told) : "",
      answer.leavesFrame ? element("button", { type: "button", click: () => choose("exercises/" + name) }, "The exercise as it was given") : "",
      answer.passed && next ? element("button", { type: "button", click: () => choose("exercises/" + next.name) }, "Next exercise") : "");
  }).catch(unlessGivenUp((said) => { panel.textContent = said; }));
}

const mayLeave = () => remember(editor.text) || confirm("This program is too long for a link, so there is no way back to it. Leave it?");

/** What was written before is one step back in the history. */
async function choose(name) {
  if (!mayLeave()) return;
  const signal = latest("program"), text = await program(name);
  if (signal.aborted || text === undefined) return;
  history.pushState(null, "", "#program=" + name);
  open(name, text);
}

/** A program that has no name here. */
function openText(text) {
  if (!mayLeave()) return;
  latest("program");
  history.pushState(null, "", location.hash);
  open("", text, undefined, "");
}

/** A broken twin is called as what it is a twin of, and what is wrong with it. */
function nameOf(name) {
  const [good, ...broken] = name.slice(name.lastIndexOf("/") + 1).split("__").map((part) => part.replaceAll("_", " "));
  return good + (broken.length ? ` (broken: ${broken.join(", ")})` : "");
}

function markDone() {
  const all = done();
  for (const one of byId("programs").options)
    if (isExercise(one.value)) one.textContent = (all.has(one.value.slice("exercises/".length)) ? "\u2713 " : "") + nameOf(one.value);
}

function listPrograms() {
  const groups = new Map();
  for (const name of [...shipped.examples, ...shipped.exercises.map((one) => "exercises/" + one.name)]) {
    const folder = name.split("/").slice(0, -1).join("/");
    if (!groups.has(folder)) groups.set(folder, element("optgroup", { label: folder }));
    groups.get(folder).append(element("option", { value: name }, nameOf(name)));
  }
  byId("programs").append(...groups.values());
  markDone();
}

async function begin() {
  editor = new Editor(await grammar(), changed);
  assist = new Assist(editor, (question, body) => ask(question, { text: editor.text, ...body }), () => known);
  shipped = await programs();
  tutorial(await tutorialText(), byId("tutorial"), openText);
  listPrograms();
  tabs();
  byId("which").addEventListener("change", showView);
  byId("programs").addEventListener("change", ({ target }) => { if (target.value) choose(target.value); });
  byId("link").addEventListener("click", async () => {
    if (!remember(editor.text)) {
      byId("status").textContent = "This program is too long for a link.";
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      byId("status").textContent = "The link is copied.";
    } catch {
      byId("status").textContent = "The address of this page is the link.";
    }
  });
  window.addEventListener("hashchange", async () => {
    const signal = latest("program"), found = await remembered();
    if (!signal.aborted) open(...found);
  });
  open(...await remembered());
}

begin();
