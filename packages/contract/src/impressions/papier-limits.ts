/** Bounds of official papers' texts and crest: apart from the schemas, which an input does not need. */

/** Characters of a line and of a paragraph, at most. */
export const MAX_LIGNE = 60;
export const MAX_TEXTE = 300;

/** Kinds of picture that a crest may be sent as, as a file input names them. */
export const ECUSSON_KINDS = 'image/png,image/jpeg';
/** Bytes of a crest that is sent, at most. */
export const MAX_ECUSSON_BYTES = 2 * 1024 * 1024;

export const ECUSSON_MESSAGES = {
  tropGrand: 'L’écusson dépasse 2 Mo. Réduisez l’image, puis envoyez-la de nouveau.',
  autreChose: 'Ce fichier n’est pas une image : un écusson PNG ou JPEG est attendu.',
} as const;
