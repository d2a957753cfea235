/** Re-encodes uploaded images from their pixels alone, for safety. */
import { open } from 'node:fs/promises';
import { ECUSSON_MESSAGES, PHOTO_MESSAGES } from '@octroi/contract';
import sharp, { type Sharp } from 'sharp';
import { placesFor } from '#src/platform/concurrency.ts';
import { AppError } from '#src/platform/http/problem.ts';

/** More than any agent's camera; larger ones are decompression bombs. */
const MAX_PIXELS = 60_000_000;
/** Maximum sides of stored images, in pixels: for paper, and for thumbnails. */
const FULL = 1600;
const THUMBNAIL = 320;
/** A crest is printed two centimetres high: more pixels would not be visible. */
const ECUSSON = 480;
const SECONDS = 20;

/** Images decoded at the same time: each needs 4 bytes per pixel. */
const places = placesFor(2);
/** no image is read twice */
sharp.cache(false);

/** File signatures of accepted formats: file names are not trusted. */
const KINDS: Readonly<Record<string, (start: Buffer) => boolean>> = {
  jpeg: (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (start) => start.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  webp: (start) => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
};

interface Picture {
  full: Buffer;
  thumbnail: Buffer;
  /** Width of the full image, in pixels. */
  width: number;
  height: number;
}

const READING = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;

const refusal = (message: string): AppError => new AppError('fichier.refuse', message);

export const tooLarge = (): AppError => new AppError('fichier.trop-grand', PHOTO_MESSAGES.tropGrande);

/**
 * Draws a picture anew from its pixels alone: upright, without metadata (place, device, date) and without anything that
 * was hidden behind or between them, as JPEG, with its thumbnail.
 * @param given path of its file
 * @throws AppError 415 for what is no JPEG, PNG or WebP, is damaged, or would unfold into too many pixels
 */
export async function preparePicture(given: string): Promise<Picture> {
  await demandPicture(given, ['jpeg', 'png', 'webp'], PHOTO_MESSAGES.autreChose);
  const leave = await places.enter();
  try {
    const full = await drawn(sharp(given, READING).autoOrient(), FULL);
    const thumbnail = await drawn(sharp(full.data), THUMBNAIL);
    return {
      full: full.data,
      thumbnail: thumbnail.data,
      width: full.info.width,
      height: full.info.height,
    };
  } catch {
    throw damaged();
  } finally {
    leave();
  }
}

/**
 * Draws a crest anew, as PNG on white, upright and without metadata.
 * @param given path of its file
 * @throws AppError 415 for what is no JPEG or PNG, is damaged, or would unfold into too many pixels
 */
export async function prepareEcusson(given: string): Promise<Buffer> {
  await demandPicture(given, ['jpeg', 'png'], ECUSSON_MESSAGES.autreChose);
  const leave = await places.enter();
  try {
    return await fitted(sharp(given, READING).autoOrient(), ECUSSON).png({ compressionLevel: 9 }).toBuffer();
  } catch {
    throw damaged();
  } finally {
    leave();
  }
}

/** @throws AppError 415 for what is none of these kinds, or has too many pixels */
async function demandPicture(given: string, kinds: readonly string[], otherwise: string): Promise<void> {
  const start = await firstBytes(given);
  const kind = kinds.find((name) => KINDS[name]?.(start));
  if (!kind) throw refusal(otherwise);
  const { width, height } = await readHead(given, kind);
  if (width * height <= MAX_PIXELS) return;
  const size = [width, height].map((side) => side.toLocaleString('fr-FR')).join(' × ');
  throw refusal(`Cette image a trop de pixels (${size}) ; elle peut en avoir 60 millions au plus.`);
}

async function firstBytes(file: string): Promise<Buffer> {
  await using opened = await open(file);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(16), 0, 16, 0);
  return buffer.subarray(0, bytesRead);
}

const damaged = (): AppError =>
  refusal('Cette image est abîmée ou incomplète. Reprenez-la, ou choisissez-en une autre.');

/** The size in the header, read before any pixel. */
async function readHead(given: string, kind: string): Promise<{ width: number; height: number }> {
  try {
    const { format, width, height } = await sharp(given, { limitInputPixels: false, pages: 1 }).metadata();
    if (format === kind && width > 0 && height > 0) return { width, height };
  } catch {
    // told below, like a picture that says too little
  }
  throw damaged();
}

const fitted = (picture: Sharp, side: number): Sharp =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS });

const drawn = (picture: Sharp, side: number) =>
  fitted(picture, side).jpeg({ quality: 82, mozjpeg: true }).toBuffer({ resolveWithObject: true });
