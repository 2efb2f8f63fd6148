// Where a popover stands: below what it explains, above where there is no room; never beyond the edge.

interface Box {
  left: number;
  top: number;
  bottom: number;
}

const GAP = 6;
const EDGE = 8;

export function beside(sign: Box, size: { width: number; height: number }, width: number, height: number): { left: number; top: number } {
  const below = sign.bottom + GAP;
  const above = sign.top - GAP - size.height;
  const fits = below + size.height <= height - EDGE || above < EDGE;
  const most = (edge: number, own: number): number => Math.max(EDGE, edge - own - EDGE);
  return { left: clamp(sign.left, most(width, size.width)), top: clamp(fits ? below : above, most(height, size.height)) };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(EDGE, value), most);
