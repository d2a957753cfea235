import type { Photo } from '@octroi/contract/contribuables/photos/photos';
import {
  MAX_PHOTO_BYTES,
  PHOTO_KINDS,
  PHOTO_MESSAGES,
} from '@octroi/contract/contribuables/photos/photo-limits';
import { call } from '#src/platform/call.ts';

/** Why a chosen file cannot be a photo; undefined where it may. The server looks at what it holds. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_KINDS.split(',').includes(type)) return PHOTO_MESSAGES.autreChose;
  return size > MAX_PHOTO_BYTES ? PHOTO_MESSAGES.tropGrande : undefined;
}

/** Sends a photo to a taxpayer or to an equipment. */
export function sendPhoto(owner: 'contribuables' | 'equipements', id: number, file: File): Promise<Photo> {
  const form = new FormData();
  form.set('photo', file);
  return call(`POST /${owner}/{id}/photo`, { params: { id }, form });
}
