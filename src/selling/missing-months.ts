/** What a replica lacks of the months that requests want, and how much of it one round trip reads. */
import { LOAD_BYTES_MAX, LOAD_CELLS_MAX } from "./limits.ts";
import type { WantedMonth } from "./replica-memory.ts";
import type { Replica } from "./rules/replica.ts";

/** What a question reads besides the news. */
export interface Load {
  /** Months of every hotel behind `after`, "" for all of them. */
  months: { month: number; after: string }[];
  /** Bytes of packed text that each of the months may bring. */
  monthBytesMax: number;
  cells: { month: number; hotelId: string }[];
}

/** Whether a replica has all that is wanted. A hotel the group does not have needs nothing. */
export function hasMonths(replica: Replica, wanted: readonly WantedMonth[]): boolean {
  return wanted.every(({ month, hotelId }) => {
    const known = replica.months.get(month);
    if (hotelId === null) return known?.unknown === 0;
    const hotel = replica.catalogue.hotels.get(hotelId);
    return !hotel || known?.hotels[hotel.index] !== undefined;
  });
}

/** What to read for a replica, or for none, to have what is wanted; as much of it as one round trip takes. */
export function missingMonths(replica: Replica | null, wanted: readonly WantedMonth[]): Load {
  const months = new Map<number, string>();
  const cells = new Map<string, { month: number; hotelId: string }>();
  const addCell = (month: number, hotelId: string): void => void cells.set(`${month} ${hotelId}`, { month, hotelId });
  for (const one of wanted) {
    if (replica && hasMonths(replica, [one])) continue;
    if (one.hotelId !== null) {
      addCell(one.month, one.hotelId);
      continue;
    }
    const unknown = unknownHotels(replica, one.month);
    if (unknown && unknown.length <= LOAD_CELLS_MAX) for (const hotelId of unknown) addCell(one.month, hotelId);
    else months.set(one.month, hotelBefore(replica, unknown?.[0]));
  }
  return {
    months: Array.from(months, ([month, after]) => ({ month, after })),
    monthBytesMax: Math.floor(LOAD_BYTES_MAX / Math.max(1, months.size)),
    cells: [...cells.values()].slice(0, LOAD_CELLS_MAX),
  };
}

/** The hotels whose month is not there, in order; null where nothing of the month is. */
function unknownHotels(replica: Replica | null, month: number): string[] | null {
  const known = replica?.months.get(month);
  if (!replica || !known) return null;
  return replica.catalogue.hotelList.filter((hotel) => known.hotels[hotel.index] === undefined).map((hotel) => hotel.id);
}

function hotelBefore(replica: Replica | null, hotelId: string | undefined): string {
  const index = hotelId === undefined ? 0 : (replica?.catalogue.hotels.get(hotelId)?.index ?? 0);
  return replica?.catalogue.hotelList[index - 1]?.id ?? "";
}
