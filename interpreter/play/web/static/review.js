// A review: whether the rules say what their author means, one position after the other.

import { byId, make, post } from "./common.js";

const { key } = document.body.dataset;
let number = 0;

async function ask(what = {}) {
  busy(true);
  const data = await post("/api/review", { key, ...what });
  busy(false);
  if (data.error) byId("number").textContent = data.error;
  return data.error ? null : data;
}

// A text in which what stands between two backticks is code.
const worded = (text) => text.split("`").map((part, i) => i % 2 ? make("code", {}, part) : part);

function busy(is) {
  for (const button of document.querySelectorAll("button")) button.disabled = is;
}

function show(data) {
  if (!data) return;
  number = data.number;
  const { done, pictures = [], claims = [], left = [] } = data;
  byId("number").textContent = done ? data.exhausted ? "No position was found whose answer would exclude more." : "That is all." : `Question ${data.number} of ${data.of}`;
  byId("before").innerHTML = pictures[0] ?? "";
  byId("said-before").textContent = pictures.length > 1 ? "before" : "";
  byId("after").innerHTML = pictures[1] ?? "";
  byId("behind").hidden = pictures.length < 2;
  byId("lead").replaceChildren(...worded(data.lead ?? ""));
  byId("claims").replaceChildren(...claims.map((claim) => make("li", {}, ...worded(claim))));
  byId("answers").hidden = !!done;
  byId("wrong").hidden = true;
  byId("progress").textContent = data.progress;
  byId("left").replaceChildren(...left.map((change) => make("li", {}, ...worded(change))));
  if (!done) byId("yes").focus();
}

const answer = async (word) => show(await ask({ number, answer: word }));
async function explain(move = "") {
  const data = await ask({ why: move });
  if (!data) return;
  byId("why").textContent = data.why;
  byId("answers").hidden = true;
  byId("wrong").hidden = false;
  byId("move").focus();
}

byId("yes").addEventListener("click", () => answer("yes"));
byId("unknown").addEventListener("click", () => answer("unknown"));
byId("no").addEventListener("click", () => explain());
byId("onward").addEventListener("click", () => answer("no"));
byId("ask").addEventListener("submit", (event) => { event.preventDefault(); explain(byId("move").value.trim()); });
show(await ask());
