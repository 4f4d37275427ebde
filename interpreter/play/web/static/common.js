// What several pages use: elements by name, new elements, and the lessons that this browser has solved, each in a setting.

export const byId = (id) => document.getElementById(id);

export const make = (tag, values = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...inside);
  return made;
};

// A move as people read it: names as words, `facing=north` as `facing north`, and what is not told as `(hidden)`.
export const spoken = (text) => text.replace(/([a-z])(?=[A-Z])/g, "$1 ").replaceAll("_", " ").replace(/(\w)=(\w)/g, "$1 $2").replace(/( \?)+$/, " (hidden)");

// A button that does something.
export const action = (text, work, className = "") => {
  const made = make("button", { type: "button", className }, text);
  made.addEventListener("click", work);
  return made;
};

const solved = (game) => JSON.parse(localStorage.getItem(`solved ${game}`) ?? "[]");

// A lesson in one of its settings, as it is kept: its number where it is as it is.
const kept = (number, setting) => setting ? `${number} ${setting}` : number;

export const isSolved = (game, number, setting = "") => solved(game).includes(kept(number, setting));

export function markSolved(game, number, setting = "") {
  if (isSolved(game, number, setting)) return;
  localStorage.setItem(`solved ${game}`, JSON.stringify([...solved(game), kept(number, setting)]));
}

// The tables at which this browser has sat last, in its own memory: where each is, and what is played there.
const TABLES = 12;

export const ownTables = () => JSON.parse(localStorage.getItem("tables") ?? "[]");

export function keepTable(path, title, isOver) {
  const others = ownTables().filter((t) => t.path !== path);
  localStorage.setItem("tables", JSON.stringify((isOver ? others : [{ path, title, at: Date.now() }, ...others]).slice(0, TABLES)));
}

// When each game was opened last, by its name.
export const lastPlayed = () => JSON.parse(localStorage.getItem("played") ?? "{}");

// Opens a table and goes there, to `hash` on its page; `say` gets the reason where that cannot be.
export async function openTable(wish, say, hash = "") {
  const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(wish) });
  const data = await answer.json();
  if (answer.ok) {
    localStorage.setItem("played", JSON.stringify({ ...lastPlayed(), [wish.game]: Date.now() }));
    location.assign(data.play + hash);
  }
  else say(data.error);
}

export const openLesson = (game, lesson, setting, say) => openTable({ game, lesson, setting }, say);
