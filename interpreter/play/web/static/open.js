// The page of a game: opens a table with the seats, options and clock that somebody chooses.

import { about, byId, chosenSeats, listTables, make, openTable, ownTables, seatChoices, settings } from "./common.js";
import { openPuzzle } from "./exercises.js";

let known = null;

async function show() {
  const variant = byId("variant").value;
  const game = byId("game").value;
  byId("status").textContent = "";
  const answer = await fetch(about("/api/games", game, variant && known?.game === game ? { variant } : {}));
  const data = await answer.json();
  if (byId("game").value !== game) return;
  if (!answer.ok) {
    byId("status").textContent = data.error;
    byId("seats").replaceChildren(byId("seats").querySelector("legend"), make("p", { className: "quiet" }, "This game cannot be played now."));
    for (const id of ["lay", "edit", "compare", "more", "puzzle"]) byId(id).hidden = true; // none of it would open
    return;
  }
  if (known?.game !== game) {
    byId("variant").replaceChildren(make("option", { value: "", textContent: "as usual" }),
      ...data.variants.map((v) => make("option", { value: v, textContent: v.replaceAll("_", " ") })));
    byId("variant-label").hidden = !data.variants.length;
    lessons(game);
    starts(data.positions);
  }
  known = { game, ...data };
  for (const id of ["lay", "edit", "compare"]) byId(id).hidden = false;
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
  byId("seats").replaceChildren(legend, ...seatChoices(data.players, data.levels, localStorage.getItem("level") ?? "Easy"));
}

async function chooseNumber(number) {
  const answer = await fetch(about("/api/games", known.game, { players: number }));
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
    seats: chosenSeats(),
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
  const query = settings({ options: { ...options, ...start?.options }, variant: start?.variant || variant });
  location.assign(about("/edit", game, start ? { ...query, start: start.name } : query));
});

// Two settings side by side: what is chosen here against the usual ones.
byId("compare").addEventListener("click", (event) => {
  event.preventDefault();
  const wish = chosen();
  location.assign(about("/compare", wish.game, Object.entries(settings(wish)).map(([k, v]) => [`b.${k}`, v])));
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
byId("source").addEventListener("click", () => {
  const file = decodeURIComponent(byId("source").href.split("/").at(-1));
  byId("status").textContent = `Change the downloaded file, and play it with \`gdl play ${file} --web\`.`;
});
byId("puzzle").addEventListener("click", () => openPuzzle(byId("game").value, (text) => { byId("status").textContent = text; }));
show();
rules();
listTables("own", ownTables().filter((table) => table.title === document.title));
