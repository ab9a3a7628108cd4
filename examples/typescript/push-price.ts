// Pushes a price and a count of rooms, with nothing but fetch: node push-price.ts http://127.0.0.1:8787
const base = process.argv[2] ?? "http://127.0.0.1:8787";
const [group, hotel, room, rate] = ["demo", "demo-lisbon", "DBL", "FLEX"];
const headers = { Authorization: "Bearer demo-pms-key", "Content-Type": "application/json" };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [inDays(60), inDays(66)];

// What there is now, and the newest event at that moment: a count made now is "as of" it.
const read = await fetch(`${base}/ari/${group}/${hotel}?from=${from}&to=${to}`, { headers });
if (!read.ok) throw new Error(`read: ${read.status}`);
const asOf = Number(read.headers.get("Event-Sequence"));
type Calendar = { rooms: { room: string; nights: { left: number }[] }[] };
const { rooms } = (await read.json()) as Calendar;
const left = rooms.find((one) => one.room === room)?.nights.map((night) => Math.max(0, night.left - 1));

const answer = await fetch(`${base}/ari/${group}/${hotel}`, {
  method: "POST",
  // With the same key a request whose answer was lost can be sent again.
  headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
  body: JSON.stringify({ calendar: [{ room, from, to, left, asOf, rates: { [rate]: { price: 175 } } }] }),
});
const body = (await answer.json()) as { nightsChanged?: number; detail?: string };
if (!answer.ok) throw new Error(`${answer.status}: ${body.detail}`);
console.log(`${body.nightsChanged} nights changed`);
