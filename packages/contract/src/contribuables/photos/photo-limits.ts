/** Bounds of photos: apart from the schemas, which a form does not need. */

/** Kinds of picture that may be sent, as a file input names them. */
export const PHOTO_KINDS = 'image/jpeg,image/png,image/webp';
/** Bytes of a photo that is sent, at most. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Photos of one equipment, at most. */
export const MAX_PHOTOS_EQUIPEMENT = 12;

export const PHOTO_MESSAGES = {
  tropGrande: 'La photo dépasse 10 Mo. Réduisez-la, puis envoyez-la de nouveau.',
  autreChose: 'Ce fichier n’est pas une photo : une image JPEG, PNG ou WebP est attendue.',
} as const;
