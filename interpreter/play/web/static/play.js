// A table: a socket for each seat of this browser, the view that the server sends, and the choices of whoever is to move.

import { Board } from "./board.js";
import { action, byId, keepTable, make, openTable, spoken, store, stored } from "./common.js";
import { Analysis } from "./analysis.js";
import { Exercise, keepMistakes } from "./exercises.js";
import { look } from "./look.js";
import { Learning } from "./learning.js";
import { Judging } from "./judging.js";
import { Lines, written } from "./lines.js";
import { heard } from "./notice.js";
import { chips } from "./players.js";
import { asksWhom, canPass, hand, opened, pass, share } from "./sharing.js";
import { hush, rule, say } from "./toast.js";

const seats = document.body.dataset.tokens.split("+").map((token) => ({ token, view: null, socket: null, wait: 400 }));
let active = 0; // the seat that is shown
let node = null; // the choices of the player to move, and the path to them
let turns = null; // the last choice of how a tile is turned: its options, the places for it, and the path before it
let places = null; // the last choice of a place: its options, and the path before it
let wanted = null; // the place on which a tile was laid before it is turned
let hinting = false; // whether a hint is awaited
let turned = { yes: true, no: false }[document.body.dataset.turned] ?? null; // the side from which the board is seen; null: one's own
let sitting = null; // the view whose players are shown
let ply = null; // the move that is looked at; null for the present
let line = null; // moves that are tried out: {ply, paths}
let veiled = false; // whether the curtain is down
let moved = [], captured = []; // what the last action moved and took, until it is shown
let stages = [], resting = 0; // the boards before the present one, where what was chosen together happens step by step
const STAGE = 700; // milliseconds
let relation = null;
let waits = false; // for the answer to a choice
let queued = []; // what was pointed at meanwhile, as by a quick drag, or while another player was to move
let hopping = false; // whether N led to the last choice: then the focus goes on to the next choice by itself
const board = new Board(byId("board"), choose, cancel, (text) => say(text), (site) => send({ type: "reach", text: site }));
const learning = new Learning({
  send: (message) => send(message),
  mark: (sites, name) => { board.mark([], []); board.about(sites, name); },
  goal: (sites) => board.about(sites, "goal"),
  say: (text) => say(text),
});

const analysis = new Analysis({
  send: (message) => send(message), view: () => view(), at: () => ply ?? view().plies, step: (to) => step(to),
  mark: (sites) => board.about(sites, "best"),
});

const exercise = new Exercise(say);

const review = opened();
const judging = new Judging({
  send: (message) => send(message), view: () => view(), show: (at, paths) => tryOut(at, paths),
  isMine: (by) => document.body.dataset.hidden ? view().you === by : isHere(by),
});
const lines = new Lines(byId("lines"), {
  show: tryOut, seat: () => document.body.dataset.hidden ? active : null, forget: (number) => send({ type: "unplan", ply: number }),
  changed: () => { listMoves(view()); steps(ply ?? view().plies, view().plies); share(view(), lines, analysis); }, kept: review?.lines,
});

// ---- sockets

function connect(seat, index) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  seat.socket = new WebSocket(`${scheme}://${location.host}/ws/${seat.token}`);
  seat.socket.onopen = () => {
    seat.wait = 400;
    byId("connection").textContent = "";
    send({ type: "hello" }, seat);
    if (hinting && index === active) send({ type: "hint" });
  };
  seat.socket.onmessage = (event) => receive(index, JSON.parse(event.data));
  seat.socket.onclose = (event) => {
    if (event.code === 4404) return say("This table is no longer there.");
    byId("connection").textContent = "connecting …";
    setTimeout(() => connect(seat, index), seat.wait);
    seat.wait = Math.min(8000, seat.wait * 2);
  };
}

const send = (message, { socket } = seats[active]) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...message, wide: isWide(), turned, pieces: look.pieces }));
  else if (message.type !== "hello") say("There is no connection now, so nothing happens. It is being sought.");
};
const sendAll = (message) => { for (const seat of seats) send(message, seat); };
// Whether there is more room beside a board than below it.
const isWide = () => byId("board").clientWidth > 1.15 * (window.innerHeight - 184);
let wasWide = isWide(); // at the last change of the window's size
window.addEventListener("resize", () => {
  if (wasWide !== isWide()) send({ type: "hello" });
  wasWide = isWide();
});
// On a narrow page the prompt lies below the board, beside the choices; while others move, above a board that fills the window.
const PROMPT = 60; // pixels
new ResizeObserver(() => {
  const top = byId("players").getBoundingClientRect().bottom + window.scrollY;
  byId("prompt").classList.toggle("above", top + byId("board").offsetHeight + PROMPT > window.innerHeight);
}).observe(byId("board"));
const view = () => seats[active].view;
const isHere = (player) => seats.some((seat) => seat.view?.you === player);

