/** Limits of photos; apart from the schemas, so that forms do not load zod. */

/** Accepted picture types, for a file input. */
export const PHOTO_KINDS = 'image/jpeg,image/png,image/webp';
/** Largest photo, in bytes. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Most photos of one equipment. */
export const MAX_PHOTOS_EQUIPEMENT = 12;

export const PHOTO_MESSAGES = {
  tropGrande: 'La photo dépasse 10 Mo. Réduisez-la, puis envoyez-la de nouveau.',
  autreChose: 'Ce fichier n’est pas une photo : une image JPEG, PNG ou WebP est attendue.',
} as const;
