// Lines of moves that were tried out: they stay below the list of moves, and each of their moves leads back to its position, from
// where another line may begin. A line may have a name, and each position a note. This browser keeps them, and a link holds them.

import { action, byId, make, spoken, store, stored } from "./common.js";

const MOST = 60; // lines and notes of a table that are kept
const begins = (whole, part) => part.length <= whole.length && part.every((path, i) => path.join() === whole[i].join());
export const written = (game, ply) => game.slice(0, ply).map((move) => move.text).join(" ");

// What forgets a line: a drawn cross, no word among those of its moves.
const forgetting = (work) => {
  const made = make("input", { type: "button", ariaLabel: "Forget this line" });
  made.addEventListener("click", work);
  return made;
};

export class Lines {
  // `show(ply, paths)` shows a line behind a move of the game; `seat()` is the seat that is shown where something is hidden: what
  // one has tried out may say what they hold, so another one does not read it; `forget(number)` forgets a line that was laid down;
  // `changed()` is called when there is something new to keep; `kept`: the lines and notes of a link, instead of this browser's.
  constructor(element, { show, seat, forget, changed, kept }) {
    Object.assign(this, { element, show, seat, forget, changed, key: `lines ${location.pathname}`, kept: [], notes: {}, place: "" });
    Object.assign(this, kept ?? stored(this.key, {}));
    byId("note").addEventListener("change", () => this.write(byId("note").value));
    byId("note").addEventListener("blur", () => setTimeout(() => this.at(this.next)));
  }

  save() {
    this.changed();
    store(this.key, { kept: this.kept.slice(-MOST), notes: Object.fromEntries(Object.entries(this.notes).slice(-MOST)) });
  }

  // Where a note belongs: the moves that lead there, and whose it is.
  where(game, ply, texts = []) { return [this.seat() ?? "", ply, written(game, ply), ...texts].join("|"); }

  write(text) {
    delete this.notes[this.place];
    if (text.trim()) this.notes[this.place] = text.trim();
    this.save();
    this.relist();
  }

  // The note of the position that is shown; whoever writes one goes on with it.
  at(place) {
    this.next = place;
    if (document.activeElement === byId("note")) return;
    this.place = place;
    byId("note").value = this.notes[place] ?? "";
  }

  // Keeps a line with the words of its moves; the view holds the moves of the game.
  keep({ ply, paths }, texts, { moves: game, plans }) {
    const base = written(game, ply), seat = this.seat();
    const same = (line) => line.seat === seat && line.ply === ply && line.base === base;
    if (texts.length && texts.length === paths.length && !this.kept.some((line) => same(line) && begins(line.paths, paths))) {
      const grown = this.kept.filter((line) => same(line) && begins(paths, line.paths));
      this.kept = this.kept.filter((line) => !grown.includes(line));
      this.kept.push({ seat, ply, base, paths: [...paths], texts, name: grown[0]?.name ?? "" });
      this.save();
    }
    this.list(game, plans, { ply, paths });
    this.at(this.where(game, ply, texts));
  }

  // Lists the lines that begin in this game, behind those that are laid down (`plans`); `at` is the one that is on the board.
  list(game, plans, at = null) {
    this.relist = () => this.list(game, plans, at);
    const fits = (line) => line.seat === this.seat() && line.base === written(game, line.ply);
    const shown = this.kept.filter(fits).sort((a, b) => a.ply - b.ply);
    this.element.hidden = !shown.length && !plans?.length;
    this.element.replaceChildren(...(plans ?? []).map((plan, i) => this.planned(plan, i)), ...shown.map((line) => make("li", {},
      this.named(line), forgetting(() => { this.kept = this.kept.filter((l) => l !== line); this.save(); this.relist(); }), make("small", {}, `after ${line.ply}: `), ...line.texts.flatMap((text, i) => {
        const paths = line.paths.slice(0, i + 1);
        const button = action(spoken(text), () => this.show(line.ply, paths));
        const isAt = at && at.ply === line.ply && at.paths.length === paths.length && begins(paths, at.paths);
        button.setAttribute("aria-current", String(Boolean(isAt)));
        const note = this.notes[this.where(game, line.ply, line.texts.slice(0, i + 1))];
        return note ? [button, make("q", {}, note)] : [button];
      }))));
  }

  named(line) {
    const field = make("input", { value: line.name ?? "", placeholder: "name", maxLength: 40, autocomplete: "off", ariaLabel: "The name of this line" });
    field.addEventListener("change", () => { line.name = field.value.trim(); this.save(); });
    return field;
  }

  // A line that was laid down: the moves that have come true are marked.
  planned({ ply, moves, came, waits }, number) {
    const state = waits ? "" : came === moves.length ? " It came true." : " It came otherwise.";
    const told = moves.map((text, i) => make("span", { className: i < came ? "came" : "" }, i < came ? `${spoken(text)} ✓ ` : `${spoken(text)} `));
    return make("li", { className: "planned" }, make("small", {}, `laid down after ${ply}: `), ...told, make("small", {}, state), forgetting(() => this.forget(number)));
  }

  // The notes of moves of the game, by the number of the move.
  noteOf(game, ply) { return this.notes[this.where(game, ply)]; }

  hasSome() { return this.kept.length || Object.keys(this.notes).length; }

  shared() { return { kept: this.kept.filter((line) => line.seat === this.seat()), notes: this.notes }; }
}
