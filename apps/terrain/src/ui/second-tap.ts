/** The second tap of a double tap must not press a button of the screen that replaced the first one. */

/** Milliseconds and pixels within which a touch counts as the second of a double tap. */
const [SOON, NEAR] = [400, 30];

/** Installs the filter: a second or third tap is dropped if the screen changed since the first. */
export function dropSecondTaps(): void {
  let last = { at: 0, x: 0, y: 0, screen: '' };
  const judge = (event: PointerEvent): void => {
    const { timeStamp: at, clientX: x, clientY: y, detail, pointerType } = event;
    const screen = location.hash;
    // touch events do not always count taps
    const second =
      detail > 1 ||
      (pointerType === 'touch' && at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR);
    const dropped = second && screen !== last.screen;
    // a third tap refers to the screen of the first one, like the second
    last = { at, x, y, screen: dropped ? last.screen : screen };
    if (!dropped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', judge, { capture: true });
}
