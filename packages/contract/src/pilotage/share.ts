/** What part of `whole` a figure is, in whole percent; undefined where there is no whole. */
export const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? Math.round((part / whole) * 100) : undefined;
