// A short sound for each move, and a notice of the browser when it is one's turn and the page is not seen: off until wanted.

import { byId } from "./common.js";
import { say } from "./toast.js";

const PITCH = { move: 520, turn: 880 }; // hertz
let audio = null;
let isRefused = false; // whether this browser has shown no notice although it may

const isOn = () => localStorage.getItem("sound") === "on";

function show() {
  byId("sound").setAttribute("aria-pressed", String(isOn()));
  const hasNotices = !isRefused && globalThis.Notification?.permission === "granted";
  byId("sound").title = !isOn() ? "Sound and notices are off" : hasNotices ? "Sound and notices are on" : "Sound is on; this browser shows no notices";
}

// A browser plays nothing before somebody has pressed something on the page.
for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => { if (isOn()) (audio ??= new AudioContext()).resume(); }, true);

function ring(pitch) {
  if (audio?.state !== "running") return;
  const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}

// Something has happened; `call`: what whoever sits here is to know of, as that it is their turn, "" for nothing.
export function heard(title, call) {
  if (!isOn()) return;
  ring(call ? PITCH.turn : PITCH.move);
  navigator.vibrate?.(call ? 60 : 15);
  if (!call || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  try { new Notification(title, { body: call, tag: location.pathname }); } catch { // some phones allow none from a page
    isRefused = true;
    show();
  }
}

byId("sound").addEventListener("click", async () => {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  show();
  if (isOn()) {
    (audio ??= new AudioContext()).resume().then(() => ring(PITCH.move));
    if (globalThis.Notification?.permission === "default") await Notification.requestPermission();
    show();
  }
  say(byId("sound").title);
});
show();
