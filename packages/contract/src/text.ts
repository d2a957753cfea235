/** A text as names are compared: without regard to case and accents, as the database does. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
