// One's own mistakes and the puzzles of the day as exercises: positions of reviewed games in which another move promised much more. This browser alone keeps
// them, and asks for each again after longer and longer times (the boxes of Leitner 1972).

import { action, byId, make, openTable, spoken, store, stored } from "./common.js";

const DAYS = [0, 1, 3, 7, 21, 60]; // until an exercise comes again, by how many times in a row it was solved
const DAY = 24 * 60 * 60 * 1000;
const MOST = 300; // exercises that are kept: the newest
const NAMED = 3; // better moves that are told, the best one first

export const exercises = () => stored("exercises", []);
const keep = (all) => store("exercises", all.slice(-MOST));
export const forget = (id) => keep(exercises().filter((e) => e.id !== id));

// Those whose time has come, the one that has waited longest first.
export const due = () => exercises().filter((e) => e.due <= Date.now()).sort((a, b) => a.due - b.due);

export const openExercise = ({ id, game, options, position }, say) => openTable({ game, options, position }, say, `#exercise=${encodeURIComponent(id)}`);

// What is asked in an exercise, in a few words: a puzzle says in how many moves it is won.
export const question = ({ who, wins, played }) => wins ? `${who} wins in ${wins === 1 ? "one move" : `${wins} moves`}` : `${who}: better than ${spoken(played)}`;

// Opens today's puzzle of a game, and keeps it with the exercises; the server looks for it when nobody has asked today.
export async function openPuzzle(game, say) {
  const began = Date.now();
  const wait = () => say(`The program plays games and looks for a puzzle in them, which may take a minute or two, once a day: ${Math.round((Date.now() - began) / 1000)} s so far …`);
  const ticks = setInterval(wait, 5000);
  wait();
  const { puzzle, error } = await fetch(`/api/puzzle/${encodeURIComponent(game)}`).then((answer) => answer.json())
    .catch(() => ({ error: "The server does not answer." })).finally(() => clearInterval(ticks));
  if (!puzzle) return say(error ?? "No puzzle was found for today.");
  const exercise = { ...puzzle, id: `puzzle-${game}-${puzzle.day}`, box: 0, due: Date.now() };
  if (!exercises().some((e) => e.id === exercise.id)) keep([...exercises(), exercise]);
  return openExercise(exercise, say);
}

// Keeps the mistakes that a review has found of the players at this browser; gives how many are new.
export function keepMistakes({ game, options, turning }, { title, players }, isMine) {
  const all = exercises(), before = all.length;
  for (const { by, played, good, position } of turning) {
    if (!position || !isMine(by) || all.some((e) => e.game === game && e.position === position)) continue;
    all.push({ id: `${Date.now()}-${all.length}`, game, options, title, position, who: players[by].name, played, good, box: 0, due: Date.now() });
  }
  keep(all);
  return all.length - before;
}

// An exercise is solved, or it is not: it comes again later, or soon.
function answered(id, isRight) {
  keep(exercises().map((e) => {
    if (e.id !== id) return e;
    const box = isRight ? Math.min(e.box + 1, DAYS.length - 1) : 0;
    return { ...e, box, due: Date.now() + DAYS[box] * DAY };
  }));
}

// The exercise of a table, if the address names one: its task, and what is said of the move that is made.
export class Exercise {
  constructor(say) {
    this.say = say;
    const id = new URLSearchParams(location.hash.slice(1)).get("exercise");
    this.now = exercises().find((e) => e.id === id) ?? null;
    this.isAnswered = false;
  }

  show({ moves }) {
    if (!this.now) return;
    const { id, who, title, played, wins, good } = this.now, box = byId("lesson");
    const isRight = moves.length ? good.includes(moves[0].text) : null;
    if (isRight !== null && !this.isAnswered) answered(id, isRight);
    this.isAnswered ||= isRight !== null;
    const said = isRight === null ? "" : isRight ? "Right. It will be asked again later." : `${spoken(moves[0].text)} is not the move.`;
    const verdict = make("p", { id: "lesson-verdict", role: "status", className: isRight === null ? "" : isRight ? "right" : "wrong" }, said);
    const next = due().find((e) => e.id !== id);
    const buttons = [
      ...(isRight === null ? [] : [action("Again", () => openExercise(this.now, this.say))]),
      ...(isRight ? [] : [action("Show the move", () => { this.reveal(verdict); })]),
      ...(next ? [action("Next exercise", () => openExercise(next, this.say), isRight ? "main" : "")] : []),
      make("a", { href: "/practice" }, "All exercises"),
    ];
    document.body.classList.add("at-lesson");
    box.hidden = false;
    box.replaceChildren(
      make("p", { className: "quiet" }, `From a game of ${title}`), make("h2", {}, wins ? "Puzzle" : "Find a better move"),
      make("p", {}, wins ? `${who} is to move, and wins in ${wins} moves, whatever comes. How does it begin?` : `${who} is to move. ${spoken(played)} was played here, and promised much less than another move.`),
      verdict, make("div", { className: "row" }, ...buttons),
    );
  }

  // Whoever is told the move, or a hint, has not found it.
  helped() {
    if (this.now && !this.isAnswered) answered(this.now.id, false);
    this.isAnswered = true;
  }

  reveal(verdict) {
    this.helped();
    const more = Math.max(0, this.now.good.length - NAMED);
    verdict.textContent = this.now.wins ? `${spoken(this.now.good[0])} wins.` : this.now.good.length === 1 ? `${spoken(this.now.good[0])} was better.` : `Better were: ${this.now.good.slice(0, NAMED).map(spoken).join(", ")}${more ? ` and ${more} more` : ""}.`;
  }
}
