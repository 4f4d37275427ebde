// The editor of positions: the text is the position, and clicks on the board change it. The link holds the text itself.

import { Board } from "./board.js";
import { about, action, byId, chosenSeats, make, openTable, post, seatChoices, settings } from "./common.js";

const { game } = document.body.dataset;
const query = new URLSearchParams(location.search);
const [variant, from] = [query.get("variant"), query.get("from")];
let start = query.get("start") ?? ""; // the name of an offered position, until the editor has its text
const options = Object.fromEntries([...query].filter(([k]) => !["variant", "from", "start"].includes(k)));
let brush = null; // what a click does: {piece} or {field, value}
let asked = 0; // the newest request: older answers are dropped
const board = new Board(byId("board"), (site) => { if (site && brush) ask({ ...brush, site }); }, () => {});

const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
function decoded(code) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
  } catch { return ""; }
}

// Shows the position, changed by what was clicked.
async function ask(change = null) {
  const number = asked += 1;
  const data = await post("/api/position", { game, options, variant, ...(start ? { start } : { position: byId("text").value }), change });
  if (number !== asked) return;
  start = "";
  byId("error").hidden = !data.error;
  byId("error").textContent = data.error;
  byId("play").disabled = !!data.error || data.over;
  if (data.text !== undefined && data.text !== byId("text").value) byId("text").value = data.text;
  if (data.error) return;
  board.show(data.svg);
  byId("said").textContent = data.said;
  byId("to-move").value = data.toMove;
  const code = encoded(byId("text").value);
  history.replaceState(null, "", `#${code}`);
  byId("save").href = `data:text/yaml;charset=utf-8,${encodeURIComponent(byId("text").value)}`;
  offer();
}

// The position as a case that offers it to players, for the file beside the rules.
function offer() {
  const text = (value) => JSON.stringify(String(value));
  const name = byId("name").value.trim() || "a position";
  const lines = [`- name: ${text(name)}`, "  offered: true", ...(variant ? [`  variant: ${text(variant)}`] : []),
    ...(Object.keys(options).length ? ["  options:", ...Object.entries(options).map(([k, v]) => `    ${k}: ${/^-?\d+$|^(true|false)$/.test(v) ? v : text(v)}`)] : []),
    "  position:", ...byId("text").value.trimEnd().split("\n").map((line) => line && `    ${line}`), ""];
  byId("offer").href = `data:text/yaml;charset=utf-8,${encodeURIComponent(lines.join("\n"))}`;
  byId("offer").download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "_")}.yaml`;
}

function choose(button, what) {
  brush = what;
  for (const other of byId("brushes").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
}

function brushes(palette) {
  const button = (label, what, icon = "") => {
    const made = action("", () => choose(made, what));
    if (icon) {
      const drawn = make("span", { className: "icon", ariaHidden: "true" });
      drawn.innerHTML = icon;
      made.append(drawn);
      made.ariaLabel = made.title = label;
    } else made.append(label);
    made.setAttribute("aria-pressed", "false");
    return made;
  };
  const free = make("details", {}, make("summary", {}, "Pieces of nobody"), ...palette.free.map((p) => button(p.text, { piece: p.text }, p.icon)));
  const eraser = button("Remove", { piece: "" });
  byId("brushes").replaceChildren(eraser, ...palette.pieces.map((p) => button(p.text, { piece: p.text }, p.icon)), free,
    ...palette.fields.flatMap((f) => ["", ...f.values].map((value) => button(`${f.name}: ${value || "none"}`, { field: f.name, value }))));
  choose(eraser, { piece: "" });
}

async function begin() {
  const known = await (await fetch(about("/api/games", game, settings({ options, variant })))).json();
  if (known.error) { byId("said").textContent = known.error; return; }
  const palette = await post("/api/palette", { game, options, variant });
  byId("to-move").replaceChildren(...palette.players.map((p) => make("option", {}, p)));
  brushes(palette);
  byId("seats").append(...seatChoices(palette.players, known.levels));
  if (location.hash.length > 1) byId("text").value = decoded(location.hash.slice(1));
  else if (from) {
    const answer = await fetch(`/api/record/${from}?format=position`);
    if (answer.ok) byId("text").value = await answer.text();
  }
  ask();
}

byId("name").addEventListener("input", offer);
let waiting = 0;
byId("text").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => ask(), 400); });
byId("to-move").addEventListener("change", () => ask({ toMove: byId("to-move").value }));
byId("again").addEventListener("click", () => { byId("text").value = ""; ask(); });
byId("empty").addEventListener("click", () => { byId("text").value = `to_move: ${byId("to-move").value}\n`; ask(); });
byId("load").addEventListener("change", async () => {
  const file = byId("load").files[0];
  if (file) { byId("text").value = await file.text(); ask(); }
});
byId("link").addEventListener("click", async () => {
  byId("shared").replaceChildren("This link holds the position: ", make("a", { href: location.href }, location.href));
  try { await navigator.clipboard.writeText(location.href); byId("shared").prepend("Copied. "); } catch { /* it can be copied by hand */ }
});
byId("play").addEventListener("click", () => {
  openTable({ game, options, variant, seats: chosenSeats(), position: byId("text").value }, (text) => { byId("error").hidden = false; byId("error").textContent = text; });
});
begin();
