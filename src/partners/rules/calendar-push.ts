/** What a partner's message says of a calendar, as entries of a group's file (docs/interface.md §14). Pure types. */

export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** What is said of a rate on the nights of an entry; what is left out stays as it is, null clears. */
export interface PushedRate {
  /** In units of the hotel's currency, as all amounts here. */
  price?: number;
  /** By number of adults. */
  prices?: Readonly<Record<string, number>> | null;
  extraAdult?: number;
  child?: number;
  stopSell?: boolean;
  closedToArrival?: boolean;
  closedToDeparture?: boolean;
  minStayArrival?: number | null;
  maxStayArrival?: number | null;
  minStayThrough?: number | null;
  maxStayThrough?: number | null;
}

export interface PushedEntry {
  room: string;
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
  weekdays?: readonly Weekday[];
  /** Rooms left to sell, as of an event of the feed where one is named. */
  left?: number;
  asOf?: number;
  rates?: Readonly<Record<string, PushedRate>>;
}
