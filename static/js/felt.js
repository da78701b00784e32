// That something was saved can be felt, and heard where this device has chosen so; a finger need not be followed by an eye.

const TICK = 30; // milliseconds
const NOTES = [659.25, 880]; // hertz: e, a
const [LENGTH, LOUD] = [0.13, 0.2];

const how = () => document.documentElement.dataset.saving ?? "vibrate";
let context = null;

/** Two soft notes, made here: no file. A browser lets a page sound only after a tap, which saving was. */
async function sound() {
  context ??= new AudioContext();
  await context.resume();
  NOTES.forEach((pitch, i) => {
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

/** Something is kept on this phone from now on. Who wants less motion is not shaken. */
export function saved() {
  if (how() === "quiet") return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(TICK);
  if (how() === "sound") sound().catch(() => {});
}
