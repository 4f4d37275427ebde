// The page of a game: opens a table with the seats, options and clock that somebody chooses.

import { byId, make, openTable } from "./common.js";
import { openPuzzle } from "./exercises.js";

let known = null;

async function show() {
  const variant = byId("variant").value;
  const game = byId("game").value;
  byId("status").textContent = "";
  const query = new URLSearchParams(variant && known?.game === game ? { variant } : {});
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}?${query}`);
  const data = await answer.json();
  if (byId("game").value !== game) return;
  if (!answer.ok) {
    byId("status").textContent = data.error;
    byId("seats").replaceChildren(byId("seats").querySelector("legend"), make("p", { className: "quiet" }, "This game cannot be played now."));
    return;
  }
  if (known?.game !== game) {
    byId("variant").replaceChildren(make("option", { value: "", textContent: "as usual" }),
      ...data.variants.map((v) => make("option", { value: v, textContent: v.replaceAll("_", " ") })));
    byId("variant-label").hidden = !data.variants.length;
  }
  if (known?.game !== game) {
    lessons(game);
    starts(data.positions);
  }
  known = { game, ...data };
  byId("notes").textContent = data.notes;
  byId("puzzle").hidden = !data.has_puzzles;
  seats(data);
  byId("options").replaceChildren(...data.options.map((option) => {
    const select = make("select", {}, ...option.values.map((v, i) => make("option", { value: v, textContent: option.said[i] })));
    select.value = option.value;
    select.dataset.option = option.name;
    select.dataset.usual = option.value;
    select.addEventListener("change", () => option.name === "players" && chooseNumber(select.value));
    return make("label", {}, option.name.replaceAll("_", " "), " ", select, ...(option.means ? [make("small", {}, option.means)] : []));
  }));
  byId("more").hidden = false;
}

// The positions with which the game may begin; each has options of its own.
function starts(positions) {
  byId("start").replaceChildren(make("option", { value: "", textContent: "the set-up" }),
    ...positions.map((p) => make("option", { value: p.name, textContent: p.name })));
  byId("start-label").hidden = !positions.length;
  means(positions);
}

function means(positions) {
  const said = positions.find((p) => p.name === byId("start").value)?.means ?? "";
  byId("start-means").textContent = said;
  byId("start-means").hidden = !said;
}

function seats(data) {
  const legend = byId("seats").querySelector("legend");
  byId("seats").replaceChildren(legend, ...data.players.map((player, i) => {
    const select = make("select", {},
      make("option", { value: "human", textContent: "a person at this screen" }),
      make("option", { value: "open", textContent: "open: by a link" }),
      ...data.levels.map((v) => make("option", { value: v, textContent: `bot: ${v}` })));
    if (i > 0) select.value = localStorage.getItem("level") ?? "Easy";
    select.dataset.seat = player;
    return make("label", {}, player, " ", select);
  }));
}

async function chooseNumber(number) {
  const answer = await fetch(`/api/games/${encodeURIComponent(known.game)}?players=${encodeURIComponent(number)}`);
  if (answer.ok) seats(await answer.json());
}

// The game that is chosen, with its options.
function chosen() {
  const options = {};
  for (const select of document.querySelectorAll("[data-option]"))
    if (select.value !== select.dataset.usual) options[select.dataset.option] = select.value;
  return { game: byId("game").value, options, variant: byId("variant").value || null };
}

async function open(event) {
  event.preventDefault();
  byId("status").textContent = "The table is being laid …";
  const wish = {
    ...chosen(),
    start: byId("start").value,
    seats: [...document.querySelectorAll("[data-seat]")].map((s) => s.value),
  };
  const minutes = Number(byId("minutes").value);
  if (byId("listed").checked) wish.listed = true;
  if (minutes) wish.clock = { minutes, increment: Number(byId("increment").value) || 0 };
  await openTable(wish, (text) => { byId("status").textContent = text; });
}

// The editor of positions, with the options that are chosen.
byId("edit").href = byId("compare").href = "#";
byId("edit").addEventListener("click", (event) => {
  event.preventDefault();
  const { game, options, variant } = chosen();
  const start = known.positions.find((p) => p.name === byId("start").value);
  if (start) {
    const query = { ...options, ...start.options, start: start.name };
    location.assign(`/edit/${encodeURIComponent(game)}?${new URLSearchParams(variant || start.variant ? { ...query, variant: start.variant || variant } : query)}`);
    return;
  }
  location.assign(`/edit/${encodeURIComponent(game)}?${new URLSearchParams({ ...options, ...(variant ? { variant } : {}) })}`);
});

// Two settings side by side: what is chosen here against the usual ones.
byId("compare").addEventListener("click", (event) => {
  event.preventDefault();
  const { game, options, variant } = chosen();
  const query = new URLSearchParams(Object.entries({ ...options, ...(variant ? { variant } : {}) }).map(([k, v]) => [`b.${k}`, v]));
  location.assign(`/compare/${encodeURIComponent(game)}?${query}`);
});

// A link to the lessons, where there are some.
async function lessons(game) {
  const answer = await fetch(`/api/lessons/${encodeURIComponent(game)}`);
  const found = answer.ok ? await answer.json() : [];
  if (byId("game").value !== game) return;
  byId("lessons").hidden = !found.length;
  byId("lessons").href = `/lessons/${encodeURIComponent(game)}`;
  byId("lessons").textContent = found.length === 1 ? "1 lesson" : `${found.length} lessons`;
}

// The rules, as the usual settings have them.
async function rules() {
  const answer = await fetch(`/api/games/${encodeURIComponent(byId("game").value)}/rules`);
  byId("panel-rules").innerHTML = answer.ok ? await answer.text() : "<p>The rules cannot be had now.</p>";
}

byId("variant").addEventListener("change", show);
byId("start").addEventListener("change", () => means(known.positions));
byId("open").addEventListener("submit", open);
byId("puzzle").addEventListener("click", () => openPuzzle(byId("game").value, (text) => { byId("status").textContent = text; }));
show();
rules();
