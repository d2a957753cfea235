/** Chooses which names are written on a map, and where, without overlaps. Pure. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Average letter width of names in pixels, and their padding. */
const LETTER = 6.6;
const PADDING = 10;
export const NAME_WIDTH = 170;
const NAME_HEIGHT = 18;

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param areas names with the boxes of their areas, most important first
 * @param occupied boxes that names must not cover
 * @returns the box of each area's name; undefined without room
 */
export function placeNames(
  areas: readonly { name: string; box: Box }[],
  occupied: readonly Box[],
): (Box | undefined)[] {
  const placed = [...occupied];
  return areas.map(({ name, box }) => {
    const width = Math.min(NAME_WIDTH, name.length * LETTER + PADDING);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const at = (left: number, top: number): Box => ({
      left,
      top,
      right: left + width,
      bottom: top + NAME_HEIGHT,
    });
    const position = [
      at(x - width / 2, y - NAME_HEIGHT / 2),
      at(x - width / 2, box.bottom),
      at(x - width / 2, box.top - NAME_HEIGHT),
      at(box.right, y - NAME_HEIGHT / 2),
      at(box.left - width, y - NAME_HEIGHT / 2),
    ].find((place) => !placed.some((other) => meets(place, other)));
    if (position) placed.push(position);
    return position;
  });
}

export type Side = 'right' | 'left' | 'below' | 'above';

/** The middle of a dot in pixels, and the size of the text beside it. */
export interface DotText {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Chooses the side of each dot on which its text covers neither another text nor a dot.
 * @param dots most important first
 * @param radius of a dot, in pixels
 * @returns undefined for a text without room, which is not written
 */
export function placeTexts(dots: readonly DotText[], radius: number): (Side | undefined)[] {
  const placed = dots.map(({ x, y }): Box => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  }));
  return dots.map(({ x, y, width, height }) => {
    const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
    const sides: [Side, Box][] = [
      ['right', at(x + radius, y - height / 2)],
      ['left', at(x - radius - width, y - height / 2)],
      ['below', at(x - width / 2, y + radius)],
      ['above', at(x - width / 2, y - radius - height)],
    ];
    const [side, box] = sides.find(([, each]) => !placed.some((other) => meets(each, other))) ?? [];
    if (box) placed.push(box);
    return side;
  });
}
