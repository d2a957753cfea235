import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element, px: known before it is first painted, so that nothing jumps. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const tell = (): void => setWidth(element.clientWidth);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
