/** `node bench/model.ts`: the model of growth as docs/growing.md has it. What is measured and what is assumed: bench/model/. */
import { renderContinents, renderModel } from "./model/render.ts";

process.stdout.write(`${renderContinents()}\n\n${renderModel()}\n`);
