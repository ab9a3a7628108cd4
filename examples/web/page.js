/** Search, choose, book. It knows no key: it asks the server it came from. */
const part = (id) => document.getElementById(id);
const money = (amount, currency) => new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount);
const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let stay;
let chosen;

part("search").elements.arrival.value = inDays(30);
part("search").elements.departure.value = inDays(32);

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  stay = new URLSearchParams(new FormData(event.target));
  void attempt(search);
});

part("guest").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(() => book(Object.fromEntries(new FormData(event.target))));
});

async function search() {
  const [hotels, prices] = await Promise.all([ask(`/api/hotels?language=${navigator.language}`), ask(`/api/availabilities?${stay}`)]);
  const names = new Map(hotels.map(({ id, name, town }) => [id, `${name}, ${town}`]));
  show("offers", []);
  part("guest").hidden = true;
  show(
    "hotels",
    prices.map(({ id, currencyCode, priceFrom }) => [
      `${names.get(id)}: from ${money(priceFrom, currencyCode)}`,
      () => attempt(() => offer(id)),
    ]),
  );
  tell(prices.length === 0 ? "Nothing is free." : "Choose a hotel.");
}

async function offer(hotelId) {
  const { offers, currencyCode } = await ask(`/api/offers/${hotelId}?${stay}`);
  show("hotels", []);
  show(
    "offers",
    offers.map((one) => [
      `${one.roomName}, ${one.rateName}: ${money(one.totalPrice, currencyCode)}, ${termsOf(one, currencyCode)}`,
      () => choose(hotelId, one),
    ]),
  );
  tell("Choose a room.");
}

/** What a guest must know before booking. Instants are UTC: a real page tells them by the hotel's clocks (`position.timezone`). */
function termsOf({ cancellationFees: [now, later] }, currencyCode) {
  if (now.fee > 0) return `cancelling costs ${money(now.fee, currencyCode)}`;
  return later === undefined ? "free to cancel" : `free to cancel until ${new Date(later.from).toLocaleString()}`;
}

function choose(hotelId, { roomId, rateId, totalPrice, roomName, rateName }) {
  // One key for each choice: however often it is sent, it is booked once.
  chosen = { hotelId, roomId, rateId, totalPrice, key: crypto.randomUUID() };
  part("guest").hidden = false;
  tell(`${roomName}, ${rateName}.`);
}

async function book(billingDetails) {
  const { hotelId, roomId, rateId, totalPrice, key } = chosen;
  const dates = { checkInDate: stay.get("arrival"), checkOutDate: stay.get("departure"), adult: stay.get("adults") };
  // expectedTotal: where the price has moved since it was shown, the guest is told instead of charged.
  const booking = { hotelId, roomId, rateId, ...dates, expectedTotal: totalPrice, guest: { useBillingDetails: true } };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  const body = JSON.stringify({ billingDetails, bookings: [booking] });
  const { reference, totals } = await ask("/api/reservations", { method: "POST", headers, body }, 3);
  for (const id of ["hotels", "offers"]) show(id, []);
  part("guest").hidden = true;
  tell(`Booked: ${reference}, ${money(totals[0].totalPrice, totals[0].currencyCode)}.`);
}

/** The answer's JSON. What got no answer, or was told to wait, is sent again; a refusal is thrown in its own words. */
async function ask(path, init, tries = 1) {
  const answer = await fetch(path, init).catch(() => null);
  if (tries > 1 && (answer === null || [429, 502, 503].includes(answer.status))) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return ask(path, init, tries - 1);
  }
  if (answer === null) throw new Error("No connection: try again.");
  const told = await answer.json();
  if (!answer.ok) throw new Error([told.detail, ...(told.errors ?? []).map((fault) => fault.detail)].join(" "));
  return told;
}

async function attempt(work) {
  tell("…");
  await work().catch((fault) => tell(fault.message));
}

function tell(text) {
  part("told").textContent = text;
}

/** A list of buttons. Texts are set as texts: a name can be no mark-up. */
function show(id, entries) {
  part(id).replaceChildren(
    ...entries.map(([text, press]) => {
      const [line, button] = [document.createElement("li"), document.createElement("button")];
      button.textContent = text;
      button.addEventListener("click", press);
      line.append(button);
      return line;
    }),
  );
}
