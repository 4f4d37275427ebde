// A review as a link: the curve, the turning points, lines and notes stand in its address behind the #, which no server is sent.

import { byId } from "./common.js";
import { say } from "./toast.js";

// The review that this page was opened with; null without one, or where part of the address is missing.
export function opened() {
  try {
    const text = new URLSearchParams(location.hash.slice(1)).get("review");
    return text && JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  } catch { return null; }
}

// Offers the link, where there is something to share and whoever reads may look on.
export function share(view, lines, analysis) {
  byId("share").hidden = !view.watch || !(analysis.values.length || lines.hasSome());
  byId("share").onclick = () => hand(view, lines, analysis);
}

// Hands an address on: a phone asks to whom, else it is copied. What was done with it is told, "" where nothing was. Pages that came
// without encryption may do neither.
export const asksWhom = () => navigator.share && matchMedia("(pointer: coarse)").matches;
export const canPass = () => Boolean(asksWhom() || navigator.clipboard);
export const pass = (page) => (asksWhom() ? navigator.share(page).then(() => "Sent") : navigator.clipboard.writeText(page.url).then(() => "Copied")).catch(() => "");

// Hands the link of a game on. Whoever has played gives no key of a seat away, but that of spectators.
export async function hand(view, lines, analysis) {
  const found = { lines: lines.shared(), analysis: analysis.shared() };
  const text = btoa(Array.from(new TextEncoder().encode(JSON.stringify(found)), (byte) => String.fromCharCode(byte)).join(""));
  const review = analysis.values.length || lines.hasSome() ? `#review=${encodeURIComponent(text)}` : "";
  const link = byId("share-link");
  link.href = new URL((view.watch ? `/play/${view.watch}` : location.pathname) + review, location.href).href;
  link.hidden = false;
  const done = canPass() ? await pass({ title: view.title, text: view.ended, url: link.href }) : "";
  if (done === "Copied") say(`The link is copied. Whoever opens it sees the game${review && " with your review"}.`);
  else if (!done && !asksWhom()) say("The link stands below the moves.");
}
