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
export function share({ watch }, lines, analysis) {
  byId("share").hidden = !watch || !(analysis.values.length || lines.hasSome());
  byId("share").onclick = async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ lines: lines.shared(), analysis: analysis.shared() }));
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const link = byId("share-link");
    link.href = new URL(`/play/${watch}#review=${encodeURIComponent(text)}`, location.href).href;
    link.hidden = false;
    await navigator.clipboard?.writeText(link.href).then(() => say("The link is copied. Whoever opens it sees the game with your review."), () => {});
  };
}
