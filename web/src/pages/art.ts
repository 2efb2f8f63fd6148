// The pictures on the two doors, painted with the brush: 560 wide, 200 high. Washes lie behind, ink before them.
import { blot, dry, stroke, strokes, type Touch } from "../parts/brush";

export interface Painting {
  /** Thin ink, the palest first. */
  washes: { d: string; opacity: number }[];
  ink: string;
  seal: string;
}

/** A figure that stands at x, y and looks to the right (1) or to the left (-1), sword in hand. */
function swordsman(x: number, y: number, side: 1 | -1): string {
  const at = (dx: number, dy: number, width: number): Touch => [x + side * dx * 1.25, y + dy * 1.25, width * 1.25];
  return strokes(
    [at(-12, 1, 2), at(-9, -8, 8), at(-4, -20, 9), at(-1, -31, 7)], // one leg in wide cloth, up to the chest
    [at(15, 1, 2), at(11, -7, 8), at(4, -18, 9), at(0, -30, 7)],
    [at(-8, -30, 2), at(-3, -34, 8), at(3, -36, 8), at(8, -32, 3)], // the shoulders
    [at(3, -33, 4), at(10, -28, 5), at(18, -29, 2.5)], // the arms
    [at(15, -27, 2), at(32, -37, 2.4), at(52, -46, 1.8), at(66, -50, 0.3)], // the blade
    [at(-5, -20, 2), at(-15, -15, 2), at(-25, -8, 0.4)], // the short sword at the belt
    [at(-8, -6, 3), at(-19, 0, 3), at(-29, -3, 0.3)], // cloth in the wind
    [at(-2, -47, 1.4), at(-6, -48, 2.4), at(-11, -46, 0.4)], // the knot of hair
  ) + blot(x + side * 2.5, y - 52, 5.4);
}

const reed = (x: number, height: number, lean: number): Touch[] => [[x, 196, 2.6], [x + lean * 0.3, 196 - height * 0.5, 2], [x + lean, 196 - height, 0.3]];

export const DUEL: Painting = {
  washes: [
    { d: stroke([[0, 150, 30], [70, 118, 54], [120, 92, 60], [170, 122, 62], [250, 146, 40], [330, 156, 1]]), opacity: 0.07 },
    { d: stroke([[296, 160, 1], [380, 128, 46], [440, 104, 60], [500, 126, 60], [560, 142, 40]]), opacity: 0.09 },
    { d: dry([[0, 166, 12], [120, 160, 22], [280, 168, 26], [430, 162, 22], [560, 168, 10]], 9, 0.8), opacity: 0.16 },
  ],
  ink: [
    dry([[30, 181, 5], [150, 176, 13], [280, 180, 15], [420, 177, 12], [540, 182, 3]], 8, 0.7),
    swordsman(176, 178, 1),
    swordsman(384, 178, -1),
    ...[[22, 62, 16], [31, 84, 26], [40, 50, 30], [47, 70, 12], [523, 58, -18], [532, 88, -30], [541, 66, -14], [516, 40, -26]].map(([x, height, lean]) => stroke(reed(x!, height!, lean!))),
  ].join(""),
  seal: blot(280, 70, 46),
};

const BODY: Touch[] = [
  [14, 150, 0.5], [42, 166, 8], [82, 158, 15], [112, 124, 20], [146, 92, 23], [192, 90, 25], [226, 122, 25], [262, 148, 24],
  [304, 140, 23], [330, 106, 22], [352, 74, 20], [392, 58, 18], [424, 70, 15], [448, 80, 11],
];
/** Along the back: a row of short strokes. */
const SPINES = BODY.slice(2, 12).flatMap(([x, y, width], at): Touch[][] => {
  const [bx, by] = BODY[at + 3]!;
  const length = Math.hypot(bx - x, by - y);
  const [nx, ny] = [(by - y) / length, -(bx - x) / length];
  return [0.1, 0.45, 0.8].map((part): Touch[] => {
    const [sx, sy] = [x + (bx - x) * part + nx * width * 0.42, y + (by - y) * part + ny * width * 0.42];
    return [[sx, sy, 3.4], [sx + nx * 6 - 3, sy + ny * 6, 2.4], [sx + nx * 11 - 8, sy + ny * 11, 0.3]];
  });
});
const claw = (x: number, y: number, down: number): Touch[][] => [
  [[x, y, 8], [x + 8, y + down * 12, 6], [x + 2, y + down * 24, 4]],
  ...[-10, 0, 10].map((aside): Touch[] => [[x + 2, y + down * 23, 3], [x + 2 + aside * 0.6, y + down * 30, 2.4], [x + 6 + aside, y + down * 36, 0.3]]),
];

export const RACE: Painting = {
  washes: [
    { d: stroke([[330, 44, 4], [400, 34, 26], [470, 42, 34], [560, 30, 20]]), opacity: 0.07 },
    { d: stroke([[0, 62, 14], [60, 50, 34], [130, 58, 20], [180, 50, 3]]), opacity: 0.08 },
    { d: dry([[0, 184, 10], [140, 178, 24], [300, 186, 28], [440, 180, 26], [560, 184, 14]], 9, 0.8), opacity: 0.14 },
    { d: dry([[120, 196, 4], [260, 190, 10], [420, 197, 12], [560, 192, 4]], 6, 0.7), opacity: 0.3 },
  ],
  ink: [
    dry(BODY.toReversed(), 11, 0.94),
    strokes(...SPINES, ...claw(196, 100, 1), ...claw(318, 142, 1), ...claw(370, 74, 1)),
    strokes(
      [[420, 62, 10], [440, 62, 19], [462, 70, 16], [482, 74, 9], [494, 72, 4]], // the head
      [[452, 82, 8], [470, 90, 7], [486, 88, 1]], // the jaw
      [[430, 56, 5], [414, 38, 5], [392, 28, 0.5]], [[444, 54, 4], [434, 34, 4], [420, 20, 0.4]], // horns
      [[486, 70, 1], [504, 62, 2.4], [520, 68, 2], [534, 58, 0.3]], [[480, 84, 1], [496, 96, 2.4], [512, 94, 1.8], [522, 104, 0.3]], // whiskers
      [[426, 80, 3], [414, 94, 4], [398, 98, 0.4]], [[436, 86, 3], [430, 102, 4], [416, 112, 0.4]], // the mane
    ),
  ].join(""),
  seal: blot(522, 126, 13),
};

/** What is left open in the ink. */
export const EYE = stroke([[452, 64, 0.6], [457, 63, 3.6], [462, 66, 0.6]]);
