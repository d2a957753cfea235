import { useMemo } from 'react';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { IconTrash } from '@tabler/icons-react';
import { ApiError } from '#src/platform/api.ts';
import { callsOf, type Removal } from '#src/platform/resource.ts';
import { toastError, toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askConfirm } from '../../confirm.tsx';
import { useResourceLabels } from '../../form/resource-options.ts';
import type { BulkAct, BulkSelection, RowAct } from './acts.ts';
import { dependentsText } from './refusal-text.ts';
import { useRefresh } from '../use-list.ts';

function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 409)
    toastError(error.message, dependentsText(error) || undefined);
  else toastFailure(error);
}

/** Refusals named at most; beyond, they are counted. */
const NAMED = 50;

/** Which rows stay, by reason, each with what hangs on it. */
function Refusals({ path, reply: { supprimes, refuses } }: { path: string; reply: Removal }) {
  const ids = useMemo(() => refuses.slice(0, NAMED).map(({ id }) => String(id)), [refuses]);
  const names = useResourceLabels(path, ids);
  const reasons = Map.groupBy(refuses.slice(0, NAMED), ({ message }) => message);
  return (
    <>
      <p style={{ marginTop: 0 }}>{formatNumber(supprimes)} élément(s) supprimé(s).</p>
      {[...reasons].map(([message, rows]) => (
        <div key={message}>
          <p>{message}</p>
          <ul style={{ paddingLeft: 18, margin: 0 }}>
            {rows.map((row) => (
              <li key={row.id}>
                {[names.get(String(row.id)) ?? `identifiant ${row.id}`, dependentsText(row)]
                  .filter(Boolean)
                  .join(' : ')}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {refuses.length > NAMED ? <p>… et {formatNumber(refuses.length - NAMED)} de plus.</p> : null}
    </>
  );
}

/** A bulk act that was refused in part says which rows stay: that matters, so it does not vanish with a toast. */
function showRefusals(path: string, reply: Removal): void {
  modals.open({
    title: `${formatNumber(reply.refuses.length)} élément(s) non supprimé(s)`,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <Refusals path={path} reply={reply} />,
  });
}

interface Deletion {
  /** Supprimer in the menu of a row. */
  one: (id: number, name?: string) => RowAct;
  /** Supprimer in the Action menu. */
  many: BulkAct;
}

/**
 * Deletion of records of the resource `path`, asked for and told in the words of the specification.
 * @param askReason asks why, in place of the bare question; undefined: the person stepped back
 * @param follow shows a deletion that goes on as a work
 */
export function useDeletion(
  path: string,
  askReason?: (message: string, count: number) => Promise<string | undefined>,
  follow?: (travail: Travail) => void,
): Deletion {
  const refresh = useRefresh(path);
  const deleteOne = async (id: number, name: string | undefined): Promise<void> => {
    const yes = await askConfirm({
      title: name ?? 'Suppression',
      message: MESSAGES.supprimerUn,
      confirm: 'Supprimer',
      danger: true,
    });
    if (!yes) return;
    try {
      await callsOf(path).remove(id);
      toastSuccess(MESSAGES.supprime);
    } catch (error) {
      showFailure(error);
    }
    await refresh();
  };
  const deleteMany = async ({ body, count }: BulkSelection): Promise<void> => {
    const motif = await askReason?.(MESSAGES.supprimerPlusieurs, count);
    if (askReason && motif === undefined) return;
    try {
      const reply = await callsOf(path).removeMany({ ...body, motif });
      if (reply.travail) follow?.(reply.travail);
      const { supprimes, extournes = 0 } = reply;
      if (extournes > 0)
        toastSuccess(MESSAGES.extourne, `${formatNumber(extournes)} paiement(s), marqué(s) « Extourné »`);
      if (supprimes > extournes)
        toastSuccess(MESSAGES.supprime, `${formatNumber(supprimes - extournes)} élément(s) supprimé(s)`);
      if (reply.refuses.length > 0) showRefusals(path, reply);
    } catch (error) {
      showFailure(error);
    }
    await refresh();
  };
  return {
    one: (id, name) => ({
      label: 'Supprimer',
      icon: IconTrash,
      danger: true,
      run: () => deleteOne(id, name),
    }),
    many: {
      label: 'Supprimer',
      icon: IconTrash,
      danger: true,
      ...(askReason ? {} : { prompt: MESSAGES.supprimerPlusieurs }),
      run: deleteMany,
    },
  };
}
