/** What the feed answers, for tests. */

export interface EventJson {
  id: string;
  sequence: number;
  type: string;
  timestamp: string;
  subject: string;
  data: Record<string, unknown>;
}

export interface PageJson {
  events: EventJson[];
  next: number;
}
