import type { Photo } from '@octroi/contract/contribuables/photos/photos';
import {
  MAX_PHOTO_BYTES,
  PHOTO_KINDS,
  PHOTO_MESSAGES,
} from '@octroi/contract/contribuables/photos/photo-limits';
import { call } from '#src/platform/call.ts';

/** Why a file cannot be a photo; undefined if it may. The server checks the content. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_KINDS.split(',').includes(type)) return PHOTO_MESSAGES.autreChose;
  return size > MAX_PHOTO_BYTES ? PHOTO_MESSAGES.tropGrande : undefined;
}

/** Uploads a photo of a taxpayer or of an equipment. */
export function sendPhoto(owner: 'contribuables' | 'equipements', id: number, file: File): Promise<Photo> {
  const form = new FormData();
  form.set('photo', file);
  return call(`POST /${owner}/{id}/photo`, { params: { id }, form });
}
