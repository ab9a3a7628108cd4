/** The groups of the model, and the databases they are put on. Pure. */
import { sumOf } from "../../src/base/money.ts";
import { CONTINENTS, GROUPS, HOTELS, REGIONS, type Region, SHARDS, SIZE_EXPONENT } from "./assumptions.ts";

export interface Group {
  hotels: number;
  region: Region;
  shard: number;
}

/** `groups` groups of `hotels` hotels in all, the largest first, each on the emptiest database of its region. */
export function makeGroups(groups: number = GROUPS, hotels: number = HOTELS): Group[] {
  const weights = Array.from({ length: groups }, (_, rank) => (rank + 1) ** -SIZE_EXPONENT);
  const sizes = share(hotels, weights);
  const regions = share(SHARDS, REGIONS.map(shareOf)).flatMap((count, at): Region[] =>
    Array.from({ length: count }, () => REGIONS[at] ?? "weur"),
  );
  const held = regions.map(() => 0);
  const kept: Record<Region, number> = { weur: 0, enam: 0, apac: 0, oc: 0 };
  return sizes.map((size) => {
    // A region gets the next group while it is furthest below its share of all hotels.
    const region = REGIONS.toSorted((a, b) => kept[a] / shareOf(a) - kept[b] / shareOf(b))[0] ?? "weur";
    kept[region] += size;
    const shard =
      regions
        .map((_, at) => at)
        .filter((at) => regions[at] === region)
        .toSorted((a, b) => (held[a] ?? 0) - (held[b] ?? 0))[0] ?? 0;
    held[shard] = (held[shard] ?? 0) + size;
    return { hotels: size, region, shard };
  });
}

/** Of all hotels, those kept in a region. */
export function shareOf(region: Region): number {
  return CONTINENTS.filter(({ home }) => home === region).reduce((sum, { share: own }) => sum + own, 0);
}

/** A whole number of things by weights, none without any: what rounding leaves goes to the largest remainders. */
function share(things: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight / sum) * things);
  const counts = exact.map((one) => Math.max(1, Math.floor(one)));
  const order = exact.map((_, at) => at).toSorted((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  for (let left = things - sumOf(counts), at = 0; left > 0; left -= 1, at += 1) {
    const index = order[at % order.length] ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
