// The signs of the double page, each put down with a stroke or two of the brush, in a box from 0 to 24.
import { blot, circle, stroke, strokes } from "../parts/brush";

export const SIGNS = {
  heart: strokes(
    [[12, 7.5, 1.5], [9, 5.2, 4.6], [5.6, 7.6, 6], [7.6, 13, 6.4], [11.6, 18.4, 3], [12.2, 21, 0.8]],
    [[12, 7.6, 1.5], [15.2, 5, 4.8], [18.4, 7.8, 5.6], [16, 13, 6.6], [12.6, 18, 3.4], [12, 20.5, 0.8]],
  ) + blot(12, 11.6, 5),
  ki: strokes(
    [[13.5, 2.5, 0.6], [11, 8, 3.6], [9, 14, 6], [11, 19, 4], [14, 19.6, 1]],
    [[13, 4, 0.5], [15.4, 10, 4], [15.4, 15, 5.6], [13, 19.4, 2.4]],
    [[13, 6, 1], [12.4, 12, 4], [12.4, 18, 4]],
  ),
  mind: stroke(circle(8.5, 4.6, 0.32).map(([x, y, width]) => [x + 12, y + 12, width] as const)),
};

/** Each one is struck through by a hand of its own. */
export function strike(at: number): string {
  const lean = Math.sin(at * 2.3) * 2.4;
  return stroke([[2.5, 20.5 + lean / 2, 0.8], [7, 16.8, 2.6], [14, 10 - lean / 3, 2.2], [19, 5.4, 1.6], [22, 2.6 - lean / 2, 0.5]]);
}
