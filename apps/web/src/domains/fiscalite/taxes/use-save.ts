import { useState } from 'react';
import { taxes } from '@octroi/contract/fiscalite/taxes';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { toastSaveFailure } from '#src/ui/SaveFailure.tsx';
import { useRefresh } from '#src/ui/list/index.ts';
import type { TaxeBody } from './infos.ts';
import type { Taxe } from './taxes.tsx';

export interface Saving {
  saving: boolean;
  /** Why the last attempt was refused. */
  failure: ApiError | undefined;
  forget: () => void;
  /** @returns why it was not saved; undefined where it was */
  save: (body: TaxeBody) => Promise<ApiError | undefined>;
  /** Saves over what somebody else saved meanwhile. */
  saveOver: (body: TaxeBody) => Promise<ApiError | undefined>;
}

/** Creates the tax, or changes the one that was read. */
export function useSave(record: Taxe | undefined): Saving {
  const refresh = useRefresh(taxes.path);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  async function attempt(work: () => Promise<unknown>): Promise<ApiError | undefined> {
    setSaving(true);
    setFailure(undefined);
    try {
      await work();
      toastSuccess(record ? MESSAGES.modifie : MESSAGES.ajoute);
      await refresh();
      return undefined;
    } catch (error) {
      toastSaveFailure(error);
      const told = error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error));
      setFailure(told);
      return told;
    } finally {
      setSaving(false);
    }
  }

  const change = (body: TaxeBody, version: number): Promise<unknown> =>
    call('PATCH /entite_taxes/{id}', { params: { id: record?.id ?? '' }, body, version });
  return {
    saving,
    failure,
    forget: () => setFailure(undefined),
    save: (body) =>
      attempt(() => (record ? change(body, record.version) : call('POST /entite_taxes', { body }))),
    saveOver: (body) =>
      attempt(async () => {
        const theirs = await call('GET /entite_taxes/{id}', { params: { id: record?.id ?? '' } });
        await change(body, theirs.version);
      }),
  };
}