function receive(index, message) {
  message.at = performance.now();
  if (message.type === "view" && message.ply === message.plies) {
    const before = seats[index].view;
    seats[index].view = message;
    if (index === active) { goesOn(before, message); tellMoves(before, message); cameTrue(before, message); judging.made(before, message); }
    if (before) tellAway(before, message);
    settle(index, before?.rev === message.rev);
    return;
  }
  if (message.type === "seated") return tellTaken(seats[index].token, message.before);
  // at one screen the next player may be shown when a move is judged; where something is hidden, it is not for them
  if (index !== active && (message.type !== "judged" || document.body.dataset.hidden)) return;
  switch (message.type) {
    case "did": [moved, captured, stages] = [message.moved, message.captured, message.stages]; break;
    case "view": showPast(message); break;
    case "next": showNext(message); break;
    case "reach": board.reaches(message); break;
    case "preview": showPreview(message); break;
    case "line": showLine(message); break;
    case "reasons": showReasons(message); break;
    case "arrows": relation = message; board.arrows(message.arrows); break;
    case "verdict": learning.judged(message); if (message.solved && !learning.names) rest(); break;
    case "thinking": hinting = false; if (message.ply === undefined) showBest(message); else analysis.thought(message); break;
    case "judged": analysis.stopped(); judging.judged(message); break;
    case "games": analysis.opened(message); break;
    case "review": analysis.reviewing(message); break;
    case "reviewed": analysis.reviewed(message); practise(message); share(view(), lines, analysis); break;
    case "chat": showChat(message); break;
    case "watching": byId("watching").textContent = message.count ? `${message.count} watching` : ""; break;
    case "reloaded": reloaded(message); break;
    case "refused": hinting = false; say(message.text); analysis.stopped(); renew(); break;
    case "note": say(message.text); break;
  }
}

// A seat that another browser has opened before this one is somebody's already, perhaps: that is told once.
const SEATS = 200; // that are remembered: the newest
function tellTaken(token, isBefore) {
  const known = stored("seats", []);
  if (known.includes(token)) return;
  store("seats", [...known, token].slice(-SEATS));
  if (isBefore) say("This seat was opened in another browser before. If that was not you, somebody else plays here, too: ask for a link of your own.");
}

// Which seat this browser shows: the one to move, if it is its own. Between people with secrets the curtain comes down. Where nothing
// has happened (`same`), as when the window was turned, whatever was looked at or begun stays.
function settle(index, same = false) {
  waits = false;
  const mover = seats.findIndex((s) => s.view?.mine);
  const before = active;
  if (mover >= 0) active = mover;
  const last = seats.length > 1 && before !== active;
  if (before !== active) forget();
  if (last && (seats[active].view?.secret || seats[before].view?.secret) && !veiled) {
    veiled = true;
    queued = []; // whoever clicked gives the screen away
    board.clear();
    byId("curtain-text").textContent = `Only ${nameOf(active)} may look now.`;
    byId("curtain").hidden = false;
    byId("lift").focus();
  }
  if (index !== active && before === active) return;
  if ((same || line) && before === active) again();
  else show();
}

// A line that is on the board stays where it still holds: the game has the moves before it, and goes along it behind them.
function goesOn(before, now) {
  if (!line || now.rev === before?.rev) return;
  const played = now.moves.slice(line.ply).map((move) => move.text);
  const holds = !now.ended && line.ply <= now.plies && written(before.moves, line.ply) === written(now.moves, line.ply);
  if (holds && (line.ply < before.plies || played.every((text, i) => text === line.texts?.[i]))) {
    moved = captured = stages = [];
    frame(now);
    if (now.plies > before.plies) say(`The game has gone on: ${spoken(played.at(-1))}.`);
  } else {
    line = null;
    say("The game has gone on otherwise: the line is kept below the moves.");
  }
}

// What was told to one seat is not told to the next.
function forget() {
  hush();
  byId("reasons").replaceChildren();
  byId("why-text").value = "";
  byId("choices").replaceChildren();
  byId("ahead").replaceChildren();
  ask("");
  tip();
  analysis.forget();
}

// The same position once more, in a picture of another shape or after a broken connection.
function again() {
  if (veiled) return;
  const isOpen = node && (node.complete !== 1 || node.confirm) && node.path.some((p) => !p.forced);
  const begun = isOpen ? node.path.map((p) => p.value) : [];
  if (line) send({ type: "branch", ply: line.ply, paths: line.paths, path: begun });
  else if (ply !== null) send({ type: "step", ply });
  else {
    show();
    if (begun.length) pick(begun);
  }
}

const nameOf = (seat) => {
  const { view } = seats[seat];
  const player = view?.players[view.you];
  return player ? player.who && !player.bot ? `${player.who} (${player.name})` : player.name : "The next player";
};

// What is to be done: written anew only where it changes, as screen readers read it out.
function ask(text) {
  if (byId("prompt").textContent !== text) byId("prompt").textContent = text;
}

// What is to be heard of what has happened: a move; and what calls whoever sits here, unless the last to move sits here, too.
function tellAway(before, now) {
  const asks = now.ask?.mine && !before.ask ? askedFor(now) : "";
  const call = now.ended && !before.ended ? capital(now.ended) : asks || (now.mine && !before.mine ? "It is your turn." : "");
  if (before.plies < now.plies || asks || (call && now.ended)) heard(now.title, seats.length > 1 && isHere(before.toMove) ? "" : call);
}

// What others have done since this page was told last, for screen readers.
function tellMoves(before, now) {
  const others = now.moves.slice(before?.plies ?? now.plies).filter((move) => move.by !== now.you || seats.length > 1);
  if (others.length) byId("heard").textContent = others.map((move) => `${now.players[move.by].name}: ${spoken(move.text)}.`).join(" ");
}

// ---- the present

