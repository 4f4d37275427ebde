// The first page: all games with their pictures, found by words and by what they are like; one click plays against the machine.

import { action, byId, lastPlayed, listTables, make, openTable, ownTables } from "./common.js";
import { due, exercises } from "./exercises.js";

const SHOWN = 12; // games to go on with
const [SHORT, MEDIUM] = [20, 60]; // moves of each player
const AT_ONCE = 6; // games that are asked about in one request
const items = [...byId("games").children];
const known = new Map(); // what is known of each game, by its name
const say = (text) => { byId("status").textContent = text; };

async function learn(names) {
  const answer = await fetch(`/api/shelf?games=${names.map(encodeURIComponent).join("+")}`);
  if (!answer.ok) return;
  for (const [name, facts] of Object.entries(await answer.json())) {
    known.set(name, facts);
    const item = items.find((i) => i.dataset.name === name);
    const [least, most] = facts.players;
    const words = [least === most ? `${least} player${least === 1 ? "" : "s"}` : `${least}–${most} players`, ...["cards", "dice", "tiles", "hidden"].filter((t) => facts.traits.includes(t))];
    if (facts.length) words.push(lengthOf(facts));
    if (facts.lessons) words.push(facts.lessons === 1 ? "1 lesson" : `${facts.lessons} lessons`);
    item.querySelector("small").textContent = words.join(" · ");
    item.title = [facts.notes, lengthSaid(facts)].filter(Boolean).join(" ");
  }
}

// Families of two games and more; the one that is chosen stays.
function families() {
  const count = new Map();
  for (const { family } of known.values()) count.set(family, (count.get(family) ?? 0) + 1);
  const chosen = byId("family").value;
  const named = [...count].filter(([, n]) => n > 1).map(([family]) => family).sort();
  byId("family").replaceChildren(make("option", { value: "", textContent: "all" }), ...named.map((f) => make("option", { value: f, textContent: `like ${f}` })));
  byId("family").value = chosen;
}

// How long a game is, by the moves that each player makes in games of the machine against itself; "" where none were played.
const lengthOf = ({ length }) => !length ? "" : length[0] <= SHORT ? "short" : length[0] <= MEDIUM ? "medium" : "long";

byId("length").parentElement.title = `Moves of each player, in games of the machine (Easy) against itself: short up to ${SHORT}, medium up to ${MEDIUM}`;

const lengthSaid = ({ length }) => length ? `In ${length[3]} games of the machine (Easy) against itself each player had ${length[1]} to ${length[2]} moves, ${length[0]} in the middle one.` : "";

const wordsOf = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

// All that is told of a game: also what it is like, and each number of players.
function told(item, facts) {
  const [least, most] = facts?.players ?? [0, -1];
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return [item.dataset.title, item.dataset.name, item.querySelector("small").textContent, ...facts ? [facts.notes, "like", facts.family, ...facts.traits, ...numbers] : []].join(" ");
}

// Whether each of the words that are sought begins one of a text.
const begins = (sought, text) => { const found = wordsOf(text); return sought.every((word) => found.some((f) => f.startsWith(word))); };

function fits(item, sought) {
  const facts = known.get(item.dataset.name);
  const [number, trait, family, length] = ["number", "trait", "family", "length"].map((id) => byId(id).value);
  if (!begins(sought, told(item, facts))) return false;
  if (!facts) return !number && !trait && !family && !length;
  const [least, most] = facts.players;
  if (number && (Number(number) < least || Number(number) > most)) return false;
  if (trait === "open" ? ["hidden", "chance", "dice", "cards"].some((t) => facts.traits.includes(t)) : trait && !facts.traits.includes(trait)) return false;
  if (length && lengthOf(facts) !== length) return false;
  return !family || facts.family === family;
}

function filter() {
  let shown = 0;
  const sought = wordsOf(byId("words").value);
  for (const item of items) {
    item.hidden = !fits(item, sought);
    shown += !item.hidden;
  }
  say(shown === items.length ? "" : shown ? `${shown} of ${items.length} games` : "No game is like that.");
}

// What is called so comes before what is only described so.
function order() {
  const sought = wordsOf(byId("words").value);
  const called = items.filter((item) => begins(sought, item.dataset.title));
  byId("games").replaceChildren(...new Set([...called, ...items]));
}

async function play(name) {
  say("The table is being laid …");
  if (!known.has(name)) await learn([name]);
  const seats = known.get(name)?.seats ?? 2;
  const level = byId("level").value;
  await openTable({ game: name, seats: ["human", ...Array(seats - 1).fill(level)] }, say);
}

// One's own mistakes, if there are some.
function practice() {
  const count = due().length;
  byId("practice").hidden = !exercises().length;
  byId("practice").firstChild.textContent = `Practise your mistakes${count ? `: ${count} due` : ""}`;
}

// Tables at which somebody waits for whoever comes.
async function joinable() {
  const answer = await fetch("/api/open");
  const found = answer.ok ? await answer.json() : [];
  byId("joinable").hidden = !found.length;
  byId("joinable-list").replaceChildren(...found.map(({ id, title, seats, by }) => make("li", {}, action(`${title}: ${seats.join(", ")}${by ? `, against ${by}` : ""}`, async () => {
    const taken = await fetch(`/api/open/${encodeURIComponent(id)}`, { method: "POST" });
    if (taken.ok) location.assign((await taken.json()).play);
    else { say("That seat has just been taken."); joinable(); }
  }))));
}

// What was played last comes first.
const last = lastPlayed();
items.sort((a, b) => (last[b.dataset.name] ?? 0) - (last[a.dataset.name] ?? 0));
byId("games").replaceChildren(...items);
for (const item of items) item.querySelector("button").addEventListener("click", () => play(item.dataset.name));
byId("seek").addEventListener("input", filter);
byId("words").addEventListener("input", order);
byId("seek").addEventListener("submit", (e) => e.preventDefault());
byId("level").value = localStorage.getItem("level") ?? byId("level").value;
byId("level").addEventListener("change", () => localStorage.setItem("level", byId("level").value));
listTables("own", ownTables().filter((table) => !table.ended).slice(0, SHOWN));
practice();
joinable();
for (let at = 0; at < items.length; at += AT_ONCE) {
  await learn(items.slice(at, at + AT_ONCE).map((i) => i.dataset.name));
  families();
  filter();
}
