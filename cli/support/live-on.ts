/** What became of a booking in life, done to it once it is booked: docs/interface.md §9.4. */
import type { ReplayedBooking } from "../dataset/replay-bookings.ts";
import { post } from "./submit-all.ts";

export interface Lives {
  cancelled: number;
  checkedIn: number;
  checkedOut: number;
  noShow: number;
  /** Their day has not come at the hotel: they stay confirmed. */
  ahead: number;
  /** Answers that are none of these. */
  livesFailed: number;
}

const CONFLICT = 409;

/** Cancels, checks in and out or marks as a no-show, as it was; counts into `lives`. */
export function liveOn(url: string, token: string, lives: Lives): (booking: ReplayedBooking, answer: string) => Promise<void> {
  return async ({ status }, answer) => {
    const { reservationId } = JSON.parse(answer) as { reservationId: string };
    const change = async (verb: string, count: keyof Lives): Promise<boolean> => {
      const done = (await post({ url: `${url}/${reservationId}/${verb}`, token }, {})).status;
      if (done === 200) lives[count] += 1;
      else if (done === CONFLICT) lives.ahead += 1;
      else lives.livesFailed += 1;
      return done === 200;
    };
    if (status === "Canceled") await change("cancellation", "cancelled");
    else if (status === "No-Show") await change("no-show", "noShow");
    else if (await change("check-in", "checkedIn")) await change("check-out", "checkedOut");
  };
}
