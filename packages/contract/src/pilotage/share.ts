/** `part` of `whole` in whole percent; undefined if `whole` is 0. */
export const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? Math.round((part / whole) * 100) : undefined;
