// Drawing layer. Keeps the screen awake while a game is open. Browsers have a wake lock over HTTPS and on localhost. Elsewhere,
// a playing video does the same.

let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // a phone in battery saver mode refuses
  }
}

/**
 * Return a video of a dark dot. Blink and Gecko keep the screen on for a muted stream of any size, WebKit for one with sound that
 * is not muted and does not loop.
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
  setInterval(draw, 1000); // a stream needs something new to show
  const stream = canvas.captureStream(1);
  const apple = "GestureEvent" in window;
  const sound = apple ? new AudioContext() : null;
  if (sound) {
    for (const track of sound.createMediaStreamDestination().stream.getAudioTracks()) stream.addTrack(track);
    // Mix the silence with other audio and don't stop it, where browsers allow.
    if (navigator.audioSession) navigator.audioSession.type = "ambient";
  }
  const video = Object.assign(document.createElement("video"), { muted: !apple, playsInline: true, srcObject: stream, className: "wake-lock-video" });
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
    video.play().catch(() => {}); // needs a tap first: tried again after one
  };
  for (const name of ["click", "keydown"]) document.addEventListener(name, begin, { capture: true, passive: true });
  document.addEventListener("visibilitychange", begin);
  begin();
}

export function keepScreenAwake() {
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  } else if (!window.isSecureContext && HTMLCanvasElement.prototype.captureStream) play();
}
