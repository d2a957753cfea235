/**
 * Scrolls a frame so that an element within it is seen whole. `scrollIntoView` would also move the place from which
 * Tab goes on, and the first Tab of a page must reach the skip link.
 */
export function keepInSight(element: Element | null | undefined, frame: Element | null | undefined): void {
  if (!element || !frame) return;
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.top < outer.top) frame.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom;
  if (inner.left < outer.left) frame.scrollLeft += inner.left - outer.left;
  else if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right;
}
