/** Tabard's version: that of package.json, which /health and the OpenAPI document tell. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
