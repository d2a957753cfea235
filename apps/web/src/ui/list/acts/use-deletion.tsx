import { useMemo } from 'react';
import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { IconTrash } from '@tabler/icons-react';
import { ApiError } from '#src/platform/api.ts';
import { callsOf, type Removal } from '#src/platform/resource.ts';
import { toastError, toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askConfirm } from '../../dialog/confirm.tsx';
import { openDialog } from '../../dialog/open-dialog.ts';
import { useResourceLabels } from '../../form/resource-options.ts';
import type { BulkAct, BulkSelection, RowAct } from './acts.ts';
import { dependentsText } from './refusal-text.ts';
import { useRefresh } from '../use-list.ts';

function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 409)
    toastError(error.message, dependentsText(error) || undefined);
  else toastFailure(error);
}

/** Most refusals listed; the rest is counted. */
const NAMED = 50;

/** The rows not deleted, by reason, with their dependent records. */
function Refusals({ path, reply: { supprimes, refuses } }: { path: string; reply: Removal }) {
  const ids = useMemo(() => refuses.slice(0, NAMED).map(({ id }) => String(id)), [refuses]);
  const { labels: names } = useResourceLabels(path, ids);
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

/** Shows the refusals of a bulk act in a dialog, because a toast would disappear. */
const showRefusals = (path: string, reply: Removal): void =>
  openDialog(`${formatNumber(reply.refuses.length)} élément(s) non supprimé(s)`, () => (
    <Refusals path={path} reply={reply} />
  ));

interface Deletion {
  /** « Supprimer » in a row's menu. */
  rowAct: (id: number, name?: string) => RowAct;
  /** « Supprimer » in the Action menu. */
  bulkAct: BulkAct;
}

/**
 * Deletion of records of the resource `path`, with the specification's prompts and messages.
 * @param askReason asks for a reason instead of a plain confirmation; undefined: cancelled
 * @param follow shows the progress of a deletion that runs as a job
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
    rowAct: (id, name) => ({
      label: 'Supprimer',
      icon: IconTrash,
      danger: true,
      run: () => deleteOne(id, name),
    }),
    bulkAct: {
      label: 'Supprimer',
      icon: IconTrash,
      danger: true,
      ...(askReason ? {} : { prompt: MESSAGES.supprimerPlusieurs }),
      run: deleteMany,
    },
  };
}
