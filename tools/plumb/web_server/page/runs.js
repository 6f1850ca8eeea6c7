// Two runs side by side: the run on D, and the run on D' with the noise that the alignment makes of it, step by step.
import { element } from "./element.js";

/** What stands between two commas is a number, or said not to be one. */
const numbers = (text) => text.trim() ? text.split(",").map((one) => one.trim()) : [];
const signed = (text) => text.startsWith("-") || text === "0" ? text : "+" + text;

/** "f = 1, 2" for each of `entries`, to be typed over. */
function field(label, values, changed) {
  return element("input", { type: "text", value: values.join(", "), "aria-label": label, size: Math.max(4, values.join(", ").length + 1), change: changed, class: "code" });
}

/** What both runs begin with; `again` is called with what is typed. */
function inputs(runs, again) {
  const fields = { parameters: {}, first: {}, second: {} };
  const read = (group) => Object.fromEntries(Object.entries(fields[group]).map(([name, one]) => [name, numbers(one.value)]));
  const changed = () => again({ parameters: read("parameters"), first: read("first"), second: read("second"), noise: numbers(noise.value) });
  const noise = field("noise of the run on D", runs.noise, changed);
  const make = (group, label, { name }, values) => (fields[group][name] = field(label, values, changed));
  const isTyped = runs.record.length === 0;
  const shown = (group, label, entry, values) => isTyped ? make(group, label, entry, values) : values.join(", ");
  const row = (name, ...cells) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)));
  return element("details", { open: "" }, element("summary", {}, isTyped ? "Inputs (change them)" : "Inputs"),
    element("div", { class: "wide" }, element("table", {}, element("tbody", {},
      ...runs.parameters.map((one) => row(one.name, shown("parameters", one.name, one, one.values))),
      row("", element("strong", {}, "on D"), element("strong", {}, "on D'")),
      ...runs.record.map((one) => row("." + one.name, one.first, one.second)),
      ...runs.queries.map((one) => row(one.name, shown("first", one.name + " on D", one, one.first), shown("second", one.name + " on D'", one, one.second))),
      row("noise", isTyped ? noise : runs.noise.join(", "), "as aligned")))));
}

function noiseOf({ name, law, scale, first, second, shift, cost }) {
  return element("p", { class: "said" }, `${name} from ${law}(${scale}): ${first}` +
    (second === undefined ? ", and the runs have parted" : ` becomes ${second}, moved by ${signed(shift)}, which costs ${cost}`));
}

/** The part of the guarantee that is spent. */
function meter(cost, epsilon) {
  const value = (text) => { const [over, under = 1] = text.split("/").map(Number); return over / under; };
  const share = epsilon === null ? 0 : value(cost) / value(epsilon);
  return [element("meter", { min: 0, max: 1, value: Math.min(1, share), "aria-label": "spent",
    ...(share > 1 ? { low: 0.1, high: 0.2, optimum: 0 } : {}) }),
    ` cost so far ${cost}` + (epsilon === null ? "" : ` of ${epsilon}` + (share > 1 ? ": too much" : ""))];
}

/** `show` is told which words of the program are at work; `again` which inputs are wanted. */
export function player(runs, show, again) {
  const { steps } = runs;
  let at = 0, timer;
  const parting = steps.findIndex((step) => step.parts);
  const [here, where, since] = runs.isOfCost ?
    ["here it costs too much", "Where it costs too much", "The alignment has cost more than is guaranteed since step"] :
    ["here they part", "Where they part", "The runs have parted at step"];
  const rows = steps.map((step, i) => element("tr", { click: () => go(i) },
    element("td", {}, element("code", {}, (step.iteration ? step.iteration + ": " : "") + step.statement), i === parting ? element("p", { class: "parted" }, here) : ""),
    ...[step.first, step.second].map((one) => element("td", { class: step.first === step.second ? undefined : "differs" }, one)),
    element("td", {}, step.draw?.shift ? signed(step.draw.shift) : ""), element("td", {}, step.cost)));
  const slider = element("input", { type: "range", min: 0, max: Math.max(0, steps.length - 1), value: 0, "aria-label": "step", input: () => go(Number(slider.value)) });
  const button = (words, click) => element("button", { type: "button", click }, words);
  const back = button("Back", () => go(at - 1)), on = button("Step", () => go(at + 1));
  const there = parting < 0 ? "" : button(where, () => go(parting));
  const play = button("Play", () => timer ? stop() : start());
  const told = element("div", { role: "status", class: "told" });

  function stop() { clearInterval(timer); timer = undefined; play.textContent = "Play"; }
  function start() {
    if (at === steps.length - 1) go(0);
    timer = setInterval(() => { if (!play.isConnected || at === steps.length - 1) stop(); else go(at + 1); }, 700);
    play.textContent = "Stop";
  }
  function go(to) {
    at = Math.max(0, Math.min(to, steps.length - 1));
    slider.value = at;
    [back.disabled, on.disabled] = [at === 0, at === steps.length - 1];
    if (there) there.disabled = at === parting;
    rows.forEach((row, i) => { row.className = (i === parting ? "parting " : "") + (i === at ? "now" : i < at ? "" : "later"); row.ariaCurrent = i === at ? "step" : null; });
    const step = steps[at], last = at === steps.length - 1;
    told.replaceChildren(element("p", {}, `Step ${at + 1} of ${steps.length}. `, ...meter(step.cost, runs.epsilon)),
      step.draw ? noiseOf(step.draw) : "",
      step.parts ? element("p", { class: "word parted" }, "Here the alignment fails: " + runs.parted) :
      parting >= 0 && at > parting ? element("p", { class: "word parted" }, `${since} ${parting + 1}.`) :
      last ? element("p", { class: "word agreed" }, `Both runs publish the same: ${runs.first}`) : "");
    show(step.range);
  }

  const built = [runs.note ? element("p", { class: "noted", role: "status" }, runs.note) : "", inputs(runs, again),
    element("div", { class: "controls" }, back, on, play, there, slider), told,
    element("div", { class: "wide" }, element("table", { class: "runs" },
      element("thead", {}, element("tr", {}, ...["statement", "run on D", "aligned run on D'", "noise moved", "cost"].map((one) => element("th", { scope: "col" }, one)))),
      element("tbody", {}, ...rows)))];
  if (steps.length) go(0);
  return built;
}
