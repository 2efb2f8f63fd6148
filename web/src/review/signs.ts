// The sign of a marked decision: the graver, the greater.
import type { Grave } from "./looked";

const SIZES: Record<Grave, number> = { inaccuracy: 4.5, mistake: 6, blunder: 8 };

/** A triangle that points at the curve below it. */
export function sign(mark: Grave): string {
  const size = SIZES[mark];
  return `M${-size} ${-size}L${size} ${-size}L0 ${size}Z`;
}
