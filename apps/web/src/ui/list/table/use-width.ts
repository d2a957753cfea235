import { type RefObject, useLayoutEffect, useState } from 'react';

/** How much larger than usual (16 px) the person's text is. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** A length for a text of 16 px, in CSS: it follows the size of the text. */
export const scaledLength = (px: number): string => `${px / 16}rem`;

/**
 * Width of an element, in px of a text of 16 px: a larger text leaves less room. Measured before the first paint, so that
 * nothing jumps.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const update = (): void => setWidth(Math.floor(element.clientWidth / textScale()));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
