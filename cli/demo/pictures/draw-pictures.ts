/** The demo's pictures as files of the folder assets/built: drawn, never committed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_HOTELS, RIVAL_HOTELS } from "../demo-hotels.ts";
import { EXTRA_PICTURES } from "./extras.ts";
import { VIEWS, drawScene } from "./scene.ts";

/** Every hotel has a seed of its own, by its place in the list. */
const SEED = 100;
const SEED_STEP = 7;

/** Writes `<hotelId>-<view>.svg` for every demo hotel and view, `<extra>.svg` for the extras that have a picture. */
export function drawPictures(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [index, hotel] of [...DEMO_HOTELS, ...RIVAL_HOTELS].entries()) {
    for (const view of VIEWS) {
      writeFileSync(join(folder, `${hotel.id}-${view}.svg`), drawScene(hotel.setting, view, SEED + index * SEED_STEP));
    }
  }
  for (const [extra, picture] of Object.entries(EXTRA_PICTURES)) writeFileSync(join(folder, `${extra}.svg`), picture);
}
