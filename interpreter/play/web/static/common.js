// What several pages use: elements by name, new elements, what is asked of the server, seats of a new table, and what this browser keeps.

export const byId = (id) => document.getElementById(id);

export const make = (tag, values = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...inside);
  return made;
};

// A move as people read it: names as words, `facing=north` as `facing north`, and what is not told as `(hidden)`.
export const spoken = (text) => text.replace(/([a-z])(?=[A-Z])/g, "$1 ").replaceAll("_", " ").replace(/([A-Za-z]{2})=(\w)/g, "$1 $2").replace(/( \?)+$/, " (hidden)");

// A button that does something.
export const action = (text, work, className = "") => {
  const made = make("button", { type: "button", className }, text);
  made.addEventListener("click", work);
  return made;
};

// What the server says to an object of JSON.
export const post = async (path, what) => (await fetch(path, { method: "POST", body: JSON.stringify(what) })).json();

// The settings of a game as a query holds them.
export const settings = ({ options, variant }) => ({ ...options, ...(variant ? { variant } : {}) });

// The address of a game in a room of the server, with a query.
export const about = (room, game, query = {}) => `${room}/${encodeURIComponent(game)}?${new URLSearchParams(query)}`;

// Who takes each seat of a new table: a person, whoever gets the link, or a bot of a level; `usual` is who sits behind the first player.
export const seatChoices = (players, levels, usual = "human") => players.map((player, i) => {
  const select = make("select", {}, make("option", { value: "human" }, "a person at this screen"), make("option", { value: "open" }, "open: by a link"),
    ...levels.map((level) => make("option", { value: level }, `bot: ${level}`)));
  if (i > 0) select.value = usual;
  select.dataset.seat = player;
  return make("label", {}, player, " ", select);
});

export const chosenSeats = () => [...document.querySelectorAll("[data-seat]")].map((seat) => seat.value);

// What this browser keeps under a name.
export const stored = (name, otherwise) => JSON.parse(localStorage.getItem(name)) ?? otherwise;
export const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));

const solved = (game) => stored(`solved ${game}`, []);

// A lesson in one of its settings, as it is kept: its number where it is as it is.
const kept = (number, setting) => setting ? `${number} ${setting}` : number;

export const isSolved = (game, number, setting = "") => solved(game).includes(kept(number, setting));

export function markSolved(game, number, setting = "") {
  if (isSolved(game, number, setting)) return;
  store(`solved ${game}`, [...solved(game), kept(number, setting)]);
}

// The tables at which this browser has sat last, in its own memory: where each is, what is played there, and how it ended if it has.
const TABLES = 60;

export const ownTables = () => stored("tables", []);

export function keepTable(path, title, ended) {
  const others = ownTables().filter((t) => t.path !== path);
  store("tables", [{ path, title, at: Date.now(), ended }, ...others].slice(0, TABLES));
}

export const forgetTable = (path) => store("tables", ownTables().filter((t) => t.path !== path));

// Some of them as a list, in a section that is hidden where there are none.
export function listTables(section, tables) {
  byId(section).hidden = !tables.length;
  byId(`${section}-list`).replaceChildren(...tables.map(({ path, title, at, ended }) =>
    make("li", {}, make("a", { href: path }, title), make("small", {}, ` ${new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}${ended ? `: ${ended}` : ""}`))));
}

// When each game was opened last, by its name.
export const lastPlayed = () => stored("played", {});

// Opens a table and goes there, to `hash` on its page; `say` gets the reason where that cannot be.
export async function openTable(wish, say, hash = "") {
  const { play, error } = await post("/api/tables", wish);
  if (error) return say(error);
  store("played", { ...lastPlayed(), [wish.game]: Date.now() });
  location.assign(play + hash);
}

export const openLesson = (game, lesson, setting, say) => openTable({ game, lesson, setting }, say);