// Shows the next of the boards on the way; nothing can be chosen before the present one is there.
function showStage() {
  const svg = stages.shift();
  node = null;
  tip();
  byId("choices").replaceChildren();
  byId("ahead").replaceChildren();
  ask("What was chosen happens.");
  byId("board").dataset.at = "stage";
  board.show(svg);
  moved = captured = [];
  resting = setTimeout(show, STAGE);
}

function show() {
  const now = view();
  if (!now || veiled) return;
  clearTimeout(resting);
  byId("board").classList.remove("old", "shown");
  if (stages.length) return showStage();
  ply = line = null;
  relation = null;
  board.owner = now.you == null ? "" : now.players[now.you].name;
  board.show(now.svg, moved, captured);
  moved = captured = [];
  frame(now);
  learning.show(now);
  exercise.show(now);
  analysis.show();
  if (review?.analysis && !analysis.values.length) {
    analysis.restore(review.analysis);
    if (analysis.values.length && !lines.hasSome()) tab("analysis"); // lines and notes are beside the moves
  }
  if (now.next) showNext(now.next);
  else {
    node = null;
    tip();
    byId("board").dataset.at = String(now.rev);
    byId("choices").replaceChildren();
    if (now.ended) queued = [];
    showAhead();
  }
  board.about(judging.refutation(now), "about");
  const end = byId("verdict");
  end.hidden = !now.ended;
  end.textContent = capital(now.ended);
}

const moveOf = (next) => next.said; // as people write it in this game
// What plays it: an action in which nothing is chosen is a word for what is done, such as "Fold".
const doing = (next) => /^play /i.test(moveOf(next)) || (next.path.length === 1 && next.path[0].value.startsWith("action ")) ? capital(moveOf(next)) : `Play ${moveOf(next)}`;
const capital = (text) => text ? text[0].toUpperCase() + text.slice(1) : "";

// Mistakes that a review has found become exercises of those who made them.
function practise(message) {
  const count = keepMistakes(message, view(), isHere);
  if (count) byId("analysis-status").append(" ", make("a", { href: "/practice" }, count === 1 ? "Practise this one." : `Practise these ${count}.`));
}

// The moves with their numbers. Of one player's that follow each other and are hidden alike, all are one.
function runs(moves) {
  const found = [];
  moves.forEach((move, i) => {
    const before = found.at(-1);
    if (before && move.text.endsWith(" ?") && before.move.text === move.text && before.move.by === move.by) before.last = i + 1;
    else found.push({ move, first: i + 1, last: i + 1 });
  });
  return found;
}

function listMoves(now) {
  byId("moves").replaceChildren(...runs(now.moves).map(({ move, first, last }) => {
    const numbers = first === last ? last : `${first}–${last}`;
    const button = make("button", { type: "button" }, make("small", {}, `${numbers}. ${now.players[move.by].name} `), spoken(move.text) + (first === last ? "" : ` ×${last - first + 1}`));
    const note = lines.noteOf(now.moves, last);
    Object.assign(button.dataset, { first, last });
    button.addEventListener("click", () => step(last));
    return make("li", {}, button, ...(note ? [make("q", {}, note)] : []));
  }));
}

// The players of a view with their numbers, or with those (`numbers`) that they would have.
function seated(now, numbers) {
  sitting = now;
  byId("players").replaceChildren(...chips({ ...now, ...numbers }, seats.length === 1));
}

function frame(now) {
  if (now.you !== null && !now.lesson && !exercise.now && (now.plies || now.ended)) keepTable(location.pathname, now.title, now.ended);
  document.title = `${now.mine ? "● " : ""}${now.title}`;
  seated(now);
  listMoves(now);
  byId("connection").textContent = now.trouble ? capital(now.trouble) : "";
  steps(now.plies, now.plies);
  lines.list(now.moves, now.plans);
  lines.at(lines.where(now.moves, now.plies));
  share(view(), lines, analysis);
  byId("turn-board").hidden = !now.turns;
  const words = { undo: "Take back the move", redo: "Redo the move", resign: "Resign", draw: "Offer a draw", hint: "Hint" };
  const can = now.can.filter((what) => !exercise.now || what === "hint" || what === "undo");
  byId("wishes").replaceChildren(...can.filter((what) => words[what]).map((what) => {
    const button = make("button", { type: "button" }, words[what]);
    button.addEventListener("click", () => wish(what));
    return button;
  }));
  if (now.tries && now.you !== null && now.toMove !== null && !now.laid) byId("wishes").append(Object.assign(action("Try moves", () => tryOut(now.plies, [])), { id: "try" }));
  if (now.ended) byId("wishes").prepend(...afterwards(now));
  if (now.laid) byId("wishes").append(...setUp(now));
  asked(now);
  byId("relations").replaceChildren(...now.relations.map((name) => {
    const button = make("button", { type: "button" }, `Show: ${name.replaceAll("_", " ")}`);
    button.addEventListener("click", () => relation?.name === name ? (relation = null, board.arrows([])) : send({ type: "relation", text: name }));
    return button;
  }));
  for (const link of document.querySelectorAll(".files a[download]")) link.href = `/api/record/${seats[active].token}?format=${link.id.replace("save-", "")}`;
}

// On a narrow page the panel lies below what was clicked, out of sight.
function lookBack() {
  tab("analysis");
  const tabs = byId("tab-analysis").parentNode;
  if (tabs.getBoundingClientRect().top > byId("board").getBoundingClientRect().bottom) tabs.scrollIntoView();
  analysis.begin("review", {});
}

