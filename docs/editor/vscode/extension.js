// Starts `gdl lsp` when a game is opened, and stops it with the window.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("gdl").get("command");
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
