/** A photo as it travels: small enough for a slow network, and named by what it is. */
import { MAX_OCTETS_PHOTO_TERRAIN } from '@octroi/contract/terrain/rules';
import type { Picture } from '../log/log.ts';

/** Pixels of the longer side: a stall and a face are known again. */
const SIDE = 1024;
const QUALITIES = [0.72, 0.6, 0.45, 0.3];

const jpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });

const hexadecimal = (content: ArrayBuffer): string =>
  [...new Uint8Array(content)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @throws {Error} (French) for what is no picture */
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

/** A reduced photo as text, base64: a draft is one sealed text. */
export interface Taken {
  /** sha256, in hexadecimal. */
  empreinte: string;
  contenu: string;
}

/** @throws {Error} (French) for what is no picture */
export async function take(file: Blob): Promise<Taken> {
  const { empreinte, octets } = await reduce(file);
  let text = '';
  for (const byte of new Uint8Array(octets)) text += String.fromCharCode(byte);
  return { empreinte, contenu: btoa(text) };
}

/** As it goes along with a command. */
export function pictureOf(taken: Taken | null): { photo?: Picture } {
  if (!taken) return {};
  const octets = Uint8Array.from(atob(taken.contenu), (one) => one.charCodeAt(0)).buffer;
  return { photo: { empreinte: taken.empreinte, octets } };
}
