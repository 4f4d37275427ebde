// One's own move is judged: what it has cost, and how a bad one is answered; it can be taken back. It is asked for, or told at once of
// each bad move, if that is wished.

import { action, byId, make, spoken, store, stored } from "./common.js";
import { hush, say } from "./toast.js";

export class Judging {
  // `send(message)`, `view()`: the present view, `isMine(by)`: whether a player sits at this browser, `show(ply, paths)` shows a line.
  constructor(table) {
    Object.assign(this, table, { isAsked: false, taken: null, ply: 0 }); // `ply`: before the move that was judged
    byId("watched").checked = stored("watched", false);
    byId("watched").addEventListener("change", () => store("watched", byId("watched").checked));
    byId("judge").addEventListener("click", () => { this.isAsked = true; this.ask(); });
  }

  get own() {
    return this.view().moves.findLastIndex((move) => this.isMine(move.by));
  }

  ask() {
    const ply = this.own;
    if (ply < 0) return say("You have made no move yet.");
    if (this.isAsked) say("Looking at your last move …", { stays: true });
    this.send({ type: "judge", ply });
  }

  // A new view has come.
  made(before, now) {
    byId("judge-row").hidden = !now.analysable || now.you === null;
    if (before && before.plies < now.plies && before.mine) {
      byId("judged").hidden = true;
      if (now.analysable && byId("watched").checked) this.ask();
    }
  }

  judged({ ply, played, bad, best, answers = [], paths, sites }) {
    if (this.isAsked) hush();
    if (!bad && !this.isAsked) return;
    this.isAsked = false;
    const said = best ? `${spoken(played)} has cost ${bad ? "much" : "something"}. ${spoken(best)} was better.` : `${spoken(played)}: nothing clearly better was found.`;
    const buttons = answers.length ? [action("Show why", () => this.show(ply + 1, paths))] : [];
    if (bad && ply === this.own && this.view().can.includes("undo")) buttons.push(action("Take it back", () => {
      if (answers.length) this.taken = { ply, sites, text: `${spoken(played)} would have been answered by ${spoken(answers[0])}.` };
      this.send({ type: "undo" });
    }));
    this.ply = ply;
    byId("judged").hidden = false;
    byId("judged").replaceChildren(make("p", {}, said + (answers.length ? ` The answer: ${answers.map(spoken).join(", ")}.` : "")), make("div", { className: "row" }, ...buttons));
  }

  // Where a move that was taken back would have been answered; it is told once, and no longer judged.
  refutation(now) {
    const { taken } = this;
    if (now.plies <= this.ply) byId("judged").hidden = true;
    if (!taken || now.plies > taken.ply) return [];
    this.taken = null;
    say(taken.text);
    return taken.sites;
  }
}
