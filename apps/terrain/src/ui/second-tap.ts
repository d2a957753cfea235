/** A finger that taps twice means what it saw first: its second tap is none of the screen that has come meanwhile. */

/** Milliseconds and pixels within which a touch is the second of two. */
const [SOON, NEAR] = [400, 30];

/** From now on a second tap does nothing on another screen than the first. */
export function dropSecondTaps(): void {
  let last = { at: 0, x: 0, y: 0, screen: '' };
  const judge = (event: PointerEvent): void => {
    const { timeStamp: at, clientX: x, clientY: y, detail, pointerType } = event;
    const screen = location.hash;
    // a touch does not always count its taps
    const second =
      detail > 1 ||
      (pointerType === 'touch' && at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR);
    const elsewhere = screen !== last.screen;
    last = { at, x, y, screen };
    if (!second || !elsewhere) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', judge, { capture: true });
}
