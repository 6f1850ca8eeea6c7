// The tutorial, chapter by chapter, beside the editor.
import { element } from "./element.js";
import { markdown } from "./markdown.js";

/** Into `panel`; `open` is given the program that is to be in the editor. */
export function tutorial(text, panel, open) {
  const chapters = text.split(/^(?=## )/m).map((part) => ({ name: part.match(/^#+ (.*)/)[1], part }));
  const choice = element("select", { "aria-label": "Chapter", change: () => show(Number(choice.value)) },
    ...chapters.map(({ name }, i) => element("option", { value: i }, name)));
  const turn = (words, by) => element("button", { type: "button", click: () => { show(Number(choice.value) + by); panel.scrollIntoView(); } }, words);
  const back = turn("Back", -1), on = turn("Next chapter", 1), read = element("div");
  function show(number) {
    choice.value = number;
    [back.disabled, on.disabled] = [number === 0, number === chapters.length - 1];
    read.replaceChildren(...markdown(chapters[number].part, (program) =>
      element("button", { type: "button", click: () => open(program) }, "Open in the editor")));
  }
  panel.replaceChildren(element("div", { class: "controls" }, back, choice, on), read);
  show(0);
}