// What comes next when the game is over: another one, and a look back.
function afterwards(now) {
  const buttons = now.another ? [action("New game", () => openTable(now.another, say), "main")] : now.can.includes("rematch") ? [action("Play again", () => wish("rematch"), "main")] : [];
  if (now.analysable && now.plies) buttons.push(action("Review the game", lookBack));
  if (now.watch || now.you === null) buttons.push(action("Share", () => hand(now, lines, analysis)));
  return buttons;
}

// What may be done with a set-up: one at random, another one, its mirror image, none; it is kept by this browser alone. One that
// was kept for another player is offered, too: the server turns it to this side of the board.
function setUp(now) {
  const name = now.players[now.you].name;
  const kept = [name, ...now.players.map((p) => p.name).filter((n) => n !== name)].map((n) => [n, localStorage.getItem(`set-up ${now.title} ${n}`)]).filter(([, moves]) => moves);
  const buttons = [action("Random set-up", () => send({ type: "shuffle" }))];
  if (now.laid.length) buttons.push(action("Clear", () => send({ type: "clear" })));
  if (now.mirrors) buttons.push(action("Mirror", () => send({ type: "mirror" })));
  if (now.laid.length) buttons.push(action("Keep this set-up", () => { localStorage.setItem(`set-up ${now.title} ${name}`, JSON.stringify(node?.last ? [...now.laid, node.text] : now.laid)); say("This browser keeps the set-up."); }));
  else for (const [n, moves] of kept) buttons.push(action(n === name ? "The set-up that was kept" : `The set-up that was kept for ${n}`, () => send({ type: "lay", moves: JSON.parse(moves) })));
  return buttons;
}

const ASKS = { undo: "to take back a move", redo: "to make the move again that was taken back", draw: "for a draw", rematch: "for another game, with sides changed" };
const askedFor = ({ ask }) => `${ask.by} asks ${ASKS[ask.of]}. `;

function asked(now) {
  const box = byId("ask");
  box.hidden = !now.ask;
  if (!now.ask) return;
  box.replaceChildren(askedFor(now));
  if (!now.ask.mine) return;
  for (const [text, yes] of [["Agree", true], ["Decline", false]]) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => send({ type: "consent", of: now.ask.of, yes }));
    box.append(button, " ");
  }
}

function wish(what) {
  if (what === "resign" && !confirm("Give up this game?")) return;
  if (what === "hint") {
    hinting = true;
    exercise.helped();
    say("Looking for a good move …", { stays: true });
  }
  send({ type: what });
}

// Where the buttons of a choice have gone, what one may wish for comes under the pointer: the second click of two is not meant for it.
byId("wishes").addEventListener("click", (event) => event.detail > 1 && event.stopPropagation(), true);

// ---- choices

function showNext(next) {
  node = next;
  waits = false;
  byId("prompt").classList.remove("waits");
  byId("board").dataset.at = `${view().rev} ${next.path.map((p) => p.value).join(", ")}`;
  if (line) line.node = next;
  if (next.options.some((o) => o.sort === "turn")) turns = { before: next.path.map((p) => p.value), options: next.options, ahead: next.ahead ?? [], at: -1 };
  if (next.options.some((o) => o.site)) places = { before: next.path.map((p) => p.value), options: next.options };
  if (next.complete === 1 && !next.confirm && next.path.some((p) => !p.forced)) return play();
  if (next.preview) preview(next);
  else if (byId("board").classList.contains("shown") && !line) { byId("board").classList.remove("shown"); board.show(view().svg); seated(sitting); }
  marks(next);
  if (next.complete === 1) board.about(touched(next), "picked");
  tip(next.tip);
  ask(next.complete === 1 && next.text && !next.last && next.path.some((p) => !p.forced) ? `Your move: ${moveOf(next)}` : next.prompt);
  const buttons = [];
  if (next.complete === 1) {
    const go = make("button", { type: "button", className: "main", id: "go" }, next.last ? "Done, hand over" : doing(next));
    go.addEventListener("click", play);
    buttons.push(go);
  }
  for (const option of next.options) {
    if (board.target(option.site) && !doubled(next, option)) continue;
    if (board.stored(option).length) continue;
    buttons.push(button(option));
  }
  if (wanted && turnsNow()) buttons.push(action("Turn it", () => turn(1)));
  if (next.path.some((p) => !p.forced)) {
    const back = make("button", { type: "button", className: "back" }, "Take back the choice");
    back.addEventListener("click", cancel);
    buttons.push(back);
  }
  byId("choices").replaceChildren(...buttons);
  reveal();
  if (next.complete === 1 && next.path.some((p) => !p.forced)) byId("go").focus({ preventScroll: true });
  else if (hopping && !choicesNow().includes(document.activeElement)) hop(1);
  if (next.later) send({ type: "preview", path: next.path.map((p) => p.value) });
  byId("ahead").replaceChildren();
  if (!line && next.path.every((p) => p.forced)) seats[active].offered = next.options.filter((o) => o.sort === "action" && !o.site && !o.pools).map(({ value, label }) => ({ action: value, label }));
  queued = queued.filter(([, held]) => !held?.action || next.path.every((p) => p.value !== held.action)); // it is made by itself
  if (queued.length) {
    const [first, ...rest] = queued;
    queued = [];
    choose(...first);
    queued = waits ? rest : []; // the rest is meant for what follows
  }
}

const marks = (next) => board.mark([...next.options, ...(line ? [] : next.ahead ?? [])], next.path, line ? [] : next.lifts);

