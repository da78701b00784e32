// Drawing layer. Signals that something was saved by vibration or sound, as this device has chosen, so that no one has to look.

const TICK = 30; // milliseconds
const NOTES = [659.25, 880]; // hertz: e, a
const [LENGTH, LOUD] = [0.13, 0.2];

const how = () => document.documentElement.dataset.saving ?? "vibrate";
let context = null;

/** Play two soft notes without a file. Browsers allow sound only after a tap, and saving was one. */
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

/** Signal that something is saved on this phone. There is no vibration with reduced motion. */
export function signalSave() {
  if (how() === "quiet") return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(TICK);
  if (how() === "sound") sound().catch(() => {});
}
