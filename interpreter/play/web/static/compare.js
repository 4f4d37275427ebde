// Two settings of a game side by side: moves are chosen on the first board, and played on both where they are legal.

import { Board } from "./board.js";
import { about, action, byId, make, post, settings as queried } from "./common.js";

const { game } = document.body.dataset;
const sides = { a: { options: {}, variant: null }, b: { options: {}, variant: null } };
let moves = [];
let node = null;
const first = new Board(byId("board-a"), choose, () => node && ask(node.path.filter((p) => !p.forced).slice(0, -1).map((p) => p.value)));
const second = new Board(byId("board-b"), () => {}, () => {});

async function ask(path = []) {
  const data = await post("/api/compare", { game, a: sides.a, b: sides.b, moves, path });
  if (data.error) { byId("prompt").textContent = data.error; return; }
  show(data);
}

function show(data) {
  moves = data.moves;
  node = data.next ?? null;
  if (node?.complete === 1 && node.path.some((p) => !p.forced)) { moves = [...moves, node.text]; ask(); return; }
  first.show(data.a.svg);
  second.show(data.b.svg);
  first.mark(node?.options ?? [], node?.path ?? []);
  const said = (side, only) => side.trouble || side.ended || (only ? only.count ? `Only here (${only.count}): ${only.moves.map((m) => m.text).join(", ")}${only.count > only.moves.length ? ", …" : ""}` : "The same moves are legal." : "");
  byId("said-a").textContent = said(data.a, data.onlyA);
  byId("said-b").textContent = said(data.b, data.onlyB);
  for (const [board, only] of [[first, data.onlyA], [second, data.onlyB]]) for (const m of only?.moves ?? []) board.about(m.sites.slice(-1), "about");
  byId("prompt").textContent = node ? node.prompt : data.a.ended;
  byId("moves-said").textContent = moves.length ? moves.map((m, i) => `${i + 1}. ${m}`).join("  ") : "No moves yet.";
  const buttons = (node?.options ?? []).filter((o) => !first.target(o.site)).map((o) => action(o.label, () => ask([...node.path.map((p) => p.value), o.value])));
  if (node?.complete === 1) buttons.push(action(`Play ${node.text}`, () => { moves = [...moves, node.text]; ask(); }, "main"));
  if (moves.length) buttons.push(action("Take back", () => { moves = moves.slice(0, -1); ask(); }));
  byId("choices").replaceChildren(...buttons);
}

function choose(site, option) {
  if (!node) return;
  const found = option ?? node.options.find((o) => o.site === site);
  if (found) ask([...node.path.map((p) => p.value), found.value]);
  else if (node.path.some((p) => !p.forced)) ask();
}

// What each side is played with: the variant and the options.
async function settings(name) {
  const known = await (await fetch(about("/api/games", game, queried(sides[name])))).json();
  if (known.error) { byId("prompt").textContent = known.error; return; }
  const changed = () => { moves = []; settings(name).then(() => ask()); };
  const select = (label, values, value, set, said = values) => {
    const made = make("select", {}, ...values.map((v, i) => make("option", { value: v }, said[i] || "as usual")));
    made.value = value;
    made.addEventListener("change", () => { set(made.value); changed(); });
    return make("label", {}, label.replaceAll("_", " "), " ", made);
  };
  const variants = known.variants.length ? [select("variant", ["", ...known.variants], sides[name].variant ?? "", (v) => { sides[name] = { options: {}, variant: v || null }; })] : [];
  const options = known.options.filter((o) => o.name !== "players").map((o) => select(o.name, o.values, o.value, (v) => { sides[name].options[o.name] = v; }, o.said));
  byId(`settings-${name}`).replaceChildren(make("legend", {}, name.toUpperCase()), ...variants, ...options);
}

async function begin() {
  const query = new URLSearchParams(location.search);
  for (const name of ["a", "b"]) {
    for (const [key, value] of query) {
      if (key === `${name}.variant`) sides[name].variant = value;
      else if (key.startsWith(`${name}.`)) sides[name].options[key.slice(2)] = value;
    }
    await settings(name);
  }
  ask();
}
begin();
