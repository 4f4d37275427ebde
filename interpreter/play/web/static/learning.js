// A lesson at the table: its task, the verdict, what has been found, and the way to the next one.

import { action, byId, make, markSolved, openLesson } from "./common.js";

const spaced = (text) => text.replaceAll("_", " ");
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Learning {
  // `send(message)` sends to the server; `mark(sites, name)` marks places, `goal(sites)` those of the goal; `say(text)` tells people.
  constructor({ send, mark, goal, say }) {
    Object.assign(this, { send, mark, goal, say, path: [], options: [], lesson: null, asked: null });
    this.box = byId("lesson");
  }

  get names() { return this.lesson?.form === "moves"; } // whether moves are named, and not played

  // A new view of the table.
  show(view) {
    this.lesson = view.lesson ?? null;
    this.box.hidden = !this.lesson;
    if (!this.lesson) return;
    document.body.classList.add("at-lesson");
    const { game, number, of, title, task, found, words, setting } = this.lesson;
    this.verdict = make("p", { id: "lesson-verdict", role: "status" });
    const buttons = [action("Again", () => this.send({ type: "again" }))];
    if (number < of) buttons.push(action("Next lesson", () => openLesson(game, number + 1, "", this.say)));
    buttons.push(make("a", { href: `/lessons/${encodeURIComponent(game)}` }, "All lessons"));
    const inside = [make("p", { className: "quiet" }, `Lesson ${number} of ${of}${setting ? `, ${setting}` : ""}`), make("h2", {}, title), make("p", {}, task), this.verdict];
    if (this.names) inside.push(this.naming(found, words));
    this.box.replaceChildren(...inside, make("div", { className: "row" }, ...buttons), this.settings());
    this.goal(this.lesson.marks);
    this.path = [];
    const key = `${view.rev} ${found.length}`;
    if ((view.plies && view.mine) || view.ended || found.length || key === this.asked) this.send({ type: "verdict" });
  }

  // The settings of the lesson, as buttons; the one that is worked at is pressed.
  settings() {
    const { game, number, setting, settings } = this.lesson;
    if (!settings.length) return "";
    const one = (name) => {
      const made = action(name || "as it is", () => openLesson(game, number, name, this.say), "small");
      made.setAttribute("aria-pressed", String(name === setting));
      made.disabled = name === setting;
      return made;
    };
    return make("div", { className: "row", role: "group", ariaLabel: "The setting of the lesson" }, ...["", ...settings].map(one));
  }

  // Moves that are named: a list of those found, words that are no places, and a field to type in.
  naming(found, words) {
    const list = make("p", { id: "lesson-found" }, found.length ? `Found: ${spaced(found.join(", "))}` : "Click the places of a move, one after the other.");
    const field = make("input", { ariaLabel: "A legal move", placeholder: "or type a move", autocomplete: "off" });
    const form = make("form", {}, field, make("button", { type: "submit" }, "Name it"));
    form.addEventListener("submit", (e) => { e.preventDefault(); if (field.value) this.attempt({ text: field.value }); field.value = ""; });
    const said = words.map((word) => action(capital(spaced(word)), () => this.attempt(word === "pass" ? { text: word } : { path: [`action ${word}`] })));
    this.further = make("div", { className: "row", id: "lesson-further" });
    return make("div", {}, list, this.further, make("div", { className: "row" }, ...said), form);
  }

  // What the move that is begun leaves to be chosen: places that mean it are clicked, everything has a button.
  offer(options) {
    this.options = options;
    this.further?.replaceChildren(...options.map((o) => action(o.label, () => this.attempt({ path: [...this.path, o.value] }))));
  }

  // A place was clicked in a lesson in which moves are named.
  clicked(site) {
    const means = this.options.find((o) => o.site === site)?.value ?? `site ${site}`;
    if (this.path.filter((p) => p.startsWith("site ")).at(-1) === means) { this.path = []; this.offer([]); }
    else this.path.push(means);
    this.mark(this.path.filter((p) => p.startsWith("site ")).map((p) => p.slice(5)), "picked");
    if (this.path.length) this.attempt({ path: this.path });
  }

  attempt(message) { this.send({ type: "try", ...message }); }

  // What the server says of the moves so far.
  judged(message) {
    if (message.begun) { this.path = message.begun; return this.offer(message.options); }
    this.path = [];
    this.offer([]);
    if (this.names) this.mark([], "picked");
    if (!this.verdict) return;
    this.verdict.textContent = message.named ? spaced(message.text) : message.text;
    this.verdict.className = message.right === true ? "right" : message.right === false ? "wrong" : "";
    if (message.named) {
      this.mark(message.sites, "best");
      const move = message.text.split(" is legal")[0];
      if (message.text.includes(" is legal")) this.lesson.found.push(move);
      byId("lesson-found").textContent = `Found: ${spaced(this.lesson.found.join(", "))}`;
    }
    if (message.solved) {
      markSolved(this.lesson.game, this.lesson.number, this.lesson.setting);
      const next = [...this.box.querySelectorAll("button")].find((b) => b.textContent === "Next lesson");
      next?.classList.add("main");
      next?.focus({ preventScroll: true });
    }
  }
}
