// Where things stand on the curve: steps from left to right, chances from bottom to top, in pixels.

export interface Chart {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x(at: number): number;
  y(share: number): number;
  line(values: readonly number[]): string;
  /** The step that stands nearest to a place. */
  at(x: number): number;
}

const [TOP, BELOW, BEFORE] = [22, 26, 44];

/** `beside` is the room at the right, for names. */
export function chart(width: number, height: number, steps: number, beside: number): Chart {
  const [left, right, bottom] = [BEFORE, width - beside, height - BELOW];
  const each = (right - left) / Math.max(1, steps);
  const x = (at: number): number => left + each * at;
  const y = (share: number): number => TOP + (bottom - TOP) * (1 - share);
  return {
    width, height, left, right, top: TOP, bottom, x, y,
    line: (values) => values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    at: (place) => Math.min(steps, Math.max(0, Math.round((place - left) / each))),
  };
}

export interface Tick {
  number: number;
  at: number;
}

const STRIDES = [1, 2, 5, 10, 20, 50, 100];

/** Where rounds or turns begin: as many of them as have room. */
export function ticks(whens: readonly number[], pixels: number, room = 30): Tick[] {
  const begins = whens.flatMap((number, at) => (number && number !== whens[at - 1] ? [{ number, at }] : []));
  const every = STRIDES.find((stride) => (begins.length / stride) * room <= pixels) ?? STRIDES.at(-1)!;
  return begins.filter(({ number }) => every === 1 || number % every === 0);
}

/** Heights of names that would lie on each other, moved apart as little as is needed. */
export function apart(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((_, at) => at).sort((one, other) => heights[one]! - heights[other]!);
  const moved = [...heights];
  let least = top;
  for (const at of order) least = (moved[at] = Math.max(moved[at]!, least)) + gap;
  let most = bottom;
  for (const at of order.toReversed()) most = (moved[at] = Math.min(moved[at]!, most)) - gap;
  return moved;
}
