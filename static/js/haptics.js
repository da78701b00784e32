// Drawing layer. Signals by vibration or sound, as this device has chosen, that something was saved or a game was won.

const TICK = 30; // milliseconds
const CHEER = [40, 60, 40, 60, 160]; // buzz, pause, buzz, ...
const NOTES = [659.25, 880]; // hertz: e, a
const FANFARE = [659.25, 880, 1108.73, 1318.51]; // e, a, c sharp, e
const [LENGTH, LOUD] = [0.13, 0.2];

const how = () => document.documentElement.dataset.saving ?? "vibrate";
let context = null;

/** Play soft notes without a file. Browsers allow sound only after a tap, and saving was one. */
async function sound(notes) {
  context ??= new AudioContext();
  await context.resume();
  notes.forEach((pitch, i) => {
    const [from, tone, gain] = [context.currentTime + i * LENGTH, context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUD, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  });
}

function signal(buzz, notes) {
  if (how() === "quiet") return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(buzz);
  if (how() === "sound") sound(notes).catch(() => {});
}

/** Signal that something is saved on this phone. There is no vibration with reduced motion. */
export const signalSave = () => signal(TICK, NOTES);

/** Signal that a game is won. */
export const signalWin = () => signal(CHEER, FANFARE);
