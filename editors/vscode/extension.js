// SPDX-License-Identifier: Apache-2.0
// `plumb lsp` in VS Code. What is shown is what the server says; nothing is known of the language here.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/// The explanation of what stands under a lens, in an editor beside the text.
async function explain(command, words, next) {
  const text = await next(command, words);
  if (typeof text !== "string")
    return text;
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

async function start() {
  const settings = vscode.workspace.getConfiguration("plumb");
  const command = settings.get("path");
  client = new LanguageClient(
    "plumb",
    "Plumb",
    { command, args: ["lsp", ...settings.get("arguments")] },
    {
      documentSelector: [{ language: "plumb", scheme: "file" }, { language: "plumb", scheme: "untitled" }],
      middleware: { executeCommand: explain },
    },
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    vscode.window.showErrorMessage(`\`${command} lsp\` cannot be started; the setting \`plumb.path\` says where it is`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  // Refused while it starts, and when it has failed.
  await running?.stop().catch(() => undefined);
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("plumb.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = stop;