// The places of an action: those that were chosen, and where nothing was, as there is no other action, all that it changes.
const touched = ({ path, changed = [] }) => [...path.map((p) => p.site).filter(Boolean), ...(path.every((p) => p.forced) ? changed : [])];

// Nothing is left to choose: a lesson is solved. It can be taken back, or begun again.
function rest() {
  node = null;
  queued = [];
  tip();
  board.mark([], []);
  byId("choices").replaceChildren();
  ask("");
}

// What the rules say of the action that the choices on the board belong to.
function tip(text) {
  byId("tip").hidden = !text;
  byId("tip").textContent = text ?? "";
}

// The board as it would be after what is chosen, and the numbers that players would have.
function preview(found) {
  board.show(found.preview);
  byId("board").classList.add("shown");
  if (found.numbers) seated(sitting, found.numbers);
}

// What is hidden makes a preview take a while, so it comes behind the answer to the choice; by then another one may be made.
function showPreview(found) {
  const isStill = node && ply === null && !line && found.rev === view().rev && found.path.join() === node.path.map((p) => p.value).join();
  if (!isStill || !found.preview) return;
  preview(found);
  marks(node);
  board.about(touched({ ...node, ...found }), "picked");
}

// All that may be chosen now, in reading order; N goes from one to the next, so that no place need be sought with arrows. What takes a
// choice back is not among them: Esc does that.
const choicesNow = () => [...byId("board").querySelectorAll(".can"), ...byId("choices").querySelectorAll("button:not(.back)")];

// What is to be chosen next is brought into sight of whoever looks at the board, where none of it is: a button below a large hand.
function reveal() {
  const all = choicesNow(), box = (e) => e.getBoundingClientRect();
  const isSeen = all.some((e) => box(e).top >= 0 && box(e).bottom <= window.innerHeight);
  if (!isSeen && box(byId("board")).bottom > 0) all[0]?.scrollIntoView({ block: "nearest" });
}

function hop(by) {
  const all = choicesNow();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  const to = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  if (to.dataset.target !== undefined) board.goTo(to.dataset.target);
  else to.focus();
  to.scrollIntoView({ block: "nearest" });
}

// A list of all that can be chosen or wished now, narrowed by what is typed; Enter takes the first.
function palette() {
  const box = byId("palette"), input = byId("palette-text"), list = byId("palette-list");
  const every = [
    ...(node?.options ?? []).map((o) => ({ label: [o.site === o.label ? board.target(o.site)?.ariaLabel ?? o.label : o.label, o.site && o.site !== o.label ? `(${o.site})` : "", o.tip ?? ""].filter(Boolean).join(" "), work: () => pick([...node.path.map((p) => p.value), o.value]) })),
    ...(node?.complete === 1 ? [{ label: doing(node), work: play }] : []),
    ...[...byId("wishes").children, ...byId("relations").children].map((b) => ({ label: b.textContent, work: () => b.click() })),
    ...["moves", "rules", "why", "analysis", "chat", "help"].map((name) => ({ label: `Show ${name}`, work: () => tab(name) })),
  ];
  let found = every;
  const done = (entry) => { box.close(); entry?.work(); };
  const show = () => {
    const text = input.value.trim().toLowerCase();
    const begins = every.filter((e) => e.label.toLowerCase().startsWith(text));
    found = [...begins, ...every.filter((e) => !begins.includes(e) && e.label.toLowerCase().includes(text))];
    list.replaceChildren(...found.slice(0, 12).map((e) => make("li", {}, action(e.label, () => done(e)))));
    byId("palette-count").textContent = found.length > 12 ? `${found.length - 12} more` : found.length ? "" : "Nothing that can be done now is called so.";
  };
  input.oninput = show;
  byId("palette-form").onsubmit = (event) => { event.preventDefault(); done(found[0]); };
  input.value = "";
  show();
  box.showModal();
  input.focus();
}

// Whether a site means several choices, such as pieces of one stack.
const doubled = (next, option) => next.options.filter((o) => o.site === option.site).length > 1;

function button(option) {
  const made = make("button", { type: "button" });
  if (option.icon) {
    const icon = make("span", { className: "icon", ariaHidden: "true" });
    icon.innerHTML = option.icon;
    made.append(icon);
    icon.addEventListener("pointerdown", (e) => { if (e.button === 0) board.take(e, { option, piece: icon.firstElementChild }); });
  }
  if (option.tip) made.title = option.tip;
  made.append(option.label[0].toUpperCase() + option.label.slice(1));
  made.addEventListener("click", () => pick([...node.path.map((p) => p.value), option.value]));
  return made;
}

// Makes choices; those to be kept stay in the walk where they can, wherever they stand in it.
const pick = (path, keep = []) => {
  waits = true;
  queued = [];
  if (!keep.length) wanted = null;
  hush();
  send(line ? { type: "branch", ply: line.ply, paths: line.paths, path } : { type: "pick", rev: view().rev, path, keep });
};

function play() {
  const path = node.path.map((p) => p.value);
  wanted = null;
  hush();
  if (line) {
    line.paths.push(path);
    send({ type: "branch", ply: line.ply, paths: line.paths, path: [] });
  } else {
    waits = true; // what is pointed at meanwhile is meant for the position that follows
    send({ type: "do", rev: view().rev, path });
  }
}

