// State layer. A game as QR codes: its compressed record is split over several URLs of this app, and put together again.
// The fragment of each URL has the format's version, a hash of the whole, the part's number and count, and the part.

import { rooted } from "./identifiers.js";

const FORM = "1";
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // capitals take less room in a code
const EACH = 400; // bytes
const MOST = 20;
const LARGEST = 1024 * 1024;
const SUM = 5; // bytes
const PART = new RegExp(`^1\\.([${SIGNS}]{8})\\.(\\d{1,2})\\.(\\d{1,2})\\.([${SIGNS}]{1,${EACH * 2}})$`);

/** Whether this browser supports it. */
export const isSupported = () => Boolean(self.CompressionStream && self.DecompressionStream && self.crypto?.subtle);

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error("large");
    }
    parts.push(value);
  }
}

function signs(bytes) {
  let told = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 5; count -= 5) told += SIGNS[(bits >> (count - 5)) & 31];
    bits &= (1 << count) - 1;
  }
  return count ? told + SIGNS[(bits << (5 - count)) & 31] : told;
}

function bytesOf(text) {
  const bytes = [];
  let bits = 0;
  let count = 0;
  for (const sign of text) {
    bits = (bits << 5) | SIGNS.indexOf(sign);
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push(bits >> count);
    bits &= (1 << count) - 1;
  }
  return new Uint8Array(bytes);
}

const sumOf = async (bytes) => signs(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, SUM));

/** Return a record as codes: their common URL, and the fragment of each. Throws `long` if there would be too many. */
export async function makeCodes(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const of = Math.ceil(bytes.length / EACH);
  if (of > MOST) throw new Error("long");
  const sum = await sumOf(bytes);
  const each = Math.ceil(bytes.length / of);
  const part = (n) => signs(bytes.slice(n * each, (n + 1) * each));
  const texts = Array.from({ length: of }, (_, n) => [FORM, sum, n + 1, of, part(n)].join("."));
  return { address: `${new URL(rooted("/games/take"), location.origin)}#`, texts };
}

/** Return the part in a fragment, or why it is invalid: `newer`, `none`. */
export function readPart(fragment) {
  const said = fragment.replace(/^#/, "").toUpperCase();
  const [, sum, n, of, part] = said.match(PART) ?? [];
  if (part && n >= 1 && Number(n) <= of && of <= MOST) return { sum, n: Number(n), of: Number(of), part };
  return { why: /^\d+\.[A-Z2-7]+\./.test(said) && !said.startsWith(`${FORM}.`) ? "newer" : "none" };
}

/** Return the record from all its parts, in order. Throws if the hash does not match. */
export async function joinRecord(sum, parts) {
  const bytes = new Uint8Array(await new Blob(parts.map(bytesOf)).arrayBuffer());
  if ((await sumOf(bytes)) !== sum) throw new Error("damaged");
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
