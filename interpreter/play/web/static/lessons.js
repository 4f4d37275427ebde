// The lessons of a game and their settings: a list, with those that this browser has solved marked; a click opens one.

import { byId, isSolved, openLesson } from "./common.js";

const { game } = document.body.dataset;
for (const button of document.querySelectorAll("[data-lesson]")) {
  const { lesson, setting = "" } = button.dataset;
  const number = Number(lesson);
  if (isSolved(game, number, setting)) button.querySelector("small").textContent = setting ? "✓" : "✓ solved";
  button.addEventListener("click", () => openLesson(game, number, setting, (text) => { byId("status").textContent = text; }));
}
