/**
 * Pictures of the demo's hotels, drawn: no network, no licence, a few kilobytes each. A scene is a sky, what lies behind the
 * house, the house and what lies before it; a seed moves every part, so that no two houses look the same. Pure.
 */
import { type Random, randomFrom } from "../random.ts";
import type { Setting } from "../demo-hotels.ts";

export const VIEWS = ["front", "lobby", "room"] as const;
export type View = (typeof VIEWS)[number];

const WIDTH = 960;
const HEIGHT = 640;
const HORIZON = 410;

interface Palette {
  sky: readonly [string, string];
  sun: string;
  far: string;
  near: string;
  wall: string;
  roof: string;
  glass: string;
  ground: string;
}

const PALETTES: readonly [Palette, ...Palette[]] = [
  {
    sky: ["#f7c59f", "#fdf1e2"],
    sun: "#fff6dc",
    far: "#b9a6a3",
    near: "#8a7577",
    wall: "#e9d8c3",
    roof: "#8a2433",
    glass: "#4d5a73",
    ground: "#6e7f80",
  },
  {
    sky: ["#9fc5e8", "#eef6fb"],
    sun: "#fffbe6",
    far: "#a9bccb",
    near: "#7b93a8",
    wall: "#f3ede2",
    roof: "#4d5f52",
    glass: "#3d5168",
    ground: "#7c9aa8",
  },
  {
    sky: ["#2e3b5e", "#c08497"],
    sun: "#fde2c4",
    far: "#4c4a6b",
    near: "#39395a",
    wall: "#d9b99b",
    roof: "#5b2a3c",
    glass: "#ffd98a",
    ground: "#2f3d5c",
  },
  {
    sky: ["#f2d7b6", "#fff8ec"],
    sun: "#ffffff",
    far: "#c7b79a",
    near: "#a08f6f",
    wall: "#c96f4a",
    roof: "#6b3a2a",
    glass: "#33454f",
    ground: "#8fa08a",
  },
];

type Painter = (palette: Palette, random: Random) => string;

/** An SVG document. `seed` names the house. */
export function drawScene(setting: Setting, view: View, seed: number): string {
  const random = randomFrom(seed);
  const palette = random.pick(PALETTES);
  const paint: Painter = view === "front" ? FRONTS[setting] : view === "room" ? drawRoom : drawLobby;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${palette.sky[0]}"/><stop offset="1" stop-color="${palette.sky[1]}"/></linearGradient></defs>${paint(palette, random)}</svg>\n`;
}

const FRONTS: Readonly<Record<Setting, Painter>> = {
  river: (p, r) => sky(p, r) + skyline(p.far, r, 60, 120) + terrace(p, r, 5) + water(p, r),
  oldTown: (p, r) => sky(p, r) + hills(p, r) + terrace(p, r, 4) + trees(p, r) + ground(p, "#cbb89d"),
  business: (p, r) => sky(p, r) + skyline(p.far, r, 120, 260) + skyline(p.near, r, 80, 200) + tower(p, r) + ground(p, "#b8bcc4"),
  harbour: (p, r) => sky(p, r) + hills(p, r) + terrace(p, r, 3) + water(p, r) + boats(r),
};

function rect(x: number, y: number, width: number, height: number, fill: string, extra = ""): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${extra}/>`;
}

/** Many boxes in one path take a third of the bytes that they take one by one. */
function shape(path: string, fill: string, extra = ""): string {
  return `<path d="${path}" fill="${fill}"${extra}/>`;
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`;
}

function sky({ sun }: Palette, random: Random): string {
  const x = random.between(120, 840);
  return (
    rect(0, 0, WIDTH, HEIGHT, "url(#s)") +
    `<circle cx="${x}" cy="${random.between(90, 200)}" r="${random.between(34, 58)}" fill="${sun}" opacity=".9"/>`
  );
}

function skyline(fill: string, random: Random, least: number, most: number): string {
  let drawn = "";
  for (let x = -20; x < WIDTH;) {
    const width = random.between(50, 110);
    const height = random.between(least, most);
    drawn += box(x, HORIZON - height, width, height + 40);
    x += width + random.between(0, 12);
  }
  return shape(drawn, fill, ' opacity=".75"');
}

function hills({ far, near }: Palette, random: Random): string {
  const ridge = (height: number, fill: string): string => {
    const [a, b, c] = [0, 1, 2].map(() => HORIZON - random.between(height / 2, height));
    return `<path d="M0 ${HORIZON + 40}V${a}Q240 ${HORIZON - height} 480 ${b}T960 ${c}V${HORIZON + 40}Z" fill="${fill}"/>`;
  };
  return ridge(190, far) + ridge(110, near);
}

/** A row of houses, the hotel in the middle with its sign. */
function terrace(palette: Palette, random: Random, houses: number): string {
  const width = Math.floor(700 / houses);
  const middle = Math.floor(houses / 2);
  return Array.from({ length: houses }, (_, at) => {
    const main = at === middle;
    const floors = main ? 4 : random.between(2, 3);
    return house(palette, { x: 130 + at * width, width, floors, main });
  }).join("");
}

