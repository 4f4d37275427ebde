// The page of one's own mistakes: what is to be practised now, and all exercises by their games.

import { action, byId, make } from "./common.js";
import { due, exercises, forget, openExercise, question } from "./exercises.js";

const say = (text) => { byId("status").textContent = text; };

function show() {
  const all = exercises(), now = due();
  byId("none").hidden = all.length > 0;
  byId("now").hidden = !all.length;
  const first = now[0];
  byId("now").replaceChildren(first ? action(`Practise: ${now.length} of ${all.length} ${all.length === 1 ? "is" : "are"} due`, () => openExercise(first, say), "main") : "Nothing is due today.");
  const games = [...new Set(all.map((e) => e.title))].sort();
  byId("exercises").replaceChildren(...games.flatMap((title) => [
    make("h2", {}, title),
    make("ul", { className: "lessons" }, ...all.filter((e) => e.title === title).map((e) => make("li", {},
      action(question(e), () => openExercise(e, say)),
      make("small", {}, e.due <= Date.now() ? "due" : `again on ${new Date(e.due).toLocaleDateString()}`),
      action("Forget", () => { forget(e.id); show(); }, "small"),
    ))),
  ]));
}

show();
