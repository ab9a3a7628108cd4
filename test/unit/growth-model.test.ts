/** The model of growth: its parts against slow simulations, its figures against the pages they come from, and docs/growing.md. */
import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { describe, expect, it } from "vitest";
import { CONTINENTS, GROUPS, HOTELS, REGIONS, REQUESTS_PER_HOTEL_MONTH, SHARDS } from "../../bench/model/assumptions.ts";
import { makeGroups, shareOf } from "../../bench/model/groups.ts";
import { queueMs, waitsOf } from "../../bench/model/latency.ts";
import { type Load, MONTH_SECONDS, callerShare, loadOf } from "../../bench/model/load.ts";
import { MEASURED } from "../../bench/model/measured.ts";
import { DEPLOYMENTS, runModel } from "../../bench/model/model.ts";
import { billOf, totalOf } from "../../bench/model/money.ts";
import { renderContinents, renderModel } from "../../bench/model/render.ts";
import { type Part, hitShare, renewals, sharedQuestions, stayOf } from "../../bench/model/replicas.ts";

/** Mulberry32: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("groups", () => {
  it("have all hotels, lie in their regions, and fill databases alike", () => {
    const groups = makeGroups();
    expect([groups.length, groups.reduce((sum, { hotels }) => sum + hotels, 0)]).toEqual([GROUPS, HOTELS]);
    const held = Map.groupBy(groups, ({ shard }) => shard);
    expect(held.size).toBe(SHARDS);
    for (const own of held.values()) expect(new Set(own.map(({ region }) => region)).size).toBe(1);
    const sizes = [...held.values()].map((own) => own.reduce((sum, { hotels }) => sum + hotels, 0));
    expect(Math.max(...sizes) / (HOTELS / SHARDS)).toBeLessThan(1.25);
    for (const region of REGIONS) {
      const hotels = groups.filter((group) => group.region === region).reduce((sum, group) => sum + group.hotels, 0);
      expect(hotels / HOTELS).toBeCloseTo(shareOf(region), 2);
    }
  });

  it("have callers everywhere, all of them in all", () => {
    for (const region of REGIONS) expect(CONTINENTS.reduce((sum, one) => sum + callerShare({ region }, one), 0)).toBeCloseTo(1);
  });
});

describe("requests that share questions", () => {
  it.each([
    [0.5, 0.1],
    [5, 0.1],
    [50, 0.1],
  ])("at %d a second and %d s a question are what a simulation counts", (rate, seconds) => {
    const random = randomNumbers(1);
    let [now, end, questions, isWaiting] = [0, 0, 0, false];
    const total = 200_000;
    for (let request = 0; request < total; request += 1) {
      now -= Math.log(1 - random()) / rate;
      // Who came during a question has asked the next one at its end.
      while (isWaiting && now >= end) {
        questions += 1;
        end += seconds;
        isWaiting = false;
      }
      if (now < end) {
        isWaiting = true;
      } else {
        questions += 1;
        end = now + seconds;
      }
    }
    expect(questions / now / sharedQuestions(rate, seconds)).toBeCloseTo(1, 1);
  });

  it("never ask more often than they come, nor than one after the other", () => {
    for (const rate of [0, 0.01, 1, 10, 1_000]) {
      for (const seconds of [0.001, 0.1, 1]) {
        const asked = sharedQuestions(rate, seconds);
        expect(asked).toBeLessThanOrEqual(Math.min(rate, 1 / seconds) + 1e-9);
        expect(sharedQuestions(rate * 2, seconds)).toBeGreaterThanOrEqual(asked);
      }
    }
    expect([renewals(0, 30), renewals(1e9, 20)]).toEqual([0, expect.closeTo(1 / 20)]);
  });
});

describe("an isolate's memory", () => {
  it("finds as often as a cache that is simulated", () => {
    const random = randomNumbers(2);
    const parts: Part[] = Array.from({ length: 200 }, (_, at) => ({ rate: 10 / (at + 1), bytes: 50 + (at % 7) * 100 }));
    const memory = 20_000;
    const total = parts.reduce((sum, { rate }) => sum + rate, 0);
    const cache = new LRUCache<number, true>({ maxSize: memory, sizeCalculation: (_value, key) => parts[key]?.bytes ?? 0 });
    let [asked, found] = [0, 0];
    for (let request = 0; request < 300_000; request += 1) {
      let point = random() * total;
      let at = -1;
      while (point >= 0 && at < parts.length - 1) point -= parts[++at]?.rate ?? 0;
      if (request > 20_000) asked += 1;
      if (cache.get(at)) found += request > 20_000 ? 1 : 0;
      else cache.set(at, true);
    }
    const stay = stayOf(parts, memory, 1e9);
    const expected = parts.reduce((sum, part) => sum + part.rate * hitShare(part, memory, stay), 0) / total;
    expect(Math.abs(found / asked - expected)).toBeLessThan(0.02);
  });

  it("finds no more than its life allows, and nothing that does not fit", () => {
    expect(stayOf([{ rate: 1, bytes: 1 }], 10, 60)).toBe(60);
    expect(hitShare({ rate: 100, bytes: 11 }, 10, 60)).toBe(0);
  });
});

describe("a database's queue", () => {
  it("is an M/M/1: so many wait no longer", () => {
    for (const busy of [0.1, 0.5, 0.9]) {
      const queries = 100;
      const shard = { queries, busyMs: busy * 1_000 };
      const serviceMs = (busy * 1_000) / queries;
      for (const point of [0.5, 0.95, 0.995]) {
        const ms = queueMs(shard, point);
        const longer = busy * Math.exp((-ms * (1 - busy)) / serviceMs);
        if (ms > 0) expect(1 - longer).toBeCloseTo(point);
        else expect(1 - busy).toBeGreaterThanOrEqual(point);
      }
    }
    expect(queueMs({ queries: 1, busyMs: 1_000 }, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the load", () => {
  const groups = makeGroups();
  const loads = DEPLOYMENTS.map((deployment) => loadOf(groups, deployment, 1));
  const busyOf = ({ shards }: Load): number => shards.reduce((sum, { busyMs }) => sum + busyMs, 0);

  it("has every request once, however it is deployed", () => {
    const reads = (HOTELS * REQUESTS_PER_HOTEL_MONTH) / MONTH_SECONDS;
    const writes = loads.map(({ requests }) => requests - reads);
    for (const one of writes) expect(one).toBeCloseTo(writes[0] ?? 0);
    expect(writes[0]).toBeGreaterThan(0);
  });

  it("is less with every step towards the database, in memory, work and money", () => {
    for (const [at, load] of loads.entries()) {
      const before = loads[at - 1];
      if (!before) continue;
      expect(load.hitShare).toBeGreaterThanOrEqual(before.hitShare - 1e-9);
      expect(busyOf(load)).toBeLessThanOrEqual(busyOf(before));
      expect(totalOf(billOf(load))).toBeLessThanOrEqual(totalOf(billOf(before)));
    }
    expect(loads.at(-1)?.kvWrites).toBeLessThan((loads[0]?.kvWrites ?? 0) / 10);
  });

  it("of nobody costs the plan alone", () => {
    expect(totalOf(billOf(loadOf([], DEPLOYMENTS[0]!, 1)))).toBe(5);
  });

  it("lets percentiles rise, and nobody be faster than the way", () => {
    const few = makeGroups(20, 1_000);
    for (const deployment of DEPLOYMENTS) {
      const load = loadOf(few, deployment, 1);
      for (const continent of CONTINENTS) {
        const [p50, p99] = waitsOf(few, deployment, load, continent, "reservation", [0.5, 0.99]);
        const shortest = Math.min(...Object.values(continent.tripMs)) * Math.exp(-0.5);
        expect(p50).toBeGreaterThan(continent.edgeMs + shortest);
        expect(p99).toBeGreaterThan(p50 ?? 0);
      }
    }
  });
});

it("its measured figures are those of the table of costs", () => {
  const cells = (line: string): string[] =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1);
  const rows = readFileSync("docs/operations.md", "utf8").split("\n").map(cells);
  const row = (operation: string): number[] =>
    rows
      .find(([name]) => name === operation)
      ?.slice(1)
      .map(Number) ?? [];
  const [rowsRead, , , , , cpuMs] = row("availability, 7 nights");
  expect([MEASURED.questionRows.value, MEASURED.availabilityCpuMs.value]).toEqual([rowsRead, cpuMs]);
  const [coldRows = 0, , , , , coldMs = 0] = row("availability, 7 nights, cold");
  expect(MEASURED.loadRowsPerHotel.value).toBeCloseTo(coldRows / 100, -1);
  expect(MEASURED.loadCpuMsPerHotel.value).toBeCloseTo(coldMs / 100, 2);
  const [read, written, , , , bookedMs] = row("reservation, one booking of 3 nights");
  expect([MEASURED.reservationRowsRead.value, MEASURED.reservationRowsWritten.value]).toEqual([read, written]);
  expect(MEASURED.reservationCpuMs.value).toBe(bookedMs);
  expect(MEASURED.listingCpuMs.value).toBe(row("list 100 hotels")[5]);
});

it("docs/growing.md has what it prints", { timeout: 120_000 }, () => {
  const plain = (text: string): string => text.replaceAll(/[ \n]+/g, " ").replaceAll(/-{3,}/g, "---");
  const page = plain(readFileSync("docs/growing.md", "utf8"));
  const [first] = DEPLOYMENTS;
  const { hotelsMax, hitShare: found } = runModel(first!);
  expect(page).toContain(`one Worker, as it is deployed by default, carries ${hotelsMax.toLocaleString("en")} hotels`);
  expect(page).toContain(`in ${Math.round(found * 100)} % of cases`);
  for (const part of [renderContinents(), renderModel()].flatMap((text) => text.split("\n\n"))) expect(page).toContain(plain(part));
});