function choose(site, option, lifted) {
  if (learning.names && ply === null && !line) { if (site) learning.clicked(site); return; }
  if (waits) { queued = [[site, option, lifted]]; return; }
  if (!node) return ply === null && !line ? ahead(site, option) : say("This is an earlier position.");
  const path = node.path.map((p) => p.value);
  if (option && !option.value) { // chosen ahead
    const held = option;
    option = node.options.find((o) => isOf(o, held));
    if (!option) return say(isFull() ? FULL : `${spoken(held.label)} cannot be chosen now.`);
  }
  if (option) return node.options.some((o) => o.value === option.value) ? pick([...path, option.value], option.keep ? [option.keep] : []) : undefined; // else it is gone meanwhile
  const found = node.options.filter((o) => o.site === site);
  if (found.length === 1) return pick([...path, found[0].value], lifted ? [lifted] : []);
  if (found.length > 1) return offer(site, found);
  const place = !line && (node.ahead ?? turnsNow()?.ahead ?? []).find((o) => o.site === site);
  if (place && place.value !== wanted) {
    wanted = place.value;
    return pick(turnsNow().before, [wanted, ...path.slice(turnsNow().before.length, turnsNow().before.length + 1).filter((v) => v.startsWith("turn "))]);
  }
  if (node.complete === 1 && node.path.some((p) => p.site === site)) return play();
  const picked = node.path.filter((p) => !p.forced);
  if (picked.length && picked.at(-1).site === site) return cancel();
  const other = !node.begun && places && begins(path, places.before) && places.options.find((o) => o.site === site);
  if (other) return pick([...places.before, other.value]); // laid elsewhere
  const first = view().next?.options.find((o) => o.site === site);
  if (isFull() && first) return say(FULL);
  if (node.begun) return say(`${site} cannot be chosen now: go on with the move, or take the choice back.`);
  if (first && picked.length && !line) return pick([first.value]);
  // nothing on the board can be chosen, but perhaps the place to which an action takes the piece that is
  const mayLead = !line && !document.body.dataset.hidden && node.path.some((p) => p.site && p.site !== site);
  if (node.options.length && !mayLead && !node.options.some((o) => o.site)) return say(node.prompt);
  if (view().mine && !line) send({ type: "why", path: [...path.filter((value) => /^(site|piece|kind) /.test(value)), `site ${site}`] });
}

// Whether all of a set is chosen, so that none can be added.
const isFull = () => node.path.some((p) => p.value === "end");
const FULL = "All of them are chosen: go on, or take a choice back.";

// Several choices at one place, such as the pieces of a stack: buttons for them alone.
function offer(site, found) {
  board.mark([], [...node.path, { site, value: "" }]);
  byId("board").dataset.at += ` @${site}`;
  ask(`Several things can be chosen at ${site}. Which one?`);
  const back = make("button", { type: "button", className: "back" }, "Take back the choice");
  back.addEventListener("click", () => showNext(node));
  byId("choices").replaceChildren(...found.map(button), back);
  byId("choices").firstElementChild.focus({ preventScroll: true });
}

// What is clicked while another player is to move is done when it is one's own turn, as far as it can be; a second click takes it back.
function ahead(site, option) {
  const now = view();
  if (!(site || option) || now.you === null || now.ended || now.lesson) return;
  queued = queued.some(([other, held]) => site ? other === site : held && isOf(held, option)) ? [] : [...queued, [site, option]];
  showAhead();
  board.wondered = site;
  if (site && queued.length === 1) send({ type: "reach", text: site });
}

const isOf = (option, held) => held.action ? (option.action ?? option.value) === held.action : option.kind === held.kind && option.pools?.some((pool) => held.pools.includes(pool));

// What was offered at one's last turn by a button is offered ahead, too: its words stay while what is on the board changes.
function offerAhead(now) {
  const may = !now.mine && !now.ended && seats.length === 1 && now.you !== null && !now.lesson;
  byId("ahead").replaceChildren(...(may ? seats[active].offered ?? [] : []).map((option) => {
    const made = action(option.label, () => ahead(null, option));
    made.setAttribute("aria-pressed", String(queued.some(([, held]) => held && isOf(held, option))));
    return made;
  }));
}

function showAhead() {
  queued = queued.filter(([, option]) => !option?.value); // a card that was clicked twice is not chosen for the next turn
  board.mark([], []);
  board.about(queued.flatMap(([site]) => site ?? []), "picked");
  for (const [, option] of queued) if (option) board.stored(option, true)[0]?.classList.add("picked");
  offerAhead(view());
  byId("prompt").classList.add("waits");
  const { ended, prompt } = view(), said = queued.map(([site, option]) => site ?? spoken(option.label));
  ask(ended ? "" : capital(prompt) + (said.length ? ` Then you choose ${said.join(", ")}; Esc or a second click takes it back.` : ""));
}

function cancel() {
  if (!node) return queued.length && ahead(...queued[0]);
  if (byId("board").dataset.at.includes("@")) return showNext(node);
  const at = node.path.findLastIndex((p) => !p.forced);
  if (at >= 0) pick(node.path.slice(0, at).map((p) => p.value));
}

// How a tile may be turned now, if one is being laid.
function turnsNow() {
  const value = node?.path.map((p) => p.value) ?? [];
  return turns && begins(value, turns.before) ? turns : null;
}

const begins = (path, before) => before.every((value, i) => value === path[i]);

