/** The scale of a chart: round steps that cover all values, and the position of a value. */

export interface Frame {
  /** Position of a value between the two ends, in points. */
  at: (value: number) => number;
  ticks: readonly { at: number; text: string }[];
}

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });
const STEPS = 4;

/** 1, 2 or 5 times a power of ten, as a whole number. */
function stepOf(span: number): number {
  const rough = Math.max(1, span / STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough);
}

/**
 * @param bounds lowest and highest value; zero is between them
 * @param ends start and end of the scale, in points
 */
export function frameOf([low, high]: readonly [number, number], ends: { from: number; to: number }): Frame {
  const step = stepOf(high - low);
  const first = Math.floor(low / step) * step;
  const last = Math.max(first + step, Math.ceil(high / step) * step);
  const at = (value: number): number =>
    ends.from + ((value - first) / (last - first)) * (ends.to - ends.from);
  const count = Math.round((last - first) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => {
    const value = first + index * step;
    return { at: at(value), text: compact.format(value) };
  });
  return { at, ticks };
}
