import { MAX_PHOTO_BYTES, PHOTO_KINDS, PHOTO_MESSAGES } from '@octroi/contract/contribuables/photo-limits';
import { api } from '#src/platform/api.ts';

/** Why a chosen file cannot be a photo; undefined where it may. The server looks at what it holds. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_KINDS.split(',').includes(type)) return PHOTO_MESSAGES.autreChose;
  return size > MAX_PHOTO_BYTES ? PHOTO_MESSAGES.tropGrande : undefined;
}

/**
 * Sends a photo to a taxpayer or an equipment.
 * @param owner `contribuables/3` or `equipements/7`
 */
export function sendPhoto<Reply>(owner: string, file: File): Promise<Reply> {
  const body = new FormData();
  body.set('photo', file);
  return api.post<Reply>(`${owner}/photo`, body);
}
