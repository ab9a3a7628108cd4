/** How often an isolate has what it is asked for. Pure. */

/** A month of a group, as one isolate is asked for it. */
export interface Part {
  /** Requests a second. */
  rate: number;
  bytes: number;
}

/**
 * How long a part stays in a memory of so many bytes from which what was asked for longest ago goes first (Che's approximation), and
 * at most as long as the isolate lives: the time within which all that is asked for again is as large as the memory.
 */
export function stayOf(parts: readonly Part[], bytes: number, lifeSeconds: number): number {
  const held = (seconds: number): number => parts.reduce((sum, part) => sum + part.bytes * (1 - Math.exp(-part.rate * seconds)), 0);
  if (held(lifeSeconds) <= bytes) return lifeSeconds;
  let [low, high] = [0, lifeSeconds];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (held(middle) > bytes) high = middle;
    else low = middle;
  }
  return low;
}

/** Of requests for a part, those that find it. */
export function hitShare({ rate, bytes }: Part, memoryBytes: number, staySeconds: number): number {
  return bytes > memoryBytes ? 0 : 1 - Math.exp(-rate * staySeconds);
}

/**
 * Questions a second that an isolate asks where requests come at random and those that come during one share the next: at few
 * requests one each, at many one after the other without a pause.
 */
export function sharedQuestions(rate: number, questionSeconds: number): number {
  const asked = rate * questionSeconds;
  return rate === 0 ? 0 : rate / (asked + Math.exp(-asked));
}

/** Look-ups a second of what is believed for some seconds. */
export function renewals(rate: number, trustSeconds: number): number {
  return rate / (1 + rate * trustSeconds);
}
