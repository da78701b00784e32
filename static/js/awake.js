// The screen stays awake while a game is open. Over https, and on the computer itself, browsers have a lock for it; elsewhere none
// is had, but every browser leaves the screen on while a film plays.

let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // a phone that saves its battery says no
  }
}

/**
 * A film of a dark dot, made here. What browsers want of one that keeps the screen on: Blink and Gecko take a stream of any size,
 * muted; WebKit one with a track of sound that is not muted and does not repeat.
 */
function film() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const pen = canvas.getContext("2d");
  let turn = 0;
  const draw = () => {
    pen.fillStyle = turn++ % 2 ? "#000" : "#111";
    pen.fillRect(0, 0, 16, 16);
  };
  draw();
  setInterval(draw, 1000); // a stream goes on only while something is drawn
  const stream = canvas.captureStream(1);
  const apple = "GestureEvent" in window;
  const sound = apple ? new AudioContext() : null;
  if (sound) {
    for (const track of sound.createMediaStreamDestination().stream.getAudioTracks()) stream.addTrack(track);
    // Silence beside the music of the kitchen, not in its place, where that can be said.
    if (navigator.audioSession) navigator.audioSession.type = "ambient";
  }
  const video = Object.assign(document.createElement("video"), { muted: !apple, playsInline: true, srcObject: stream, className: "awake" });
  video.setAttribute("aria-hidden", "true");
  video.tabIndex = -1;
  document.body.append(video);
  return { video, sound };
}

let playing = null;

function play() {
  if (playing) return;
  playing = film();
  const { video, sound } = playing;
  const begin = () => {
    if (document.hidden || !video.paused) return;
    sound?.resume().catch(() => {});
    video.play().catch(() => {}); // not before somebody has tapped: then it is asked for again
  };
  for (const name of ["click", "keydown"]) document.addEventListener(name, begin, { capture: true, passive: true });
  document.addEventListener("visibilitychange", begin);
  begin();
}

export function keepAwake() {
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  } else if (!window.isSecureContext && HTMLCanvasElement.prototype.captureStream) play();
}
