// A short sound for each move, and a notice of the browser when it is one's turn and the page is not seen: off until wanted.

import { byId } from "./common.js";

const PITCH = { move: 520, turn: 880 }; // hertz
let audio = null;

const isOn = () => localStorage.getItem("sound") === "on";

function show() {
  byId("sound").setAttribute("aria-pressed", String(isOn()));
  byId("sound").title = isOn() ? "Sound and notices are on" : "Sound and notices are off";
}

function ring(pitch) {
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}

// A move has been made; `mine`: it is the turn of whoever sits here, and was not before.
export function heard(title, mine) {
  if (!isOn()) return;
  ring(mine ? PITCH.turn : PITCH.move);
  navigator.vibrate?.(mine ? 60 : 15);
  if (mine && document.hidden && Notification.permission === "granted") new Notification(title, { body: "It is your turn.", tag: location.pathname });
}

byId("sound").addEventListener("click", () => {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  show();
  if (!isOn()) return;
  ring(PITCH.move);
  if (Notification.permission === "default") Notification.requestPermission();
});
show();
