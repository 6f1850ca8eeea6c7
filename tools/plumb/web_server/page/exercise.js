// An exercise above the editor: its task, its goal, its hints, and what was done of all.
import { element } from "./element.js";
import { markdown } from "./markdown.js";

const place = "plumb.learn";

/** Names of exercises that are done, as this browser keeps them. */
export function done() {
  try { return new Set(JSON.parse(localStorage.getItem(place) ?? "[]")); } catch { return new Set(); }
}

export function keep(name) {
  try { localStorage.setItem(place, JSON.stringify([...done().add(name)])); } catch { /* Then it is kept nowhere. */ }
}

const paragraphs = (text) => text.trim().split(/\n\s*\n/).map((one) => one.replace(/^#+ */gm, "")).join("\n\n");

/** Each hint appears when the one before was read. */
function hints(texts) {
  const all = texts.map((text, i) => element("details", { toggle: () => { if (all[i + 1]) all[i + 1].hidden = false; } },
    element("summary", {}, `Hint ${i + 1} of ${texts.length}`), ...markdown(text)));
  for (const one of all.slice(1)) one.hidden = true;
  return all;
}

/** Into `panel`; `assess` is asked whether what is written is an answer. */
export function task(panel, { task, goal, trains, hints: texts }, count, assess) {
  panel.replaceChildren(element("p", { class: "quiet", id: "done" }), element("p", {}, element("strong", {}, "Exercise: "), trains),
    element("div", { class: "task" }, ...markdown(paragraphs(task))),
    element("p", {}, element("strong", {}, "Goal: "), ...markdown(goal).flatMap((one) => [...one.childNodes])),
    ...hints(texts), element("button", { type: "button", click: assess }, "Is it an answer?"), element("div", { id: "assessed", role: "status" }));
  tellDone(count);
}

export function tellDone(count) {
  document.getElementById("done").textContent = `${done().size} of ${count} exercises are done`;
}
