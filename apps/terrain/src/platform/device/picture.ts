/** A photo, reduced for slow networks and named by its hash. */
import { MAX_OCTETS_PHOTO_TERRAIN } from '@octroi/contract/terrain/rules';
import type { Picture } from '../log/log.ts';

/** Longer side in pixels: enough to recognise a stall or a face. */
const SIDE = 1024;
const QUALITIES = [0.72, 0.6, 0.45, 0.3];

const jpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });

const hexadecimal = (content: ArrayBuffer): string =>
  [...new Uint8Array(content)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @throws {Error} (French) if the file is no picture */
async function reduce(file: Blob): Promise<Picture> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!image) throw new Error('Ce fichier n’est pas une photo que le téléphone sait lire.');
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const quality of QUALITIES) {
    const blob = await jpeg(canvas, quality);
    if (!blob || blob.size > MAX_OCTETS_PHOTO_TERRAIN) continue;
    const octets = await blob.arrayBuffer();
    return { empreinte: hexadecimal(await crypto.subtle.digest('SHA-256', octets)), octets };
  }
  throw new Error('Cette photo ne se réduit pas assez. Reprenez-la.');
}

/** A reduced photo as base64 text, because a draft is stored as one encrypted text. */
export interface TakenPhoto {
  /** sha256, in hexadecimal. */
  empreinte: string;
  contenu: string;
}

/** @throws {Error} (French) if the file is no picture */
export async function take(file: Blob): Promise<TakenPhoto> {
  const { empreinte, octets } = await reduce(file);
  let text = '';
  for (const byte of new Uint8Array(octets)) text += String.fromCharCode(byte);
  return { empreinte, contenu: btoa(text) };
}

/** The photo in the form that a command carries. */
export function pictureOf(photo: TakenPhoto | null): { photo?: Picture } {
  if (!photo) return {};
  const octets = Uint8Array.from(atob(photo.contenu), (character) => character.charCodeAt(0)).buffer;
  return { photo: { empreinte: photo.empreinte, octets } };
}
