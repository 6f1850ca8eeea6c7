// SPDX-License-Identifier: Apache-2.0
// `plumb lsp` in VS Code. What is shown is what the server says; nothing is known of the language here.
import * as vscode from "vscode";
import { ExecuteCommandSignature, LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The explanation of what stands under a lens, in an editor beside the text. */
async function explain(command: string, words: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  const text: unknown = await next(command, words);
  if (typeof text !== "string")
    return text;
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  return undefined;
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("plumb");
  const command = settings.get<string>("path", "plumb");
  client = new LanguageClient(
    "plumb",
    "Plumb",
    { command, args: ["lsp", ...settings.get<string[]>("arguments", [])] },
    {
      documentSelector: [
        { language: "plumb", scheme: "file" },
        { language: "plumb", scheme: "untitled" },
      ],
      middleware: { executeCommand: explain },
    },
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    void vscode.window.showErrorMessage(`\`${command} lsp\` cannot be started; the setting \`plumb.path\` says where it is`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // Refused while it starts, and when it has failed.
  await running?.stop().catch(() => undefined);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("plumb.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

export const deactivate = stop;