function turn(by) {
  if (!turnsNow()) return;
  const value = node.path.map((p) => p.value);
  const now = turns.options.findIndex((o) => o.value === value[turns.before.length]);
  turns.at = (Math.max(now, turns.at, now < 0 && turns.at < 0 ? -1 : 0) + by + turns.options.length) % turns.options.length;
  pick([...turns.before, turns.options[turns.at].value], wanted ? [wanted] : []);
}

const renew = () => {
  waits = false;
  queued = [];
  if (ply === null && !line) show();
};

// ---- the past, and lines that are tried out

function step(to) {
  const { plies } = view();
  const at = Math.max(0, Math.min(plies, to));
  if (at === plies) { ply = null; show(); } else { ply = at; send({ type: "step", ply: at }); }
}

function showPast(past) {
  if (ply !== past.ply) return;
  line = node = null;
  byId("ahead").replaceChildren();
  byId("try")?.remove(); // another one is offered, for this position
  seated(past);
  lines.list(view().moves, view().plans);
  lines.at(lines.where(view().moves, past.ply));
  tip();
  byId("board").classList.add("old");
  board.show(past.svg);
  board.mark([], []);
  steps(past.ply, past.plies);
  analysis.show();
  ask(`After move ${past.ply} of ${past.plies}.`);
  const back = make("button", { type: "button", className: "main" }, "Back to the game");
  back.addEventListener("click", () => step(past.plies));
  const buttons = [back];
  if (view().you !== null && (view().tries || view().can.includes("hint"))) buttons.push(action("Try moves from here", () => tryOut(past.ply, [])));
  byId("choices").replaceChildren(...buttons);
}

// Shows a line behind a move of the game, and lets it go on.
function tryOut(at, paths) {
  ply = at;
  line = { ply: at, paths: [...paths] };
  waits = true; // what is clicked before the answer comes is meant for the line
  send({ type: "branch", ply: at, paths: line.paths, path: [] });
}

function showLine(data) {
  if (!line) return;
  line.texts = data.moves;
  byId("try")?.remove();
  seated({ ...view(), ...data });
  steps(line.ply, view().plies);
  lines.keep(line, data.moves, view());
  byId("board").classList.add("old");
  board.show(data.svg);
  if (data.next) showNext(data.next);
  else { waits = false; queued = []; node = null; tip(); board.mark([], []); byId("choices").replaceChildren(); }
  const said = data.moves.length ? `Tried: ${data.moves.map(spoken).join(", ")}. ` : "Try moves. ";
  ask(said + (data.ended || data.next?.prompt || ""));
  const back = make("button", { type: "button" }, "Back to the game");
  back.addEventListener("click", () => step(view().plies));
  byId("choices").append(back);
  if (view().plans && !view().mine && line.paths.length > 1 && !isLaid(data.moves)) byId("choices").append(action("Answer so, if it comes so", () => {
    send({ type: "plan", ply: line.ply, paths: line.paths });
    say("It is played by itself if the others play so, also while you are away.");
  }, "main"));
}

// Whether the line on the board is laid down already, up to the last move of who looks.
const isLaid = (texts) => view().plans.some(({ ply: at, moves }) => at === line.ply && moves.length >= texts.length - 1 && moves.every((text, i) => text === texts[i]));

// A line that was laid down has gone on.
function cameTrue(before, now) {
  const went = now.plans?.find((plan, i) => plan.came > 1 && plan.came > (before?.plans?.[i]?.came ?? plan.came));
  if (went) say(`It came as you laid down: ${went.moves.slice(0, went.came).map(spoken).join(", ")}.`);
}

function steps(at, plies) {
  byId("ply").textContent = `${at} of ${plies}`;
  for (const [id, to] of [["first", 0], ["back", at - 1], ["forward", at + 1], ["last", plies]]) {
    byId(id).disabled = to < 0 || to > plies || to === at;
    byId(id).onclick = () => step(to);
  }
  byId("moves").querySelectorAll("button").forEach((b) => {
    const isAt = b.dataset.first <= at && at <= b.dataset.last;
    b.setAttribute("aria-current", String(isAt));
    // asked before the page is drawn, where it lies would have the whole page laid out once more
    if (isAt) requestAnimationFrame(() => { byId("moves").scrollTop = b.parentNode.offsetTop - byId("moves").offsetTop - 80; });
  });
}

// ---- the file of the rules has been saved

function reloaded(message) {
  const box = byId("diagnostics");
  box.hidden = message.ok && !message.text.includes("no longer legal");
  box.replaceChildren(make("pre", {}, message.text));
  say(message.ok ? message.text : "The rules have mistakes; the game goes on under the old ones.");
}

// Saves the board as pixels, twice as many as the picture has: the browser draws them.
byId("save-png").addEventListener("click", async () => {
  const picture = new Image();
  picture.src = byId("save-svg").href;
  await picture.decode();
  const canvas = make("canvas", { width: 2 * picture.naturalWidth, height: 2 * picture.naturalHeight });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  make("a", { href: canvas.toDataURL("image/png"), download: `${view().title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "_")}.png` }).click();
});

// ---- reasons, hints, chat

function showReasons(message) {
  const shown = (reason) => make("div", {}, make("p", {}, capital(reason.sentence)),
    ...(reason.because.length ? [make("blockquote", {}, ...reason.because.map(shown))] : []),
    ...(reason.clause ? [rule(reason)] : []));
  byId("reasons").replaceChildren(make("h2", {}, message.of), ...(message.reasons.length ? message.reasons.map(shown) : [message.text ?? ""]));
  if (message.reasons.length) {
    board.about(message.reasons[0].sites, "about");
    say(`${message.of}: ${message.reasons[0].sentence}`, { reason: message.reasons[0] });
  }
}

