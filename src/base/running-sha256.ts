/**
 * SHA-256 (FIPS 180-4) whose state can be kept and taken up again, which no host's own can: a hash over millions of lines is
 * computed in steps that a kill does not undo. Leaf.
 */
const BLOCK_BYTES = 64;
const WORD_BITS = 32;

const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** The state between two updates, as JSON keeps it. */
export interface HashState {
  words: readonly number[];
  /** Bytes taken so far. */
  bytes: number;
  /** The last ones, that do not fill a block yet. */
  rest: readonly number[];
}

export interface RunningHash {
  update(bytes: Uint8Array): void;
  state(): HashState;
  /** Lower-case hex; the hash cannot go on behind it. */
  digest(): string;
}

/** A hash from its beginning, or from a state. */
export function runningSha256(from?: HashState): RunningHash {
  const words = Uint32Array.from(from?.words ?? INITIAL);
  const block = new Uint8Array(BLOCK_BYTES);
  const schedule = new Uint32Array(BLOCK_BYTES);
  let taken = from?.bytes ?? 0;
  let filled = from?.rest.length ?? 0;
  block.set(from?.rest ?? []);
  const update = (bytes: Uint8Array): void => {
    taken += bytes.length;
    let at = 0;
    if (filled > 0) {
      const part = bytes.subarray(0, BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.length;
      at = part.length;
      if (filled < BLOCK_BYTES) return;
      compress(words, schedule, block, 0);
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) compress(words, schedule, bytes, at);
    block.set(bytes.subarray(at));
    filled = bytes.length - at;
  };
  return {
    update,
    state: () => ({ words: [...words], bytes: taken, rest: [...block.subarray(0, filled)] }),
    digest() {
      const bits = taken * 8;
      const zeros = (BLOCK_BYTES + BLOCK_BYTES - 9 - filled) % BLOCK_BYTES;
      const tail = new Uint8Array(1 + zeros + 8);
      tail[0] = 0x80;
      const view = new DataView(tail.buffer);
      view.setUint32(1 + zeros, Math.floor(bits / 2 ** WORD_BITS));
      view.setUint32(5 + zeros, bits >>> 0);
      update(tail);
      return [...words].map((word) => word.toString(16).padStart(8, "0")).join("");
    },
  };
}

/** One block of bytes, from `at`, into the words. Indexes are within bounds by construction. */
function compress(words: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK_BYTES);
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [w15, w2] = [of(schedule, i - 15), of(schedule, i - 2)];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[i] = of(schedule, i - 16) + s0 + of(schedule, i - 7) + s1;
  }
  let [a, b, c, d] = [of(words, 0), of(words, 1), of(words, 2), of(words, 3)];
  let [e, f, g, h] = [of(words, 4), of(words, 5), of(words, 6), of(words, 7)];
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + of(K, i) + of(schedule, i)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) words[i] = of(words, i) + (sums[i] ?? 0);
}

function of(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (WORD_BITS - bits));
}

/** The first 32 bits of the fractional part. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** WORD_BITS);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
