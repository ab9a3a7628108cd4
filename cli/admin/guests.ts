/** A guest's personal data: docs/interface.md §19.3. */
import { randomBytes } from "node:crypto";
import { callerIdOf } from "../../src/access/rules/principal.ts";
import { EMAIL_CHARS_MAX } from "../../src/base/limits.ts";
import { type ErasingCtx, eraseGuest, hasOpenBooking } from "../../src/reservations/erase-guest.ts";
import { databasePort } from "../support/database-port.ts";
import type { TargetDatabase } from "../support/database.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { type Operands, readGroup, readText } from "./operands.ts";
import { removalOf, userIn } from "./people.ts";

/** Blanks what names the guest in bookings that are over, and removes their account unless a booking lies ahead. */
export async function eraseGuestOf(db: TargetDatabase, operands: Operands): Promise<string> {
  // Whatever a reservation was made with: the form of its address was never checked.
  const email = readText(operands, "email", EMAIL_CHARS_MAX).trim();
  if (email === "") throw new WrongCall("--email is empty");
  const groupId = await readGroup(db, operands);
  const ctx: ErasingCtx = {
    db: databasePort(db),
    log: () => {},
    now: () => Date.now(),
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    principal: { groupId },
  };
  const erased = await eraseGuest(ctx, email);
  if (!erased.ok) throw new UserError("others keep changing the same reservations: some are erased; run the command again");
  const { bookings, reservations, kept } = erased.value;
  const lines = [
    ...(bookings.length > 0 ? [`names of guests blanked in ${counted(bookings, "booking")}: ${bookings.join(", ")}`] : []),
    ...(reservations.length > 0 ? [`billing details blanked in ${counted(reservations, "reservation")}: ${reservations.join(", ")}`] : []),
    ...(await removeAccount(db, ctx, email.toLowerCase(), kept.length > 0)),
    ...kept.map(({ reference, hotelId, reason }) => `kept: booking ${reference} of hotel ${hotelId}, since ${reason}`),
  ];
  const again = kept.length > 0 ? ["billing details stay with the bookings kept; run this again when they are over"] : [];
  return [...(lines.length > 0 ? lines : [`group "${groupId}" holds nothing of "${email}"`]), ...again].join("\n");
}

/** The account with the address, with its sessions: as `user remove`. */
async function removeAccount(db: TargetDatabase, ctx: ErasingCtx, email: string, hasKept: boolean): Promise<string[]> {
  const { groupId } = ctx.principal;
  const user = await userIn(db, groupId, email);
  if (!user) return [];
  const caller = callerIdOf({ kind: "user", groupId, hotelId: null, subject: user.user_id });
  if (hasKept || (await hasOpenBooking(ctx, caller))) return [`kept: user ${email}, who has a booking that is not over`];
  await db.apply(removalOf(groupId, email, user.user_id));
  const again = user.declared === 1 ? "; the group's file declares it: take it out there, or the next import adds it again" : "";
  return [`user ${email} is removed, with all sessions${again}`];
}

function counted(things: readonly string[], name: string): string {
  return things.length === 1 ? `1 ${name}` : `${things.length} ${name}s`;
}