function showBest(message) {
  if (message.best.length) board.about(message.best[0].sites, "best");
  say(message.said);
}

function showChat(message) {
  const lines = message.lines.map((l) => make("p", {}, make("b", {}, `${l.by}: `), l.text));
  if (message.more) byId("chat").append(...lines);
  else byId("chat").replaceChildren(...lines);
  byId("chat").scrollTop = byId("chat").scrollHeight;
  if (message.more && byId("panel-chat").hidden) unread(true);
}

// ---- the page

function tab(name) {
  for (const other of document.querySelectorAll('[role="tab"]')) {
    const chosen = other.id === `tab-${name}`;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (name === "chat") unread(false);
  if (name === "rules" && !byId("panel-rules").childElementCount) rules();
}

// A dot beside the word, which takes no room: the tabs stay in one line.
function unread(isSo) {
  byId("tab-chat").classList.toggle("unread", isSo);
  byId("tab-chat").ariaLabel = isSo ? "Chat, something new" : null;
}

// links within the rules leave the address as it is, which may hold a review or an exercise
byId("panel-rules").addEventListener("click", (event) => {
  const goal = byId(event.target.closest('a[href^="#"]')?.hash.slice(1));
  if (!goal) return;
  event.preventDefault();
  goal.scrollIntoView();
});

async function rules() {
  byId("panel-rules").textContent = "The rules are being written …";
  const answer = await fetch(`/api/rules/${seats[0].token}`);
  byId("panel-rules").innerHTML = answer.ok ? await answer.text() : "<p>The rules cannot be had now.</p>";
}

document.querySelector(".tabs").addEventListener("click", (e) => { const t = e.target.closest("[role=tab]"); if (t) tab(t.id.slice(4)); });
document.querySelector(".tabs").addEventListener("keydown", (e) => {
  const all = [...document.querySelectorAll('[role="tab"]')], way = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (!way) return;
  e.stopPropagation();
  const to = all[(all.indexOf(document.activeElement) + way + all.length) % all.length];
  tab(to.id.slice(4));
  to.focus();
});
byId("turn-board").addEventListener("click", () => {
  turned = !view().turned;
  sendAll({ type: "hello" });
});
byId("lift").addEventListener("click", () => { veiled = false; byId("curtain").hidden = true; show(); });
byId("ask-why").addEventListener("submit", (e) => { e.preventDefault(); if (byId("why-text").value) send({ type: "why", text: byId("why-text").value }); });
byId("say").addEventListener("submit", (e) => { e.preventDefault(); send({ type: "chat", text: byId("say-text").value }); byId("say-text").value = ""; });
byId("rename").addEventListener("submit", (e) => { e.preventDefault(); send({ type: "name", text: byId("name-text").value }); });
byId("board").addEventListener("wheel", (e) => { if (turns && node?.path.length) { e.preventDefault(); turn(e.deltaY > 0 ? 1 : -1); } }, { passive: false });
document.addEventListener("pointerdown", () => { hopping = false; }, true);
document.addEventListener("keydown", (e) => { if (e.key === "Tab" || e.key.startsWith("Arrow")) hopping = false; }, true);
document.addEventListener("keydown", (e) => {
  if (e.target.closest("input, select, textarea, dialog") || document.querySelector(":popover-open") || e.ctrlKey || e.metaKey || e.altKey) return;
  const keys = {
    Escape: cancel, r: () => turn(1), R: () => turn(-1), u: () => view()?.plies && send({ type: "undo" }),
    ArrowLeft: () => step((ply ?? view().plies) - 1), ArrowRight: () => step((ply ?? view().plies) + 1),
    n: () => { hopping = true; hop(1); }, N: () => { hopping = true; hop(-1); }, "/": palette,
    Home: () => step(0), End: () => step(view().plies),
  };
  if (!keys[e.key] || !view() || veiled) return;
  e.preventDefault();
  keys[e.key]();
});
byId("look").addEventListener("changed", () => sendAll({ type: "hello" }));

async function invite() {
  const answer = await fetch(`/api/links/${seats[0].token}`);
  if (!answer.ok) return;
  const { links } = await answer.json();
  byId("invite").hidden = false;
  byId("invite").onclick = () => byId("links").showModal();
  byId("links-list").replaceChildren(...Object.entries(links).map(([who, path]) => {
    const url = new URL(path, location.href).href;
    const button = action(asksWhom() ? "Send" : "Copy", async () => {
      const done = await pass({ title: view()?.title, url });
      if (done) Object.assign(button, { textContent: done, ariaLabel: null });
    });
    button.ariaLabel = `${button.textContent} the link for ${who}`;
    return make("div", { className: "link" }, make("img", { src: `/qr/${path.split("/").at(-1)}.svg`, alt: `QR code for ${who}` }),
      make("div", {}, make("b", {}, who), make("br"), make("a", { href: url }, url), " ", ...(canPass() ? [button] : [])));
  }));
  if (Object.keys(links).length > 1 && !sessionStorage.getItem(seats[0].token)) {
    sessionStorage.setItem(seats[0].token, "invited");
    byId("links").showModal();
  }
}

seats.forEach(connect);
if (document.body.dataset.host) invite();
