/** Dragging, pinching and tapping on the map. */
import { type PointerEvent, useRef, type WheelEvent } from 'react';
import type { Point, View } from '#src/model/visites/plan.ts';
import { zoomed } from '#src/model/visites/plan.ts';

/** Pixels that a finger may move while it taps. */
const STILL = 8;

interface Gestures {
  view: View;
  size: { width: number; height: number };
  onView: (view: View) => void;
  onTap: (at: Point) => void;
}

const between = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** @returns the handlers of the canvas */
export function useGestures({ view, size, onView, onTap }: Gestures) {
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const at = (event: { clientX: number; clientY: number; currentTarget: Element }): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) moved.current = 0;
    fingers.current.set(event.pointerId, at(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    fingers.current.set(event.pointerId, now);
    moved.current += between(before, now);
    if (other) {
      const factor = between(now, other) / Math.max(1, between(before, other));
      onView(zoomed(view, size, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, factor));
    } else
      onView({
        ...view,
        x: view.x - (now.x - before.x) / view.scale,
        y: view.y + (now.y - before.y) / view.scale,
      });
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const wasAlone = fingers.current.size === 1;
    fingers.current.delete(event.pointerId);
    if (wasAlone && moved.current < STILL) onTap(at(event));
  };
  const onPointerCancel = (event: PointerEvent<HTMLCanvasElement>) =>
    void fingers.current.delete(event.pointerId);
  const onWheel = (event: WheelEvent<HTMLCanvasElement>) =>
    onView(zoomed(view, size, at(event), event.deltaY < 0 ? 1.25 : 0.8));
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onWheel };
}
