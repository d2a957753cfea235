/** Limits of official papers; apart from the schemas, so that forms do not load zod. */

/** Longest line and paragraph, in characters. */
export const MAX_LIGNE = 60;
export const MAX_TEXTE = 300;

/** Accepted picture types of a crest, for a file input. */
export const ECUSSON_KINDS = 'image/png,image/jpeg';
/** Largest crest, in bytes. */
export const MAX_ECUSSON_BYTES = 2 * 1024 * 1024;

export const ECUSSON_MESSAGES = {
  tropGrand: 'L’écusson dépasse 2 Mo. Réduisez l’image, puis envoyez-la de nouveau.',
  autreChose: 'Ce fichier n’est pas une image : un écusson PNG ou JPEG est attendu.',
} as const;
