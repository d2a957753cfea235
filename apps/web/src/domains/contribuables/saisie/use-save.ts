import { useState } from 'react';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call, type RequestOf } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { bodyOf, type FicheText, reasonOfMove } from './values.ts';

/**
 * Saves a changed taxpayer, after a confirmation if the amount due gets lower. @returns undefined if the person cancels
 */
async function correct(
  { id }: Contribuable,
  body: RequestOf<'PATCH /contribuables/{id}'>['body'],
  version: number | undefined,
): Promise<Contribuable | undefined> {
  const send = (query: { baisse?: 'refuser' }): Promise<Contribuable> =>
    call('PATCH /contribuables/{id}', { params: { id }, query, body, version });
  try {
    return await send({ baisse: 'refuser' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflit.baisse') throw error;
    const yes = await askConfirm({
      title: 'Le montant dû va baisser',
      message: error.message,
      confirm: 'Enregistrer quand même',
      danger: true,
    });
    return yes ? send({}) : undefined;
  }
}

/** Creates a taxpayer, after a confirmation if it resembles others. @returns undefined if the person cancels */
async function create(body: RequestOf<'POST /contribuables'>['body']): Promise<Contribuable | undefined> {
  const send = (query: { doublons?: 'refuser' }): Promise<Contribuable> =>
    call('POST /contribuables', { query, body });
  try {
    return await send({ doublons: 'refuser' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflit.semblable') throw error;
    const yes = await askConfirm({
      title: 'Déjà enrôlé ?',
      message: [error.message, ...error.errors.map(({ message }) => message)].join('\n'),
      confirm: 'Enregistrer quand même',
    });
    return yes ? send({}) : undefined;
  }
}

/** The key of one entry: a request repeated after a lost reply enrols nobody twice. */
export const newReference = (): string => `bureau:${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/**
 * Creates a taxpayer, or saves a changed one.
 * @param onStored once it is stored, before any read
 * @param reference the key of the entry; absent for a stored record
 */
export function useSave(record: Contribuable | undefined, onStored: () => void, reference?: string) {
  const refresh = useRefresh('contribuables');
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  /**
   * @param overwrite overwrites a concurrent change
   * @returns the saved record, the error, or undefined if the person cancels
   */
  async function save(
    fiche: FicheText,
    initial: FicheText,
    overwrite = false,
  ): Promise<ApiError | Contribuable | undefined> {
    setSaving(true);
    setFailure(undefined);
    try {
      const body = bodyOf(fiche);
      // an untouched position is sent with its stored decimals, of which the fields show fewer
      if (record && JSON.stringify(fiche.position) === JSON.stringify(initial.position)) {
        delete body.latitude;
        delete body.longitude;
      }
      const saved = record
        ? await correct(
            record,
            // the form cannot clear the place of a taxpayer that has one
            {
              ...body,
              ramification: body.ramification ?? undefined,
              statut: 'Corrigé',
              ...reasonOfMove(fiche, initial),
            },
            overwrite ? undefined : record.version,
          )
        : await create({ ...body, reference });
      if (!saved) return undefined;
      onStored();
      const unbilled = saved.lignes.length === 0 ? ' : sans base taxable, rien ne lui est réclamé.' : '';
      toastSuccess(
        record ? MESSAGES.modifie : MESSAGES.ajoute,
        `${saved.fullName} (${saved.numKlis})${unbilled}`,
      );
      await refresh();
      return saved;
    } catch (error) {
      toastSaveFailure(error);
      const apiError = error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error));
      setFailure(apiError);
      return apiError;
    } finally {
      setSaving(false);
    }
  }
  return { saving, failure, save };
}
