/** Draws the map of places on a canvas: ten thousand positions are too many elements for a cheap phone. */
import { type Plan, type PlanPoint, type Point, toScreen, type View } from '#src/model/visites/plan.ts';

interface Drawing {
  plan: Plan;
  view: View;
  size: { width: number; height: number };
  /** Whether something is due there. */
  owes: (point: PlanPoint) => boolean;
  /** Places of today's visits that are left, with their rank. */
  stops: readonly { point: Point; rang: number }[];
  here: Point | undefined;
  chosen: PlanPoint | undefined;
}

/** Pixels: a square of a debtor, a ring of whoever owes nothing, a name that fits its outline. */
const DOT = 7;
const RING = 3;
const LEAST_NAME = 60;

const colours = (canvas: HTMLCanvasElement) => {
  const style = getComputedStyle(canvas);
  return (name: string): string => style.getPropertyValue(`--${name}`).trim();
};

/** @param ratio device pixels of a CSS pixel */
export function drawPlan(canvas: HTMLCanvasElement, ratio: number, drawing: Drawing): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { size } = drawing;
  const colour = colours(canvas);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size.width, size.height);
  drawOutlines(pen, drawing, colour);
  drawPoints(pen, drawing, colour);
  drawNames(pen, drawing, colour);
  drawStops(pen, drawing, colour);
  drawHere(pen, drawing, colour);
  drawScale(pen, drawing, colour);
}

type Pen = CanvasRenderingContext2D;
type Colour = (name: string) => string;

function drawOutlines(pen: Pen, { plan, view, size }: Drawing, colour: Colour): void {
  pen.lineWidth = 1.5;
  pen.strokeStyle = colour('edge');
  pen.fillStyle = colour('calm');
  for (const { outline } of plan.lieux) {
    pen.beginPath();
    for (const point of outline) {
      const { x, y } = toScreen(view, size, point);
      pen.lineTo(x, y);
    }
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
}

function drawPoints(pen: Pen, { plan, view, size, owes, chosen }: Drawing, colour: Colour): void {
  pen.strokeStyle = colour('green');
  pen.fillStyle = colour('red');
  pen.lineWidth = 1.5;
  for (const point of plan.points) {
    const { x, y } = toScreen(view, size, point);
    if (x < -DOT || y < -DOT || x > size.width + DOT || y > size.height + DOT) continue;
    if (owes(point)) pen.fillRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
    else {
      pen.beginPath();
      pen.arc(x, y, RING, 0, 2 * Math.PI);
      pen.stroke();
    }
  }
  if (!chosen) return;
  const { x, y } = toScreen(view, size, chosen);
  pen.strokeStyle = colour('ink');
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, 2 * DOT, 0, 2 * Math.PI);
  pen.stroke();
}

function drawNames(pen: Pen, { plan, view, size }: Drawing, colour: Colour): void {
  pen.font = '600 14px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.lineWidth = 4;
  pen.strokeStyle = '#fff';
  pen.fillStyle = colour('ink');
  for (const { nom, middle, width } of plan.lieux) {
    const room = width * view.scale;
    if (room < LEAST_NAME || pen.measureText(nom).width > room * 1.4) continue;
    const { x, y } = toScreen(view, size, middle);
    pen.strokeText(nom, x, y);
    pen.fillText(nom, x, y);
  }
}

function drawStops(pen: Pen, { stops, view, size }: Drawing, colour: Colour): void {
  pen.font = '700 13px system-ui, sans-serif';
  pen.textAlign = 'center';
  for (const { point, rang } of stops) {
    const { x, y } = toScreen(view, size, point);
    pen.fillStyle = colour('primary');
    pen.beginPath();
    pen.arc(x, y, 12, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = '#fff';
    pen.fillText(String(rang), x, y + 5);
  }
}

function drawHere(pen: Pen, { here, view, size }: Drawing, colour: Colour): void {
  if (!here) return;
  const { x, y } = toScreen(view, size, here);
  pen.strokeStyle = '#fff';
  pen.fillStyle = colour('ink');
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, 9, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
}

/** Round lengths of the scale, in metres. */
const LENGTHS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

function drawScale(pen: Pen, { view, size }: Drawing, colour: Colour): void {
  const length = LENGTHS.findLast((each) => each * view.scale <= size.width / 3) ?? 10;
  const [left, bottom, width] = [16, size.height - 12, length * view.scale];
  pen.strokeStyle = colour('ink');
  pen.fillStyle = colour('ink');
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(left, bottom);
  pen.lineTo(left + width, bottom);
  pen.stroke();
  pen.font = '600 13px system-ui, sans-serif';
  pen.textAlign = 'left';
  pen.fillText(length < 1000 ? `${length} m` : `${length / 1000} km`, left, bottom - 5);
}
