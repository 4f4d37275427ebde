// What several pages use: elements by name, new elements, and the lessons that this browser has solved.

export const byId = (id) => document.getElementById(id);

export const make = (tag, values = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...inside);
  return made;
};

// A button that does something.
export const action = (text, work, className = "") => {
  const made = make("button", { type: "button", className }, text);
  made.addEventListener("click", work);
  return made;
};

export const solved = (game) => JSON.parse(localStorage.getItem(`solved ${game}`) ?? "[]");

export function markSolved(game, number) {
  const known = solved(game);
  if (!known.includes(number)) localStorage.setItem(`solved ${game}`, JSON.stringify([...known, number]));
}

// Opens a table and goes there; `say` gets the reason where that cannot be.
export async function openTable(wish, say) {
  const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(wish) });
  const data = await answer.json();
  if (answer.ok) location.assign(data.play);
  else say(data.error);
}

export const openLesson = (game, lesson, say) => openTable({ game, lesson }, say);
