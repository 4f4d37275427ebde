// Analysis of a position, and review of a game: the best moves, a curve of what each player may expect, turning points.

import { action, byId, make, spoken } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [320, 130, 8];

const drawn = (tag, values, text = "") => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
};

const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + Math.abs(value).toFixed(2);

export class Analysis {
  // `send(message)`, `view()`: the present view, `at()`: the move that is looked at, `step(ply)`, `mark(sites)`.
  constructor(table) {
    Object.assign(this, table, { works: "", values: [], turning: [], plies: -1, scale: 1 });
  }

  // What a link to this review holds, and what it gives back.
  shared() {
    return { values: this.values, scale: this.scale, turning: this.turning.map(({ ply, by, played, best, lost }) => ({ ply, by, played, best, lost })) };
  }

  restore({ values, scale, turning }) {
    Object.assign(this, { values, plies: this.view().plies });
    this.reviewed({ turning, scale });
  }

  // Whenever a position is shown: the buttons, and what is known if the game has not changed.
  show() {
    const now = this.view();
    if (now.plies !== this.plies) {
      Object.assign(this, { values: [], turning: [], plies: now.plies });
      byId("analysis-best").replaceChildren();
      byId("analysis-games").replaceChildren();
      byId("turning").replaceChildren();
    }
    this.buttons();
    this.curve();
  }

  // Nothing is left of what was found for one seat when another one is shown.
  forget() {
    this.plies = -1;
    this.works = "";
    byId("analysis-status").textContent = "";
  }

  buttons() {
    const may = this.view().analysable;
    const isWhole = !document.body.dataset.hidden || this.view().ended; // while secrets last, the others' moves are not judged
    const buttons = this.works ? [action("Stop", () => { this.send({ type: "stop" }); this.stopped(); }, "main")] : [
      action("Analyse this position", () => this.begin("analyse", { ply: this.at() })),
      ...(isWhole ? [action("Review the game", () => this.begin("review", {}))] : []),
    ];
    byId("analysis-buttons").replaceChildren(...(may ? buttons : []));
    if (!may && !this.values.length) byId("analysis-status").textContent = "There is no analysis while others play against you.";
    else if (!this.works && byId("analysis-status").textContent.startsWith("There is no")) byId("analysis-status").textContent = "";
  }

  begin(type, more) {
    this.works = type;
    byId("analysis-status").textContent = "Thinking …";
    byId("analysis-games").replaceChildren();
    if (type === "review") Object.assign(this, { values: [], turning: [] });
    this.send({ type, ...more });
    this.buttons();
  }

  stopped() {
    if (!this.works) return;
    this.works = "";
    byId("analysis-status").textContent = "";
    this.buttons();
  }

  // ---- one position

  thought(message) {
    if (!this.works) return;
    if (message.done) { this.works = ""; this.buttons(); }
    const names = this.view().players;
    const worth = message.values.map((v, i) => `${names[i].name} ${signed(v)}`).join(", ");
    byId("analysis-status").textContent = message.best.length ? `After move ${message.ply}: ${worth} (${message.certain ? "certain" : `${message.iterations} games thought through`})` : `The game is over here: ${worth}`;
    byId("analysis-best").replaceChildren(...message.best.map((best) => {
      const bar = make("span", { className: "share" });
      bar.title = `how much the search looked at it: ${Math.round(100 * best.share)} %`;
      bar.style.width = `${Math.round(6 * best.share * 10) / 10}rem`;
      return make("li", {}, bar, make("b", {}, spoken(best.text)), ` ${signed(best.value)}`);
    }));
    if (message.ply === this.at() && message.best.length) this.mark(message.best[0].sites);
  }

  // How games of others went on from here: each move with the games, as a bar, and what the player to move got on average.
  opened(message) {
    const { players } = this.view();
    const got = (average) => average.length ? players.slice(0, players.length === 2 ? 1 : players.length).map((p, i) => `${p.name} ${signed(average[i])}`).join(", ") : "";
    const rows = message.moves.map((move) => {
      const bar = make("span", { className: "share" });
      bar.style.width = `${Math.round(60 * move.games / message.games) / 10}rem`;
      const row = make("tr", {}, make("td", {}, make("b", {}, move.text)), make("td", {}, bar), make("td", {}, `${move.games}`), make("td", {}, got(move.average)));
      row.addEventListener("mouseenter", () => this.mark(move.sites));
      return row;
    });
    const head = `${message.ply ? `After move ${message.ply}` : "At the start"}, ${message.games} game${message.games === 1 ? "" : "s"}${message.average.length ? `: ${got(message.average)} on average` : ""}`;
    byId("analysis-games").replaceChildren(make("p", { className: "quiet" }, head), make("table", {}, ...rows));
  }

  // ---- the whole game

  reviewing(message) {
    if (this.works !== "review") return;
    this.values[message.ply] = message.values;
    byId("analysis-status").textContent = `Reviewed ${message.ply} of ${message.plies} moves …`;
    this.scale = Math.max(1, this.scale, ...message.values.map(Math.abs));
    this.curve();
  }

  reviewed(message) {
    this.works = "";
    Object.assign(this, { turning: message.turning, scale: message.scale });
    const names = this.view().players;
    byId("analysis-status").textContent = message.turning.length ? "Turning points: another move promised much more." : "No single move has turned the game.";
    byId("turning").replaceChildren(...message.turning.map((turn) =>
      make("li", {}, action(`${turn.ply}. ${names[turn.by].name} ${spoken(turn.played)}: ${spoken(turn.best)} was better (${signed(-turn.lost)})`, () => this.step(turn.ply - 1)))));
    this.buttons();
    this.curve();
  }

  // What each player may expect, move by move; a click goes there.
  curve() {
    const known = this.values.filter(Boolean).length;
    if (!known) { byId("curve").replaceChildren(); return; }
    const { players, plies } = this.view();
    const x = (at) => EDGE + (WIDTH - 2 * EDGE) * at / Math.max(1, plies), y = (v) => HEIGHT / 2 - (HEIGHT / 2 - EDGE) * v / this.scale;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": this.said() });
    svg.append(drawn("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }));
    const shown = players.length === 2 ? [0] : players.map((_, i) => i); // two sides mirror each other
    for (const i of shown) {
      const points = this.values.map((v, at) => v && `${x(at).toFixed(1)},${y(v[i]).toFixed(1)}`).filter(Boolean);
      const colour = players.length === 2 ? "var(--main)" : players[i].colour;
      svg.append(drawn("polyline", { class: "value", points: points.join(" "), stroke: colour }));
    }
    for (const turn of this.turning) svg.append(drawn("circle", { class: "turn", cx: x(turn.ply), cy: y(this.values[turn.ply][shown.length > 1 ? turn.by : 0]), r: 4 }));
    svg.append(drawn("line", { class: "now", x1: x(this.at()), x2: x(this.at()), y1: 0, y2: HEIGHT }));
    const over = drawn("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    over.addEventListener("click", (e) => {
      const box = svg.getBoundingClientRect();
      this.step(Math.round(plies * ((e.clientX - box.left) / box.width * WIDTH - EDGE) / (WIDTH - 2 * EDGE)));
    });
    svg.append(over);
    const key = players.length === 2 ? `Up: good for ${players[0].name}; down: for ${players[1].name}` : players.map((p) => p.name).join(", ");
    byId("curve").replaceChildren(svg, make("p", { className: "quiet" }, key));
  }

  said() {
    const { players } = this.view();
    return this.values.map((v, at) => v && `${at}: ${v.slice(0, players.length === 2 ? 1 : v.length).map(signed).join(" ")}`).filter(Boolean).join(", ");
  }
}
