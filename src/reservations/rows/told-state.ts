/** The columns of booking_versions that say what a booking is to whoever reads it, and what they mean. */
import type { ToldState } from "../rules/history.ts";
import type { BookingStatus, Guest } from "../rules/reservation.ts";

export interface ToldStateRow {
  status: BookingStatus;
  room_id: string;
  rate_id: string;
  check_in: number;
  check_out: number;
  adults: number;
  children: number;
  promo_code: string;
  bed_configuration: string;
  guest: string;
  extras_price: number;
  total_price: number;
  fee: number | null;
}

export function toldStateOf(row: ToldStateRow): ToldState {
  return {
    status: row.status,
    roomId: row.room_id,
    rateId: row.rate_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    adults: row.adults,
    children: row.children,
    promoCode: row.promo_code,
    bedConfiguration: row.bed_configuration,
    guest: JSON.parse(row.guest) as Guest,
    extrasPrice: row.extras_price,
    totalPrice: row.total_price,
    fee: row.fee,
  };
}
