/** The OpenAPI 3.1 document, from the route table and the schemas that validate: docs/interface.md §4.10. */
import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { VERSION } from "../../src/host/version.ts";
import type { WireFailure } from "../../src/http/problem.ts";
import { PROBLEMS } from "../../src/http/problem.ts";
import { NOTICE_HEADER } from "../../src/http/notices.ts";
import type { Route } from "../../src/http/types.ts";
import { Problem } from "./answers.ts";
import type { Operation } from "./operations.ts";
import { PROBLEM_SAMPLES } from "./problem-samples.ts";
import { PARAMETER_SAMPLES, SAMPLE_DAY } from "./samples.ts";
import { tidy } from "./tidy.ts";

type Code = WireFailure["code"];
type RouteFacts = Pick<Route, "method" | "path" | "access">;

/** What any route may answer, and what any route behind the gate may answer too. */
const EVERYWHERE: readonly Code[] = ["invalid_parameter", "internal", "overloaded", "group_moving"];
const BEHIND_THE_GATE: readonly Code[] = ["unauthorized", "too_many_requests"];

/** What any answer behind the gate may tell. */
const NOTICE = {
  [NOTICE_HEADER]:
    'What the request says and the answer passes over: `unknown_parameter;name="adult";did_you_mean="adults"`, `unknown_field;name="/bookings/0/promocode";did_you_mean="promoCode"`, `unknown_promo_code`, `promo_code_not_valid`.',
};

const XML_TEXT = { schema: { type: "string" as const } };

/** What the XML interface answers to a message that reaches no operation. */
const XML_PROBLEMS: ZodOpenApiResponsesObject = {
  400: { description: "Plain XML that cannot be read or names no operation.", content: { "application/problem+xml": XML_TEXT } },
  413: { description: "The body is too large.", content: { "application/problem+xml": XML_TEXT } },
  415: { description: "A Content-Type that is not read.", content: { "application/problem+xml": XML_TEXT } },
};

/** What AlpineBits calls faults of the protocol. */
const FORM_PROBLEMS: ZodOpenApiResponsesObject = {
  400: { description: "No version, no action or no document that is known here.", content: { "text/plain": XML_TEXT } },
  401: { description: "Not the client's key.", content: { "text/plain": XML_TEXT } },
};

/** What request bodies are called, by the operation that comes first with one. */
const BODY_NAMES: Readonly<Record<string, string>> = {
  submitReservation: "NewReservation",
  changeGuests: "GuestChange",
  cancelBookings: "Cancellation",
  amendBookings: "Amendment",
  checkIn: "BookingMove",
  postDocument: "NewDocument",
  changeCalendar: "CalendarChange",
  putHotelContent: "HotelContent",
  putPromotion: "Promotion",
  putSaleCode: "SaleCode",
  putPayCode: "PayCode",
  createWebhook: "NewWebhook",
  changeWebhook: "WebhookChange",
  openSession: "LogIn",
  sendAlpineBits: "AlpineBitsForm",
};

/** Builds the document. Routes without an operation are pages and stay out of it. */
export function describeService(routes: readonly RouteFacts[], operations: Readonly<Record<string, Operation>>): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const operation = operations[`${route.method} ${route.path}`];
    if (!operation) continue;
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation) };
  }
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Tabard",
      version: VERSION,
      summary: "Bookings and financial export for a group of hotels",
      description: "Send a token of the group as `Authorization: Bearer TOKEN`: an API key, or the `sessionId` of a log-in.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "Where this document is served." }],
    // The page at /docs moves the days of all samples by as much as this one is from next month.
    "x-sample-day": SAMPLE_DAY,
    tags: [
      { name: "Booking", description: "Hotels, prices, reservations." },
      { name: "Ledger", description: "Documents, accounts and periods of the hotels." },
      { name: "Rates and stock", description: "For property systems and channel managers." },
      { name: "Content", description: "What a group declares of itself." },
      { name: "Events", description: "What happened, as a feed and by webhooks." },
      { name: "Sessions", description: "Log-in of users and operators." },
      { name: "Financial export", description: "XML for accounting systems; `GET /soap?wsdl` describes it to SOAP clients." },
      { name: "Partners", description: "OpenTravel and AlpineBits, for channel managers and property systems." },
      { name: "Service", description: "About the service itself." },
    ],
    components: {
      // 405 is what a method gets that is no operation.
      examples: Object.fromEntries(Object.entries(PROBLEM_SAMPLES).filter(([code]) => code !== "method_not_allowed")),
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "API key or session of the group." } },
    },
    paths,
  });
  return tidy({ ...document }, PARAMETER_SAMPLES);
}

