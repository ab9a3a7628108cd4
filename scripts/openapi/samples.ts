/** What the document's samples share: the demo data's names, and one day that the page at /docs moves to next month. */

/** The first day of every sample. The reference shifts all days of its samples by as much, so that Execute finds them ahead. */
export const SAMPLE_DAY = "2027-05-01";
/** Two nights later. */
export const SAMPLE_DEPARTURE = "2027-05-03";

export const RESERVATION_ID = "GHCP7YRkaBIWqqScPyjXiQ";
export const BOOKING_ID = `${RESERVATION_ID}-1`;

/** Samples of parameters, by name, or by path and name: required ones, and those that say more with one. */
export const PARAMETER_SAMPLES: Readonly<Record<string, string | number>> = {
  groupId: "demo",
  hotelId: "demo-amsterdam",
  arrival: SAMPLE_DAY,
  departure: SAMPLE_DEPARTURE,
  from: SAMPLE_DAY,
  to: "2027-05-14",
  adults: 2,
  reservationId: RESERVATION_ID,
  reference: "08H982PM-1",
  periodId: "202609",
  "/content/{groupId}/promotions/{code} code": "SUMMER15",
  "/content/{groupId}/sale-codes/{code} code": "SPA",
  "/content/{groupId}/pay-codes/{code} code": "VOUCHER",
};
