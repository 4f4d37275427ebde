// Who sits where: a chip for each player with their colour, the numbers that they have, and their clock.

import { make } from "./common.js";

// The chips of a view, and the numbers that all share; `isAlone`: whether the page shows one seat alone, which is marked as the reader's own.
export function chips(view, isAlone) {
  const common = (view.common ?? []).map((said) => make("span", { className: "player" }, said));
  return [...view.players.map((player, i) => {
    const chip = make("span", { className: `chip${i % 2 ? " striped" : ""}`, ariaHidden: "true" });
    chip.style.backgroundColor = player.colour;
    const made = make("span", { className: `player${view.toMove === i ? " moves" : ""}` }, chip, player.who ? `${player.name}: ${player.who}` : player.name);
    if (view.you === i && isAlone) made.append(" (you)");
    if (player.partners.length) made.append(make("small", {}, `with ${player.partners.join(" and ")}`));
    for (const { name, values } of view.standings) made.append(make("span", { className: "standing" }, make("small", {}, `${name} `), values[i]));
    for (const { icon, name, count } of view.lost[i] ?? []) {
      const lost = make("span", { className: "lost", title: `lost: ${count} ${name}` }, make("span", { className: "unseen" }, `lost: ${count} ${name}`));
      lost.insertAdjacentHTML("afterbegin", icon);
      if (count > 1) lost.append(make("small", { ariaHidden: "true" }, `×${count}`));
      made.append(lost);
    }
    if (player.left !== null) made.append(clock(player, view.at));
    return made;
  }), ...common];
}

// `at`: when it was known how much time is left.
function clock(player, at) {
  const made = make("time", {});
  const end = at + 1000 * player.left;
  const tick = () => {
    const left = Math.max(0, player.runs ? (end - performance.now()) / 1000 : player.left);
    const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, Math.floor(left % 60)];
    made.textContent = `${h ? `${h}:${String(m).padStart(2, "0")}` : m}:${String(s).padStart(2, "0")}`;
    made.classList.toggle("low", left < 20);
    if (player.runs && made.isConnected) setTimeout(tick, 250);
  };
  setTimeout(tick, 0);
  return made;
}
