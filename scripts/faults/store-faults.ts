/** KV and the cache failing, silent, late or full of nonsense: they are short cuts, never a condition. */
import assert from "node:assert/strict";
import { askAll } from "./answers.ts";
import { STORE_FAULTS, faultyCache, faultyKv, nonsenseKv } from "./faulty-ports.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { type Service, forgetAll, startInProcess } from "./service-in-process.ts";

const NONSENSE = ["", "{", "null", "[]", '{"readAtMs":9e15}', '{"principal":{"groupId":"g1"}}'];

const breakKv = Object.entries(STORE_FAULTS).map(([name, around]): [string, Scenario] => [
  `kv ${name}`,
  answersAlike((service) => (service.platform.kv = faultyKv(service.platform.kv, around))),
]);

const breakCache = Object.entries(STORE_FAULTS).map(([name, around]): [string, Scenario] => [
  `cache ${name}`,
  answersAlike((service) => (service.platform.cache = faultyCache(service.platform.cache, around))),
]);

export const storeFaults: Scenarios = {
  ...Object.fromEntries([...breakKv, ...breakCache]),
  "kv holds nonsense": answersAlike(...NONSENSE.map((text) => (service: Service) => (service.platform.kv = nonsenseKv(text)))),
  "kv and cache both never answer": answersAlike(({ platform }) => {
    const around = STORE_FAULTS["never answers"]!;
    platform.kv = faultyKv(platform.kv, around);
    platform.cache = faultyCache(platform.cache, around);
  }),
};

/** In a new isolate with each of these faults, every operation answers as it does without. */
function answersAlike(...faults: ((service: Service) => unknown)[]): Scenario {
  return async () => {
    const service = await startInProcess();
    try {
      const wanted = await askAll(service);
      for (const apply of faults) {
        forgetAll(service);
        apply(service);
        assert.deepEqual(await askAll(service), wanted);
        assert.deepEqual(await askAll(service), wanted);
      }
      assert.deepEqual((await service.accounts()).faults, []);
      return "every operation answers as without the fault";
    } finally {
      service.remove();
    }
  };
}
