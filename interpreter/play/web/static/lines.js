// Lines of moves that were tried out: they stay below the list of moves, and each of their moves leads back to its position, from
// where another line may branch off.

import { make } from "./common.js";

const begins = (whole, part) => part.length <= whole.length && part.every((path, i) => path.join() === whole[i].join());

export class Lines {
  // `show(ply, paths)` shows a line behind a move of the game; `seat()` is the seat that is shown where something is hidden: what
  // one has tried out may say what they hold, so another one does not read it.
  constructor(element, show, seat) { Object.assign(this, { element, show, seat, kept: [] }); }

  // Keeps a line with the words of its moves; `game` holds the moves of the game.
  keep({ ply, paths }, texts, game) {
    const base = game.slice(0, ply).map((move) => move.text).join(" ");
    const seat = this.seat();
    const same = (line) => line.seat === seat && line.ply === ply && line.base === base;
    if (texts.length && texts.length === paths.length && !this.kept.some((line) => same(line) && begins(line.paths, paths))) {
      this.kept = this.kept.filter((line) => !(same(line) && begins(paths, line.paths)));
      this.kept.push({ seat, ply, base, paths: [...paths], texts });
    }
    this.list(game, { ply, paths });
  }

  // Lists the lines that begin in this game; `at` is the one that is on the board.
  list(game, at = null) {
    const fits = (line) => line.seat === this.seat() && line.base === game.slice(0, line.ply).map((move) => move.text).join(" ");
    const shown = this.kept.filter(fits).sort((a, b) => a.ply - b.ply);
    this.element.hidden = !shown.length;
    this.element.replaceChildren(...shown.map((line) => make("li", {}, make("small", {}, `after ${line.ply}: `), ...line.texts.map((text, i) => {
      const paths = line.paths.slice(0, i + 1);
      const button = make("button", { type: "button" }, text);
      const isAt = at && at.ply === line.ply && at.paths.length === paths.length && begins(paths, at.paths);
      button.setAttribute("aria-current", String(Boolean(isAt)));
      button.addEventListener("click", () => this.show(line.ply, paths));
      return button;
    }))));
  }
}
