// Starts `gdl lsp` when a game is opened, and stops it with the window; runs what code lenses offer in a terminal.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function run(command, words) {
  const terminal = window.terminals.find((t) => t.name === "gdl") || window.createTerminal("gdl");
  const quoted = words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `"${word}"`));
  terminal.show();
  terminal.sendText([command, ...quoted].join(" "));
}

function activate(context) {
  const command = workspace.getConfiguration("gdl").get("command");
  context.subscriptions.push(commands.registerCommand("gdl.run", (...words) => run(command, words)));
  client = new LanguageClient(
    "gdl",
    "GDL",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "gdl" }] },
  );
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
