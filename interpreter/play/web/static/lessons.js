// The lessons of a game: a list, with those that this browser has solved marked; a click opens one.

import { byId, openLesson, solved } from "./common.js";

const { game } = document.body.dataset;
for (const button of document.querySelectorAll("[data-lesson]")) {
  const number = Number(button.dataset.lesson);
  if (solved(game).includes(number)) button.querySelector("small").textContent = "✓ solved";
  button.addEventListener("click", () => openLesson(game, number, (text) => { byId("status").textContent = text; }));
}
