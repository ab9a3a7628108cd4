/** What every route does, for the OpenAPI document. One entry per line of the route table, by "METHOD path". */
import * as z from "zod";
import type { Failure } from "../../domain/result.ts";
import { LogInSchema } from "../sessions.ts";
import { AvailabilityEntry, Health, Hotel, Offers, Profile, ReservationAnswer, Root, Session } from "./answers.ts";

export interface Operation {
  operationId: string;
  tag: "Booking" | "Sessions" | "Financial export" | "Service";
  summary: string;
  description?: string;
  query?: z.ZodObject;
  header?: z.ZodObject;
  body?: z.ZodType;
  /** The answer of success. */
  success: { status: 200 | 204; description: string; schema?: z.ZodType; html?: true; headers?: Record<string, string> };
  /** Problems beside those every route of its access has. */
  problems?: readonly Failure["code"][];
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /hotels/:groupId": {
    operationId: "listHotels",
    tag: "Booking",
    summary: "List the hotels of a group",
    query: z.object({
      language: z
        .string()
        .optional()
        .meta({ description: "Language tag (RFC 5646); the nearest there is, never an error.", example: "de" }),
    }),
    header: z.object({ "If-None-Match": z.string().optional() }),
    success: {
      status: 200,
      description: "The hotels, by id.",
      schema: z.array(Hotel),
      headers: { ETag: "Changes with the list.", "Content-Language": "The language given." },
    },
  },
  "GET /profile/:groupId": {
    operationId: "getProfile",
    tag: "Booking",
    summary: "Read the profile of the session's user",
    description: "Needs a user session: an API key has no profile.",
    success: { status: 200, description: "The profile.", schema: Profile },
  },
  "POST /sessions/:groupId": {
    operationId: "openSession",
    tag: "Sessions",
    summary: "Log a user in",
    description: "60 log-ins a minute, per account and per address.",
    body: LogInSchema,
    success: { status: 200, description: "A session of 60 minutes.", schema: Session },
    problems: ["unauthorized", "too_many_requests", "malformed_json", "invalid_parameter", "body_too_large", "unsupported_media_type"],
  },
  "DELETE /sessions/:groupId": {
    operationId: "closeSession",
    tag: "Sessions",
    summary: "End the caller's session",
    success: { status: 204, description: "Ended." },
  },
  "GET /health": {
    operationId: "getHealth",
    tag: "Service",
    summary: "Ask whether the service and its database answer",
    success: { status: 200, description: "They do.", schema: Health },
  },
  "GET /": {
    operationId: "getRoot",
    tag: "Service",
    summary: "Read what this is, with links",
    description: "A page for browsers.",
    success: { status: 200, description: "Name and links.", schema: Root },
  },
};
void AvailabilityEntry;
void Offers;
void ReservationAnswer;
