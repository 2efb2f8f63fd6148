// A brush: strokes that swell and thin out, as outlines for SVG paths.

/** A place the brush comes through, and how broad it is there. */
export type Touch = readonly [x: number, y: number, width: number];

const STEPS = 8; // between two touches

/** One stroke as an outline: along the left side, back along the right. */
export const stroke = (touches: readonly Touch[]): string => outline(smooth(touches));

function outline(line: readonly Touch[]): string {
  const left: string[] = [];
  const right: string[] = [];
  line.forEach(([x, y, width], at) => {
    const [ax, ay] = line[Math.max(0, at - 1)]!;
    const [bx, by] = line[Math.min(line.length - 1, at + 1)]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const dx = ((by - ay) / length) * (width / 2);
    const dy = ((bx - ax) / length) * (width / 2);
    left.push(point(x + dx, y - dy));
    right.unshift(point(x - dx, y + dy));
  });
  return `M${[...left, ...right].join("L")}Z`;
}

export function strokes(...all: readonly (readonly Touch[])[]): string {
  return all.map(stroke).join("");
}

/** The same stroke with a brush that runs dry: single hairs, which leave the paper one after the other. */
export function dry(touches: readonly Touch[], hairs = 7, from = 0.55): string {
  const line = smooth(touches);
  const all = Array.from({ length: hairs }, (_, hair): Touch[] => {
    const aside = (hair + 0.5) / hairs - 0.5;
    const last = Math.round((line.length - 1) * (from + (1 - from) * chance(hair)));
    return line.slice(0, last + 1).map(([x, y, width], at) => {
      const [ax, ay] = line[Math.max(0, at - 1)]!;
      const [bx, by] = line[Math.min(line.length - 1, at + 1)]!;
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const left = 1 - at / last;
      return [x + ((by - ay) / length) * width * aside, y - ((bx - ax) / length) * width * aside, (width / hairs) * (0.35 + Math.min(1.1, 2.4 * left))];
    });
  });
  return all.map(outline).join("");
}

/** Always the same numbers between 0 and 1, without any order. */
const chance = (at: number): number => Math.abs(Math.sin(at * 12.9898 + 4.1) * 43758.5453) % 1;

/** A circle in one go, from an angle (in turns) on; the brush dries towards the end. */
export function circle(radius: number, width: number, from = 0.1, turns = 0.92): Touch[] {
  const touches = 12;
  return Array.from({ length: touches + 1 }, (_, at) => {
    const angle = 2 * Math.PI * (from + (turns * at) / touches);
    const part = at / touches;
    const pressed = (0.5 + Math.sin(Math.PI * (0.15 + 0.75 * part)) * 0.7) * (1 - 0.45 * part);
    return [radius * Math.cos(angle), radius * Math.sin(angle), width * pressed] as const;
  });
}

/** A round drop of ink that is not quite round. */
export function blot(x: number, y: number, radius: number): string {
  const edge = Array.from({ length: 40 }, (_, at) => {
    const angle = (2 * Math.PI * at) / 40;
    const here = radius * (1 + 0.012 * Math.sin(2 * angle + x) + 0.005 * Math.sin(5 * angle) + 0.003 * Math.sin(17 * angle));
    return point(x + here * Math.cos(angle), y + here * Math.sin(angle));
  });
  return `M${edge.join("L")}Z`;
}

/** Catmull-Rom: a curve through all touches. */
function smooth(touches: readonly Touch[]): Touch[] {
  const line: Touch[] = [];
  for (let at = 0; at < touches.length - 1; at++) {
    const [a, b, c, d] = [touches[at - 1] ?? touches[at]!, touches[at]!, touches[at + 1]!, touches[at + 2] ?? touches[at + 1]!];
    for (let step = 0; step < STEPS; step++) line.push(between(a, b, c, d, step / STEPS));
  }
  return [...line, touches.at(-1)!];
}

function between(a: Touch, b: Touch, c: Touch, d: Touch, part: number): Touch {
  const along = (i: 0 | 1 | 2): number =>
    0.5 * (2 * b[i] + (c[i] - a[i]) * part + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * part ** 2 + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * part ** 3);
  return [along(0), along(1), Math.max(0, along(2))];
}

const point = (x: number, y: number): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 100) / 100;
