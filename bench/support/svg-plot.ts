/** Line plots as SVG, by hand: panels side by side that share one key; readable on light and dark pages. Pure. */
import { escapeText } from "../../src/xml/escape.ts";

export interface Point {
  x: number;
  y: number;
}

export interface Series {
  name: string;
  points: readonly Point[];
}

export interface Panel {
  title: string;
  /** What lies along the x axis, which is logarithmic. */
  xTitle: string;
  /** "log" needs every y above 0; "linear" begins at 0. */
  yScale: "log" | "linear";
  series: readonly Series[];
}

export interface Plot {
  title: string;
  panels: readonly Panel[];
}

const WIDTH_PX = 300;
/** Of a panel that stands alone: its key needs the room. */
const WIDTH_ALONE_PX = 520;
const HEIGHT_PX = 220;
const LEFT_PX = 52;
const RIGHT_PX = 18;
const TOP_PX = 78;
const BOTTOM_PX = 48;
const KEY_LEFT_PX = 14;
const KEY_ROW_PX = 20;
/** Of a name in the key: its line, and a letter. */
const KEY_MARK_PX = 58;
const LETTER_PX = 7;
const MARK_PX = 3;
const FULL_TICKS_MAX = 7;
/** Relative: what rounding of logarithms may move a tick by. */
const TICK_SLACK = 1e-9;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 14px; }
  .page { fill: #ffffff; }
  .grid { stroke: #d1d9e0; }
  .line { fill: none; stroke-width: 2; }
  .s0 { stroke: #0969da; } .s1 { stroke: #bc4c00; stroke-dasharray: 7 3; }
  .s2 { stroke: #1a7f37; stroke-dasharray: 2 3; } .s3 { stroke: #8250df; stroke-dasharray: 9 3 2 3; }
  .s4 { stroke: #cf222e; stroke-dasharray: 12 4; } .s5 { stroke: #59636e; stroke-dasharray: 4 4; }
  .m0 { fill: #0969da; } .m1 { fill: #bc4c00; } .m2 { fill: #1a7f37; } .m3 { fill: #8250df; } .m4 { fill: #cf222e; } .m5 { fill: #59636e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .page { fill: #0d1117; }
    .grid { stroke: #3d444d; }
    .s0 { stroke: #4493f8; } .s1 { stroke: #f0883e; } .s2 { stroke: #3fb950; } .s3 { stroke: #bc8cff; }
    .s4 { stroke: #ff7b72; } .s5 { stroke: #9198a1; } .m4 { fill: #ff7b72; } .m5 { fill: #9198a1; }
    .m0 { fill: #4493f8; } .m1 { fill: #f0883e; } .m2 { fill: #3fb950; } .m3 { fill: #bc8cff; }
  }
`;
const COLOURS = 6;

/** The plot as a document. Throws a RangeError where a logarithmic axis would hold 0 or less. */
export function drawPlot({ title, panels }: Plot): string {
  const panelWidth = panels.length === 1 ? WIDTH_ALONE_PX : WIDTH_PX;
  const step = LEFT_PX + panelWidth + RIGHT_PX;
  const width = panels.length * step;
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const key = placeKey(names, width);
  const top = TOP_PX + (key.at(-1)?.row ?? 0) * KEY_ROW_PX;
  const height = top + HEIGHT_PX + BOTTOM_PX;
  const drawn = panels.map((panel, i) => drawPanel(panel, names, { left: i * step + LEFT_PX, top, width: panelWidth }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
<rect class="page" width="${width}" height="${height}" rx="6"/>
<text class="title" x="14" y="22">${escapeText(title)}</text>
${drawKey(key)}
${drawn.join("\n")}
</svg>
`;
}

/** A number as an axis shows it: 1000000 is "1M". */
export function compactNumber(value: number): string {
  for (const [size, unit] of [[1e6, "M"], [1e3, "k"]] as const) if (value >= size) return `${Number((value / size).toPrecision(3))}${unit}`; // prettier-ignore
  return String(Number(value.toPrecision(3)));
}

interface Axis {
  ticks: number[];
  /** From 0 to 1 along the axis. */
  place(value: number): number;
}

interface KeyEntry {
  name: string;
  x: number;
  row: number;
}

/** As many names in a row as fit. */
function placeKey(names: readonly string[], width: number): KeyEntry[] {
  let x = KEY_LEFT_PX;
  let row = 0;
  return names.map((name) => {
    const wide = KEY_MARK_PX + name.length * LETTER_PX;
    if (x > KEY_LEFT_PX && x + wide > width) [x, row] = [KEY_LEFT_PX, row + 1];
    const entry = { name, x, row };
    x += wide;
    return entry;
  });
}

function drawKey(entries: readonly KeyEntry[]): string {
  return entries
    .map(({ name, x, row }, i) => {
      const y = 40 + row * KEY_ROW_PX;
      return `<line class="line s${i % COLOURS}" x1="${x}" x2="${x + 28}" y1="${y}" y2="${y}"/><text x="${x + 34}" y="${y + 4}">${escapeText(name)}</text>`;
    })
    .join("\n");
}

interface Place {
  left: number;
  top: number;
  width: number;
}

function drawPanel({ title, xTitle, yScale, series }: Panel, names: readonly string[], { left, top, width }: Place): string {
  const points = series.flatMap((one) => one.points);
  const sizes = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b);
  const xAxis = logAxis(sizes[0] ?? 1, sizes.at(-1) ?? 1, sizes);
  const values = points.map(({ y }) => y);
  const yAxis = yScale === "log" ? niceLogAxis(Math.min(...values), Math.max(...values)) : linearAxis(Math.max(...values));
  const px = (value: number): string => (left + xAxis.place(value) * width).toFixed(1);
  const py = (value: number): string => (top + (1 - yAxis.place(value)) * HEIGHT_PX).toFixed(1);
  const grid = yAxis.ticks.map((tick) => {
    const label = `<text x="${left - 6}" y="${(Number(py(tick)) + 4).toFixed(1)}" text-anchor="end">${compactNumber(tick)}</text>`;
    return `<line class="grid" x1="${left}" x2="${left + width}" y1="${py(tick)}" y2="${py(tick)}"/>${label}`;
  });
  const bottom = top + HEIGHT_PX;
  const labels = sizes.map((size) => `<text x="${px(size)}" y="${bottom + 18}" text-anchor="middle">${compactNumber(size)}</text>`);
  const lines = series.map((one) => {
    const colour = names.indexOf(one.name) % COLOURS;
    const sorted = one.points.toSorted((a, b) => a.x - b.x);
    const path = sorted.map(({ x, y }) => `${px(x)},${py(y)}`).join(" ");
    const marks = sorted.map(({ x, y }) => `<circle class="m${colour}" cx="${px(x)}" cy="${py(y)}" r="${MARK_PX}"/>`);
    return `<polyline class="line s${colour}" points="${path}"/>${marks.join("")}`;
  });
  return `<text x="${left}" y="${top - 12}">${escapeText(title)}</text>
${grid.join("\n")}
${labels.join("\n")}
<text x="${left + width / 2}" y="${bottom + 38}" text-anchor="middle">${escapeText(xTitle)}</text>
${lines.join("\n")}`;
}

function logAxis(from: number, to: number, ticks: number[]): Axis {
  if (!(from > 0)) throw new RangeError(`a logarithmic axis cannot hold ${from}`);
  const span = Math.log(to / from);
  return { ticks, place: (value) => (span === 0 ? 0.5 : Math.log(value / from) / span) };
}

/** From and to figures of 1, 2 or 5 times a power of ten. */
function niceLogAxis(lowest: number, highest: number): Axis {
  if (!(lowest > 0)) throw new RangeError(`a logarithmic axis cannot hold ${lowest}`);
  const round: number[] = [];
  for (let power = Math.floor(Math.log10(lowest)) - 1; power <= Math.ceil(Math.log10(highest)); power += 1) {
    for (const digit of [1, 2, 5]) round.push(Number((digit * 10 ** power).toPrecision(1)));
  }
  const from = round.findLast((value) => value <= lowest * (1 + TICK_SLACK)) ?? lowest;
  const to = round.find((value) => value >= highest * (1 - TICK_SLACK) && value > from) ?? highest;
  const inside = round.filter((value) => value >= from && value <= to);
  const few = inside.length <= FULL_TICKS_MAX ? inside : inside.filter((value) => String(value).replaceAll(/[0.]/g, "") === "1");
  return logAxis(from, to, few);
}

function linearAxis(highest: number): Axis {
  const step = 10 ** Math.floor(Math.log10(Math.max(highest, 1) / 2));
  const steps = Math.ceil(Math.max(highest, 1) / step);
  const every = steps > 10 ? 5 : steps > 5 ? 2 : 1;
  const to = Math.ceil(steps / every) * every * step;
  const ticks = Array.from({ length: Math.round(to / (step * every)) + 1 }, (_, i) => i * step * every);
  return { ticks, place: (value) => value / to };
}
