// Books the cheapest room of a group, and cancels it again, with a client generated from the service's own description:
//   curl http://127.0.0.1:8787/openapi.json -o openapi.json
//   npx oazapfts openapi.json client.ts && npm install @oazapfts/runtime
//   node book.ts http://127.0.0.1:8787
import { cancelBookings, defaults, getAvailability, getOffers, quoteCancellation, submitReservation } from "./client.ts";

defaults.baseUrl = process.argv[2] ?? "http://127.0.0.1:8787";
defaults.headers = { Authorization: "Bearer demo-key" };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [arrival, departure] = [inDays(30), inDays(32)];

const found = await getAvailability("demo", arrival, departure, { adults: 2 });
if (found.status !== 200) throw new Error(`availability: ${found.status}`);
const [hotel] = found.data;
if (!hotel) throw new Error("nothing is free");

const offered = await getOffers("demo", hotel.id, arrival, departure, { adults: 2 });
if (offered.status !== 200) throw new Error(`offers: ${offered.status}`);
const [offer] = offered.data.offers;
if (!offer) throw new Error("nothing is offered");

const booked = await submitReservation(
  "demo",
  {
    billingDetails: { firstname: "Ana", lastname: "Silva", email: "ana@example.com", country: "PT" },
    bookings: [
      {
        hotelId: hotel.id,
        roomId: offer.roomId,
        rateId: offer.rateId,
        checkInDate: arrival,
        checkOutDate: departure,
        adult: "2",
        guest: { useBillingDetails: true },
      },
    ],
  },
  { idempotencyKey: crypto.randomUUID() },
);
if (booked.status !== 200) throw new Error(`reservation: ${booked.status}`);
console.log(`${booked.data.reference}: ${booked.data.totals[0]?.totalPrice} ${booked.data.totals[0]?.currencyCode}`);

// What cancelling costs now, and the cancellation; the version read must still hold.
const { reservationId, version } = booked.data;
const quoted = await quoteCancellation("demo", reservationId);
if (quoted.status !== 200) throw new Error(`quote: ${quoted.status}`);
const cancelled = await cancelBookings(
  "demo",
  reservationId,
  { bookings: quoted.data.bookings.map(({ bookingId, fee }) => ({ bookingId, expectedFee: fee })) },
  { idempotencyKey: crypto.randomUUID(), ifMatch: `"v${version}"` },
);
if (cancelled.status !== 200) throw new Error(`cancellation: ${cancelled.status}`);
console.log(`${cancelled.data.reference}: ${cancelled.data.status}, ${cancelled.data.cancellations[0]?.fee} to pay`);
