/** Pinned screens; without schemas, as the browser reads it. */

/** More would push the entries of the menu out of sight. */
export const MAX_EPINGLES = 5;
