import { useState } from 'react';
import type { Contribuable } from '@octroi/contract/contribuables/saisie';
import { MESSAGES } from '@octroi/contract/messages';
import { api, ApiError, reasonOf } from '#src/platform/api.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { bodyOf, type FicheText } from './values.ts';

/** Creates a taxpayer, or corrects the one that was read. */
export function useSave(record: Contribuable | undefined) {
  const refresh = useRefresh('contribuables');
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  // One form is one enrolment: sending it again after a lost reply enrols nobody twice.
  const [reference] = useState(() => `bureau:${crypto.getRandomValues(new Uint32Array(4)).join('-')}`);

  /** @param over saves over what somebody else saved meanwhile */
  async function save(fiche: FicheText, initial: FicheText, over = false): Promise<ApiError | Contribuable> {
    setSaving(true);
    setFailure(undefined);
    try {
      const body = bodyOf(fiche);
      // what was not touched goes back as it is stored, to more decimals than fields show
      if (record && JSON.stringify(fiche.position) === JSON.stringify(initial.position)) {
        delete body['latitude'];
        delete body['longitude'];
      }
      const saved = record
        ? await api.patch<Contribuable>(
            `contribuables/${record.id}`,
            { ...body, statut: 'Corrigé' },
            { version: over ? undefined : record.version },
          )
        : await api.post<Contribuable>('contribuables', { ...body, reference });
      toastSuccess(record ? MESSAGES.modifie : MESSAGES.ajoute, `${saved.fullName} (${saved.numKlis})`);
      await refresh();
      return saved;
    } catch (error) {
      toastFailure(error);
      const told = error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error));
      setFailure(told);
      return told;
    } finally {
      setSaving(false);
    }
  }
  return { saving, failure, save };
}
