/**
 * What /docs loads, made from what is in node_modules and src: Swagger UI's files, the OpenAPI document, llms.txt and the pictures of the demo's hotels. Runs with every
 * npm install, before every bundle and before the tests, so that the Worker itself carries neither. The result is not
 * committed.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROUTES } from "../src/app.ts";
import { describeService } from "./openapi/document.ts";
import { writeLlms } from "./openapi/llms.ts";
import { OPERATIONS } from "./openapi/operations.ts";
import { drawPictures } from "../cli/demo/pictures/draw-pictures.ts";

const SWAGGER_FILES = ["swagger-ui-bundle.js", "swagger-ui.css", "LICENSE", "NOTICE"];

/** Fills the folder assets/built. Named for vitest, whose global set-up it is too. */
export function setup(): void {
  const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const built = join(import.meta.dirname, "../assets/built");
  mkdirSync(built, { recursive: true });
  for (const file of SWAGGER_FILES) copyFileSync(join(swagger, file), join(built, file));
  writeFileSync(join(built, "openapi.json"), JSON.stringify(describeService(ROUTES, OPERATIONS)));
  writeFileSync(join(built, "llms.txt"), writeLlms(ROUTES, OPERATIONS));
  drawPictures(join(built, "pictures"));
}

if (import.meta.main) setup();
