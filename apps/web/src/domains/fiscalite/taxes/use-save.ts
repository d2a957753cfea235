import { useState } from 'react';
import { taxes } from '@octroi/contract/fiscalite/taxes/taxes';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { useRefresh } from '#src/ui/list/index.ts';
import type { TaxeBody } from './infos.ts';
import type { Taxe } from './taxes.tsx';

/** The result of a save: the error, or `stays` if the person cancelled the confirmation. */
type Outcome = ApiError | 'saved' | 'stays';

interface Saving {
  saving: boolean;
  /** Why the last attempt failed. */
  failure: ApiError | undefined;
  forget: () => void;
  save: (body: TaxeBody) => Promise<Outcome>;
  /** Overwrites a concurrent change. */
  saveOver: (body: TaxeBody) => Promise<Outcome>;
}

/** Saves a changed tax, after a confirmation if billed amounts get lower. @returns whether it was saved */
async function change(id: number, body: TaxeBody, version: number): Promise<boolean> {
  const send = (query: { baisse?: 'refuser' }): Promise<unknown> =>
    call('PATCH /entite_taxes/{id}', { params: { id }, query, body, version });
  try {
    await send({ baisse: 'refuser' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflit.baisse') throw error;
    const yes = await askConfirm({
      title: 'Ce qui est facturé va baisser',
      message: error.message,
      confirm: 'Enregistrer quand même',
      danger: true,
    });
    if (!yes) return false;
    await send({});
  }
  return true;
}

/**
 * Creates a tax, or saves a changed one.
 * @param onStored once it is stored, before any read
 */
export function useSave(record: Taxe | undefined, onStored: () => void): Saving {
  const refresh = useRefresh(taxes.path);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  async function attempt(work: () => Promise<boolean>): Promise<Outcome> {
    setSaving(true);
    setFailure(undefined);
    try {
      if (!(await work())) return 'stays';
      onStored();
      toastSuccess(record ? MESSAGES.modifie : MESSAGES.ajoute);
      await refresh();
      return 'saved';
    } catch (error) {
      toastSaveFailure(error);
      const apiError = error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error));
      setFailure(apiError);
      return apiError;
    } finally {
      setSaving(false);
    }
  }

  return {
    saving,
    failure,
    forget: () => setFailure(undefined),
    save: (body) =>
      attempt(async () => {
        if (record) return change(record.id, body, record.version);
        await call('POST /entite_taxes', { body });
        return true;
      }),
    saveOver: (body) =>
      attempt(async () => {
        const id = record?.id ?? 0;
        const theirs = await call('GET /entite_taxes/{id}', { params: { id } });
        return change(id, body, theirs.version);
      }),
  };
}
