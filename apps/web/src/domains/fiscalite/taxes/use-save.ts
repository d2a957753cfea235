import { useState } from 'react';
import { taxes } from '@octroi/contract/fiscalite/taxes';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { useRefresh } from '#src/ui/list/index.ts';
import type { TaxeBody } from './infos.ts';
import type { Taxe } from './taxes.tsx';

export interface Saving {
  saving: boolean;
  /** Why the last attempt was refused. */
  failure: ApiError | undefined;
  forget: () => void;
  /** @returns whether it was saved */
  save: (body: TaxeBody) => Promise<boolean>;
  /** Saves over what somebody else saved meanwhile. */
  saveOver: (body: TaxeBody) => Promise<boolean>;
}

/** Creates the tax, or changes the one that was read. */
export function useSave(record: Taxe | undefined): Saving {
  const refresh = useRefresh(taxes.path);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setSaving(true);
    setFailure(undefined);
    try {
      await work();
      toastSuccess(record ? MESSAGES.modifie : MESSAGES.ajoute);
      await refresh();
      return true;
    } catch (error) {
      toastFailure(error);
      setFailure(error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error)));
      return false;
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
