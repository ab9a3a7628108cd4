/*
 * The page at /docs: Swagger UI over /openapi.json, light and dark as the system has it. Samples are made to work at once: their days
 * move to next month, and with the demo's key ids, dates and bodies become those of what is really there.
 */
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 30;
/** Every scope that a key can have. */
const DEMO_KEY = "demo-pms-key";
const DEMO_GUEST = { email: "guest@demo.test", password: "demo-password" };
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const HERE_ALONE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const state = document.getElementById("key-state");
const spec = await (await fetch("/openapi.json")).json();
// There is one, this: nothing to choose.
delete spec.servers;
const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: [path, method], operation })),
);

/** A copy of a sample, each of its texts and numbers as `change` gives it, by the name it stands under. */
const mapSample = (value, change, name = "") => {
  if (Array.isArray(value)) return value.map((one) => mapSample(one, change, name));
  if (typeof value !== "object" || value === null) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapSample(one, change, key)]));
};

/** Changes the samples of all parameters and bodies. */
const mapSamples = (change) => {
  for (const { operation } of operations) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.example !== undefined) parameter.example = change(parameter.example, parameter.name);
    }
    const body = operation.requestBody?.content["application/json"];
    if (body?.example !== undefined) body.example = mapSample(body.example, change);
  }
};

const moveDays = (days) =>
  mapSamples((value) =>
    typeof value === "string" && DATE.test(value) ? new Date(Date.parse(value) + days * DAY_MS).toISOString().slice(0, 10) : value,
  );
const today = Date.parse(new Date().toISOString().slice(0, 10));
moveDays(Math.round((today - Date.parse(spec["x-sample-day"])) / DAY_MS) + DAYS_AHEAD);

/** Ids that are known to exist, by the name of their parameter or field. */
const known = {};
const applyKnown = () => {
  mapSamples((value, name) => known[name] ?? value);
  for (const { operation } of operations) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in === "path" && known[parameter.name] !== undefined) parameter.example = known[parameter.name];
    }
  }
};

const ask = async (path) => {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${DEMO_KEY}` } });
  return answer.ok ? answer.json() : null;
};

/** Takes the samples' ids from the demo's data; false where there is none. */
const learn = async () => {
  const hotel = await ask("/content/demo/hotels/demo-amsterdam");
  if (hotel === null) return false;
  const hotelBody = operations.find(({ operation }) => operation.operationId === "putHotelContent").operation.requestBody;
  hotelBody.content["application/json"].example = hotel;
  const stay = operations.find(({ operation }) => operation.operationId === "getOffers").operation.parameters;
  const { arrival, departure } = Object.fromEntries(stay.map(({ name, example }) => [name, example]));
  const [booked, posted, periods, offered] = await Promise.all([
    ask("/reservations/demo?status=confirmed&limit=1"),
    ask("/documents/demo?hotelId=demo-amsterdam&limit=1"),
    ask("/periods/demo/demo-amsterdam"),
    ask(`/offers/demo/demo-amsterdam?arrival=${arrival}&departure=${departure}&adults=2`),
  ]);
  const reservation = booked?.reservations[0];
  const offer = offered?.offers.find(({ rateId }) => rateId === "FLEX") ?? offered?.offers[0];
  const period = periods?.periods.find(({ status }) => status === "open");
  if (posted?.documents[0]) known.reference = posted.documents[0].transactionReference;
  if (period) known.periodId = String(period.periodId);
  if (offer) Object.assign(known, { roomId: offer.roomId, rateId: offer.rateId });
  if (reservation) Object.assign(known, { reservationId: reservation.reservationId, bookingId: reservation.bookings[0].bookingId });
  applyKnown();
  return true;
};

let ui = null;

/** What an answer has just made is what the next operations are tried with. */
const remember = (response) => {
  const { reservationId, bookings, webhookId } = (response.ok && response.obj) || {};
  if (reservationId !== undefined) Object.assign(known, { reservationId, bookingId: bookings?.[0]?.bookingId ?? known.bookingId });
  if (webhookId !== undefined) known.webhookId = webhookId;
  if (reservationId === undefined && webhookId === undefined) return response;
  applyKnown();
  // For operations that nobody has opened yet, then for the fields of those that are open.
  ui.specActions.updateJsonSpec(structuredClone(spec));
  for (const { at, operation } of operations) {
    for (const { name, in: place } of operation.parameters ?? []) {
      if (place === "path" && (name === "reservationId" || name === "webhookId") && known[name] !== undefined) {
        ui.specActions.changeParam(at, name, place, known[name], false);
      }
    }
    const body = operation.requestBody?.content["application/json"]?.example;
    if (body?.bookingId !== undefined || body?.bookings?.[0]?.bookingId !== undefined) {
      ui.oas3Actions.setRequestBodyValue({ value: JSON.stringify(body, null, 2), pathMethod: at });
    }
  }
  return response;
};

/** Of XML without a schema Swagger UI would make up a sample, though it has one. */
const xmlSamples = {
  afterLoad: ({ fn: { jsonSchema202012: samples } }) => {
    const { getXmlSampleSchema } = samples;
    samples.getXmlSampleSchema = (schema, config, sample) =>
      typeof sample === "string" ? sample : getXmlSampleSchema(schema, config, sample);
  },
};

const isLearnt = HERE_ALONE.test(location.hostname) && (await learn());

ui = SwaggerUIBundle({
  spec,
  dom_id: "#reference",
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  plugins: [xmlSamples],
  responseInterceptor: remember,
  onComplete: () => isLearnt && useDemoKey(),
  // Nothing is fetched from elsewhere.
  validatorUrl: null,
});

function useDemoKey() {
  (ui ?? this).preauthorizeApiKey?.("token", DEMO_KEY);
  state.textContent = `${DEMO_KEY} is set: open an operation and press Execute.`;
}

document.getElementById("demo-key").addEventListener("click", useDemoKey);

document.getElementById("demo-guest").addEventListener("click", async () => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/sessions/demo", { method: "POST", headers, body: JSON.stringify(DEMO_GUEST) });
  if (!answer.ok) {
    state.textContent = "The demo's guest could not log in: this installation has no demo data.";
    return;
  }
  const { sessionId } = await answer.json();
  ui.preauthorizeApiKey("token", sessionId);
  state.textContent = `${DEMO_GUEST.email} is logged in: the profile is theirs.`;
});
