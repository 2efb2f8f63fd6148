// Where everything lies on the board: paths as rows where there is room, else as columns that are climbed.
import { ELEMENTS, type RaceSetup } from "./state";

export interface Place {
  x: number;
  y: number;
  scale: number;
}

export interface Field {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Geometry {
  isRows: boolean;
  width: number;
  height: number;
  /** Of a space; 0 is the symbol. */
  field(path: number, space: number): Field;
  /** Before the symbol, where pieces wait. */
  outside(path: number): Field;
  piece(path: number, space: number, seat: number): Place;
}

interface Measures {
  /** Of a space, along the path and across it. */
  along: number;
  across: number;
  symbol: number;
  outside: number;
  gap: number;
  /** How many can wait side by side. */
  abreast: number;
  scale: number;
}

const ROWS: Measures = { along: 64, across: 60, symbol: 70, outside: 92, gap: 12, abreast: 3, scale: 1.08 };
const COLUMNS: Measures = { along: 34, across: 62, symbol: 46, outside: 46, gap: 4, abreast: 3, scale: 0.74 };
const PIECE = 46; // from edge to edge, with some air
const FEWEST_PIXELS = 36; // a space that is smaller cannot be hit with a finger

export function longest(setup: RaceSetup): number {
  return Math.max(...ELEMENTS.map((element) => setup.board.paths[element].plain + setup.board.paths[element].values.length));
}

/** The board for a width in pixels. */
export function geometry(setup: RaceSetup, pixels: number): Geometry {
  const fits = (pixels / lengthOf(ROWS, longest(setup))) * ROWS.along >= FEWEST_PIXELS;
  return fits ? laid(ROWS, setup, true) : laid(COLUMNS, setup, false);
}

const lengthOf = (size: Measures, spaces: number): number => size.outside + size.symbol + spaces * size.along;

function laid(size: Measures, setup: RaceSetup, isRows: boolean): Geometry {
  const length = lengthOf(size, longest(setup));
  const ranks = Math.ceil(setup.players.length / size.abreast);
  const abreast = Math.ceil(setup.players.length / ranks);
  const breadth = ELEMENTS.length * (size.across + size.gap) - size.gap;
  const turned = (start: number, path: number, along: number): Field => {
    const across = path * (size.across + size.gap);
    return isRows
      ? { x: start, y: across, width: along, height: size.across }
      : { x: across, y: length - start - along, width: size.across, height: along };
  };
  const field = (path: number, space: number): Field =>
    space === 0
      ? turned(size.outside, path, size.symbol)
      : turned(size.outside + size.symbol + (space - 1) * size.along, path, size.along);
  const outside = (path: number): Field => turned(0, path, size.outside);
  return {
    isRows,
    width: isRows ? length : breadth,
    height: isRows ? breadth : length,
    field,
    outside,
    piece(path, space, seat) {
      if (space > 0) return { ...middle(field(path, space)), scale: size.scale };
      const room = outside(path);
      const fits = Math.min(room.width / abreast, room.height / ranks) / PIECE;
      return {
        x: room.x + (((seat % abreast) + 0.5) * room.width) / abreast,
        y: room.y + ((Math.floor(seat / abreast) + 0.5) * room.height) / ranks,
        scale: Math.min(fits, size.scale * 0.8),
      };
    },
  };
}

export function middle({ x, y, width, height }: Field): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
