/** A finger that taps twice means what it saw first: its second tap is none of the screen that has come meanwhile. */

/** Milliseconds and pixels within which a touch is the second of two. */
const [SOON, NEAR] = [400, 30];

/** From now on a second tap, or one more, does nothing on another screen than the first. */
export function dropSecondTaps(): void {
  let last = { at: 0, x: 0, y: 0, screen: '' };
  const judge = (event: PointerEvent): void => {
    const { timeStamp: at, clientX: x, clientY: y, detail, pointerType } = event;
    const screen = location.hash;
    // a touch does not always count its taps
    const second =
      detail > 1 ||
      (pointerType === 'touch' && at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR);
    const dropped = second && screen !== last.screen;
    // a third means what the first saw, as the second did
    last = { at, x, y, screen: dropped ? last.screen : screen };
    if (!dropped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', judge, { capture: true });
}
