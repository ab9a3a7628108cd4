/** GET /hotels/{groupId}: docs/interface.md §4.2. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { raiseContentVersion, seedGroup } from "../support/hotel-groups.ts";

interface Hotel {
  id: string;
  description: string;
}

function get(path: string, headers: Record<string, string> = {}, token = "g1-key", method = "GET"): Promise<Response> {
  return exports.default.fetch(`http://tabard.test${path}`, { method, headers: { Authorization: `Bearer ${token}`, ...headers } });
}

beforeAll(async () => {
  await seedGroup(env.DB, "g1", [
    {
      id: "h2",
      texts: { en: "Two", de: "Zwei" },
      images: [{ url: "https://i.test/1", alt: "One" }, { url: "https://i.test/2" }],
      facilities: [7, 3],
    },
    { id: "h1", texts: { en: "One" } },
    { id: "H3", texts: { es: "Tres" } },
    { id: "h4" },
    { id: "h5", texts: { de: "Fünf", "de-CH": "Foif", en: "Five" } },
  ]);
  await seedGroup(env.DB, "g2", [{ id: "other", texts: { en: "Other" } }]);
});

describe("GET /hotels/{groupId}", () => {
  it("lists every hotel with every field, sorted by id", async () => {
    const answer = await get("/hotels/g1");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    const hotels = await answer.json<Hotel[]>();
    expect(hotels.map((hotel) => hotel.id)).toEqual(["H3", "h1", "h2", "h4", "h5"]);
    expect(JSON.stringify(hotels[2])).toBe(
      JSON.stringify({
        id: "h2",
        name: "Name",
        description: "Two",
        address1: "One",
        address2: "Two",
        postcode: "1000",
        email: "a@b.test",
        telephone: "+1",
        town: "Town",
        country: "PT",
        images: [
          { url: "https://i.test/1", alt: "One" },
          { url: "https://i.test/2", alt: "" },
        ],
        chekInHours: "15",
        chekInMinutes: "00",
        chekOutHours: "11",
        chekOutMinutes: "30",
        starRating: "4",
        facilities: [{ code: 7 }, { code: 3 }],
        position: { latitude: 38.7, longitude: -9.1, timezone: "Europe/Lisbon" },
      }),
    );
    expect(hotels[3]).toMatchObject({ description: "", images: [], facilities: [] });
  });

  const languages: [query: string, given: string, texts: string[]][] = [
    ["", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=de", "de", ["Tres", "One", "Zwei", "", "Fünf"]],
    ["?language=de-AT", "de", ["Tres", "One", "Zwei", "", "Fünf"]],
    ["?language=DE-ch-1996", "de-CH", ["Tres", "One", "Zwei", "", "Foif"]],
    ["?language=es", "es", ["Tres", "One", "Two", "", "Five"]],
    ["?language=it", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=*", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=%ff%00", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=%E0%A4%A", "en", ["Tres", "One", "Two", "", "Five"]],
    ["?language=de_DE", "en", ["Tres", "One", "Two", "", "Five"]],
  ];
  for (const [query, given, texts] of languages) {
    it(`gives ${given} for ${query || "no language"}, and each hotel the best text it has`, async () => {
      const answer = await get(`/hotels/g1${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Language")).toBe(given);
      expect((await answer.json<Hotel[]>()).map((hotel) => hotel.description)).toEqual(texts);
    });
  }

  it("tells caches that the answer is the caller's own and must be asked for again", async () => {
    const { headers } = await get("/hotels/g1");
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("Vary")).toBe("Authorization");
    expect(headers.get("Last-Modified")).toBe("Tue, 14 Nov 2023 22:13:20 GMT");
    expect(headers.get("ETag")).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it("answers 304 to whoever has it, with the headers caches need and no others about the content", async () => {
    const etag = (await get("/hotels/g1")).headers.get("ETag") ?? "";
    for (const tags of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const answer = await get("/hotels/g1", { "If-None-Match": tags });
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe("");
      expect(Object.fromEntries(answer.headers)).toMatchObject({ etag, "cache-control": "private, no-cache", vary: "Authorization" });
      expect(answer.headers.has("Content-Type")).toBe(false);
      expect(answer.headers.has("Content-Language")).toBe(false);
    }
    expect((await get("/hotels/g1", { "If-None-Match": '"x"' })).status).toBe(200);
    expect((await get("/hotels/g1?language=de", { "If-None-Match": etag })).status).toBe(200);
  });

  it("answers HEAD with the headers alone", async () => {
    const [head, got] = await Promise.all([get("/hotels/g1", {}, "g1-key", "HEAD"), get("/hotels/g1")]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("ETag")).toBe(got.headers.get("ETag"));
    expect(head.headers.get("Content-Language")).toBe("en");
  });

  it("is refused without a live token of the group, whatever the caches hold", async () => {
    expect((await get("/hotels/g1")).status).toBe(200);
    const etag = (await get("/hotels/g1")).headers.get("ETag") ?? "";
    for (const token of ["g2-key", "nothing", ""]) {
      const answer = await get("/hotels/g1", { "If-None-Match": etag }, token);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: "unauthorized" });
    }
    expect((await exports.default.fetch("http://tabard.test/hotels/g1")).status).toBe(401);
  });

  it("shows two groups nothing of each other", async () => {
    const other = await (await get("/hotels/g2", {}, "g2-key")).json<Hotel[]>();
    expect(other.map((hotel) => hotel.id)).toEqual(["other"]);
  });

  it("shows a change at once to whoever asks with no-cache, and then to everybody here", async () => {
    await seedGroup(env.DB, "g3", [{ id: "g3-h", texts: { en: "Before" } }]);
    const before = await get("/hotels/g3", {}, "g3-key");
    expect(await before.json<Hotel[]>()).toMatchObject([{ description: "Before" }]);
    await env.DB.batch([
      env.DB.prepare("UPDATE hotel_texts SET description = 'After' WHERE group_id = 'g3'"),
      env.DB.prepare("INSERT INTO hotel_texts VALUES ('g3', 'g3-h', 'fr', 'Après')"),
      raiseContentVersion(env.DB, "g3"),
    ]);
    const after = await get("/hotels/g3", { "Cache-Control": "max-age=0, no-cache" }, "g3-key");
    expect(await after.json<Hotel[]>()).toMatchObject([{ description: "After" }]);
    expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
    expect(await (await get("/hotels/g3?language=fr-CA", {}, "g3-key")).json<Hotel[]>()).toMatchObject([{ description: "Après" }]);
  });
});