function describe(route: RouteFacts, operation: Operation): ZodOpenApiOperationObject {
  const { success } = operation;
  const open = route.access === "open";
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const path = names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {};
  const scopes = [route.access].flat().map((one) => `\`${one}\``);
  const scope = open || route.access === "session" ? "" : `Scope: ${scopes.join(" or ")}.`;
  const description = [operation.description, scope].filter(Boolean).join("\n\n");
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description ? { description } : {}),
    security: open ? [] : [{ token: [] }],
    requestParams: {
      ...path,
      ...(operation.query ? { query: operation.query } : {}),
      ...(operation.header ? { header: operation.header } : {}),
    },
    ...describeRequest(operation),
    responses: {
      [success.status]: describeSuccess(operation, open),
      ...(success.created ? { 201: { ...describeSuccess(operation, open), description: "As it is now: it is new." } } : {}),
      ...describeProblems([...EVERYWHERE, ...(open ? [] : BEHIND_THE_GATE), ...(operation.problems ?? [])]),
      ...(operation.xml ? XML_PROBLEMS : {}),
      ...(operation.form ? FORM_PROBLEMS : {}),
    },
  };
}

function describeSuccess(operation: Operation, isOpen: boolean) {
  const { description, headers } = operation.success;
  return { description, ...describeContent(operation), ...describeHeaders({ ...headers, ...(isOpen ? {} : NOTICE) }) };
}

function describeRequest({ operationId, body, example, xml, form }: Operation): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (form) nameBody(form.schema, operationId);
  if (form) return { requestBody: { required: true, content: { "multipart/form-data": { schema: form.schema } } } };
  if (xml) return { requestBody: { required: true, content: { "text/xml": describeXml(xml.request), "application/soap+xml": XML_TEXT } } };
  if (!body) return {};
  nameBody(body, operationId);
  const json = example === undefined ? { schema: body } : { schema: body, example };
  return { requestBody: { required: true, content: { "application/json": json } } };
}

/** Makes the body a component. Operations that share one name it once. */
function nameBody(body: z.core.$ZodType, operationId: string): void {
  const known = z.globalRegistry.get(body);
  if (known?.id !== undefined) return;
  const id = BODY_NAMES[operationId];
  if (id === undefined) throw new RangeError(`the body of ${operationId} has no name`);
  z.globalRegistry.add(body, { ...known, id });
}

function describeContent({ success: { schema }, xml, form }: Operation) {
  if (form) return { content: { "application/xml": describeXml(form.answer) } };
  if (xml) return { content: { "text/xml": describeXml(xml.answer), "application/soap+xml": XML_TEXT } };
  return schema ? { content: { "application/json": { schema } } } : {};
}

/** In the plural: of a single example Swagger UI wants to make XML once more. */
function describeXml(value: string) {
  return { ...XML_TEXT, examples: { sample: { value } } };
}

function describeHeaders(texts: Record<string, string>) {
  const entries = Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: "string" as const } }] as const);
  return entries.length > 0 ? { headers: Object.fromEntries(entries) } : {};
}

/** One response per status, naming the codes it can carry. */
function describeProblems(codes: readonly Code[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfIt]) => [
      String(status),
      {
        description: codesOfIt.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(" "),
        content: { "application/problem+json": { schema: Problem, examples: samplesOf(codesOfIt) } },
      },
    ]),
  );
}

function samplesOf(codes: readonly Code[]) {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}
