/** The benchmarks' plots: well-formed, every point inside its panel, axes with figures a person would choose. */
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { compactNumber, drawPlot } from "../../bench/support/svg-plot.ts";

const plot = (yScale: "log" | "linear", ys: readonly number[]): string =>
  drawPlot({
    title: "Fish & chips",
    panels: [
      { title: "a < b", xTitle: "hotels", yScale, series: [{ name: "tabard", points: ys.map((y, i) => ({ x: 10 ** (i + 1), y })) }] },
    ],
  });

function circlesOf(svg: string): { x: number; y: number }[] {
  const circles: { x: number; y: number }[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "circle") circles.push({ x: Number(attributes.cx), y: Number(attributes.cy) });
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
  return circles;
}

it("draws every point inside the panel, higher figures higher, whatever their size", () => {
  for (const yScale of ["log", "linear"] as const) {
    for (const ys of [
      [1, 2, 3],
      [0.04, 500, 2e6],
      [7, 7],
      [277, 1680, 2080],
    ]) {
      const circles = circlesOf(plot(yScale, ys));
      expect(circles).toHaveLength(ys.length);
      for (const { x, y } of circles) {
        expect(x).toBeGreaterThanOrEqual(52);
        expect(x).toBeLessThanOrEqual(572);
        expect(y).toBeGreaterThanOrEqual(78);
        expect(y).toBeLessThanOrEqual(298);
      }
      expect(circles.map(({ y }) => -y)).toEqual(circles.map(({ y }) => -y).toSorted((a, b) => a - b));
    }
  }
});

it("draws figures of 0 on a linear axis and refuses them on a logarithmic one", () => {
  expect(circlesOf(plot("linear", [0, 0])).map(({ y }) => y)).toEqual([298, 298]);
  expect(() => plot("log", [0, 1])).toThrow(RangeError);
});

it("labels axes with short numbers", () => {
  expect([0.5, 7, 1_000, 2_500, 1_000_000].map(compactNumber)).toEqual(["0.5", "7", "1k", "2.5k", "1M"]);
});

it("keeps a long key inside the picture, in as many rows as it needs", () => {
  const names = ["hotels", "availability", "offers", "reservation", "replay by key", "export"];
  const series = names.map((name, i) => ({ name, points: [10, 100].map((x) => ({ x, y: i + 1 })) }));
  const svg = drawPlot({ title: "Distance", panels: [{ title: "ms", xTitle: "ms a trip", yScale: "linear", series }] });
  const [, width = "0", height = "0"] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const texts = [...svg.matchAll(/<text x="(\d+)" y="(\d+)">([^<]+)</g)].filter(([, , , name = ""]) => names.includes(name));
  expect(texts.map(([, , , name]) => name)).toEqual(names);
  for (const [, x, , name = ""] of texts) expect(Number(x) + name.length * 7).toBeLessThanOrEqual(Number(width));
  expect(new Set(texts.map(([, , y]) => y)).size).toBe(2);
  for (const { y } of circlesOf(svg)) expect(y).toBeLessThan(Number(height) - 40);
});
