/** A file like the "Hotel booking demand" data set, for tests that need none of its truth. */

/** Two hotels, two room types, overlapping stays; day use, no adults and cancelled bookings among them. */
export function madeUpBookings(): string {
  const columns =
    "hotel,lead_time,arrival_date_year,arrival_date_month,arrival_date_day_of_month,stays_in_weekend_nights,stays_in_week_nights," +
    "adults,children,meal,country,reserved_room_type,deposit_type,agent,company,adr,reservation_status,reservation_status_date";
  const rows = Array.from({ length: 80 }, (_, at) => {
    const status = at % 4 === 3 ? "Canceled" : at % 9 === 0 ? "No-Show" : "Check-Out";
    const hotel = at % 3 === 0 ? "City Hotel" : "Resort Hotel";
    const nights = [at % 3 === 1 ? 1 : 0, at === 20 ? 0 : at % 5];
    const people = [at === 30 ? 0 : 1 + (at % 3), at % 7 === 0 ? "NA" : at % 2];
    const booked = ["BB", "PRT", at % 5 === 0 ? "B" : "A", at % 6 === 0 ? "Non Refund" : "No Deposit", "NULL", "NULL", 50 + at];
    return [hotel, at, 2016, "July", 1 + (at % 28), ...nights, ...people, ...booked, status, "7/30/2016"].join(",");
  });
  return `${[columns, ...rows].join("\n")}\n`;
}
