// What is told in passing: it lies where nothing is clicked, lets every click through, and goes with the next choice.

import { byId, make } from "./common.js";

let silence = 0;

// Shows a text, and the rule behind it if there is one. `stays`: until something else is told, as while an answer is awaited.
export function say(text, { reason, stays } = {}) {
  const box = byId("toast");
  box.replaceChildren(text, ...(reason?.clause ? [rule(reason)] : []));
  box.hidden = false;
  clearTimeout(silence);
  if (!stays) silence = setTimeout(hush, 3000 + 40 * box.textContent.length);
}

export function hush() {
  byId("toast").hidden = true;
  byId("toast").replaceChildren();
}

// The clause that forbids a move, as the file of the rules has it.
export const rule = (reason) => make("div", { className: "rule" }, make("small", {}, reason.line ? `the rule, line ${reason.line}` : "the rule"), make("code", {}, reason.clause));
