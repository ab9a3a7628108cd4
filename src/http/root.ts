/** GET /: what this is, with links. */
import { json } from "./answer.ts";
import type { OpenHandler } from "./types.ts";

export const getRoot: OpenHandler = () =>
  json({
    name: "Tabard",
    description: "Bookings and financial export for a group of hotels",
    links: { documentation: "/docs", openapi: "/openapi.json", soap: "/soap", wsdl: "/soap?wsdl", health: "/health" },
  });
