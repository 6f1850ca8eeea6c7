// What the server is asked. Answers are values; texts in them are never markup.

export async function ask(question, body, signal) {
  const answer = await fetch(`api/${question}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  const said = await answer.json();
  // However late: what was given up is not answered.
  signal?.throwIfAborted();
  return said;
}

export async function programs() {
  return (await fetch("api/programs")).json();
}

/** The text of a shipped program; nothing if there is none of that name. */
export async function program(name) {
  const answer = await fetch("api/program?name=" + encodeURIComponent(name));
  return answer.ok ? answer.text() : undefined;
}

export async function tutorialText() {
  return (await fetch("tutorial.md")).text();
}

export async function grammar() {
  return (await fetch("plumb.tmLanguage.json")).json();
}