function house(p: Palette, { x, width, floors, main }: { x: number; width: number; floors: number; main: boolean }): string {
  const height = floors * 74 + 46;
  const top = HORIZON + 60 - height;
  const columns = Math.max(2, Math.floor(width / 58));
  const step = width / columns;
  let drawn = rect(x, top, width - 3, height, p.wall, main ? "" : ' opacity=".88"');
  drawn += `<path d="M${x - 8} ${top}L${x + width / 2} ${top - (main ? 78 : 48)}L${x + width + 5} ${top}Z" fill="${p.roof}"/>`;
  let [windows, sills] = ["", ""];
  for (let floor = 0; floor < floors; floor += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = Math.round(x + column * step + step / 2 - 13);
      windows += box(left, top + 18 + floor * 74, 26, 42);
      sills += box(left - 4, top + 62 + floor * 74, 34, 4);
    }
  }
  drawn += shape(windows, p.glass) + shape(sills, p.roof, ' opacity=".5"');
  const door = Math.round(x + width / 2 - 20);
  if (main) drawn += rect(door, HORIZON + 2, 40, 58, p.roof, ' rx="20"') + rect(door - 24, HORIZON - 16, 88, 12, p.roof, ' rx="3"');
  return drawn;
}

function tower(p: Palette, random: Random): string {
  const width = random.between(250, 330);
  const x = (WIDTH - width) / 2;
  const top = random.between(90, 140);
  let drawn = rect(x, top, width, HORIZON + 60 - top, p.wall, ' rx="6"');
  let [bright, dim] = ["", ""];
  for (let y = top + 18; y < HORIZON - 10; y += 34) {
    for (let left = x + 16; left < x + width - 26; left += 36) {
      if (random.between(0, 4) === 0) dim += box(left, y, 24, 20);
      else bright += box(left, y, 24, 20);
    }
  }
  drawn += shape(bright, p.glass) + shape(dim, p.glass, ' opacity=".45"');
  return drawn + rect(x + width / 2 - 60, HORIZON - 4, 120, 64, p.roof, ' rx="6"');
}

function water({ ground: fill }: Palette, random: Random): string {
  let drawn = rect(0, HORIZON + 60, WIDTH, HEIGHT - HORIZON - 60, fill);
  for (let line = 0; line < 16; line += 1) {
    const y = HORIZON + 76 + line * 10;
    drawn += rect(random.between(0, 800), y, random.between(60, 220), 3, "#ffffff", ' rx="2" opacity=".22"');
  }
  return drawn;
}

function ground(_palette: Palette, fill: string): string {
  return rect(0, HORIZON + 60, WIDTH, HEIGHT - HORIZON - 60, fill) + rect(0, HORIZON + 60, WIDTH, 8, "#000000", ' opacity=".08"');
}

function trees({ near }: Palette, random: Random): string {
  return Array.from({ length: 6 }, (_, at) => {
    const x = at < 3 ? 20 + at * 44 : 850 + (at - 3) * 40;
    const height = random.between(80, 150);
    return (
      rect(x + 8, HORIZON + 60 - height / 2, 7, height / 2, near) +
      `<ellipse cx="${x + 12}" cy="${HORIZON + 40 - height / 2}" rx="24" ry="${height / 2}" fill="#5f7a5e"/>`
    );
  }).join("");
}

function boats(random: Random): string {
  return [180, 520, 760]
    .map((at) => {
      const x = at + random.between(-60, 60);
      const y = HORIZON + random.between(110, 190);
      return `<path d="M${x} ${y}h96l-18 24h-60z" fill="#f4efe6"/><path d="M${x + 46} ${y - 6}v-84l42 84z" fill="#ffffff"/><path d="M${x + 42} ${y - 6}v-64l-30 64z" fill="#8a2433"/>`;
    })
    .join("");
}

function drawRoom(p: Palette, random: Random): string {
  const view = `<g transform="translate(560 90) scale(.36 .42)">${rect(0, 0, WIDTH, HEIGHT, "url(#s)")}${skyline(p.far, random, 80, 220)}${rect(0, HORIZON + 40, WIDTH, 200, p.ground)}</g>`;
  const bed =
    rect(110, 400, 430, 120, "#fdfaf4", ' rx="14"') +
    rect(110, 450, 430, 80, p.roof, ' rx="10"') +
    rect(90, 300, 470, 130, p.near, ' rx="16"') +
    rect(140, 366, 130, 56, "#ffffff", ' rx="18"') +
    rect(290, 366, 130, 56, "#ffffff", ' rx="18"');
  const lamp =
    `<path d="M640 330h70l-16-60h-38z" fill="${p.sun}"/>` + rect(670, 330, 8, 110, p.roof) + rect(630, 436, 90, 70, p.near, ' rx="6"');
  return (
    rect(0, 0, WIDTH, HEIGHT, p.wall) +
    view +
    rect(556, 86, 354, 8, p.roof) +
    rect(556, 354, 354, 8, p.roof) +
    rect(0, 520, WIDTH, 120, "#b99d7c") +
    bed +
    lamp
  );
}

function drawLobby(p: Palette, random: Random): string {
  const columns = [80, 330, 580, 830]
    .map((x) => rect(x, 60, 54, 470, p.near, ' opacity=".55"') + rect(x - 10, 48, 74, 18, p.roof))
    .join("");
  const lights = [230, 480, 730]
    .map((x) => rect(x, 0, 3, random.between(90, 140), "#5b5b5b") + `<circle cx="${x + 1}" cy="150" r="26" fill="${p.sun}"/>`)
    .join("");
  const sofa = rect(190, 400, 260, 110, p.roof, ' rx="20"') + rect(170, 430, 300, 90, p.roof, ' rx="20" opacity=".85"');
  const desk = rect(560, 360, 290, 160, "#6d4c3d", ' rx="8"') + rect(546, 346, 318, 20, p.wall, ' rx="4"');
  return (
    rect(0, 0, WIDTH, HEIGHT, p.wall) +
    rect(0, 0, WIDTH, HEIGHT, "url(#s)", ' opacity=".35"') +
    columns +
    lights +
    rect(0, 510, WIDTH, 130, "#a98b6d") +
    sofa +
    desk
  );
}
