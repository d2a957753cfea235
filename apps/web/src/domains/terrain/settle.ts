import type { CasRow } from '@octroi/contract/terrain/cas';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askReason } from '#src/ui/ask-reason.tsx';
import { written } from './written.ts';

/** Asks what was done about a case, and settles it. */
export async function settle({ id, message }: CasRow): Promise<void> {
  const note = await askReason({
    title: 'Régler ce cas',
    message: `${message} Dites ce qui en a été fait.`,
    confirm: 'Régler',
  });
  if (note === undefined) return;
  try {
    await call('POST /cas_terrain/{id}/reglement', { params: { id }, body: { note } });
    toastSuccess('Cas réglé');
    await written();
  } catch (error) {
    toastFailure(error);
  }
}
