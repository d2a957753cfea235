import { PAGES } from '@octroi/contract/pages';
import type { ActeReply, ActeReport } from '@octroi/contract/contribuables/actes/actes';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { MESSAGES } from '@octroi/contract/messages';
import { may, mayActInBulk } from '@octroi/contract/rights';
import { IconArrowsExchange, IconCheck, IconPencil, IconUser } from '@tabler/icons-react';
import { call } from '#src/platform/call.ts';
import { useListActs } from '#src/platform/list-acts.ts';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import type { BulkAct, BulkSelection, RowAct } from '#src/ui/list/acts/acts.ts';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { useValidation } from './use-validation.ts';
import { ActeCard, reportText } from './ActeCard.tsx';

/** Reports a bulk act; a long one is followed above the list. */
export function toastActe(title: string, { rapport, travail }: ActeReply): void {
  if (rapport) return toastSuccess(MESSAGES.modifie, reportText(rapport as ActeReport));
  if (!travail) return;
  openDialog(
    title,
    () => (
      <>
        <ActeCard travail={travail} />
        <p>Le travail continue si vous fermez cette fenêtre.</p>
      </>
    ),
    { size: 'lg' },
  );
}

/** The acts of the enrolment list, on one row and on several (specification 2 section 2.10). */
export function useEnrolmentActs(): {
  rowActs: (row: ContribuableRow) => RowAct[];
  bulkActs: BulkAct[];
} {
  const session = useSession();
  const navigate = useNavigate();
  const refresh = useRefresh('contribuables');
  const validateOne = useValidation();
  const deletion = useDeletion('contribuables');
  const otherActs = useListActs('contribuables');
  const validates = may(session.permissions, 'enrollements', 'Valider');
  const edits = may(session.permissions, 'contribuables', 'Modifier');

  const validate = async (row: ContribuableRow): Promise<void> => {
    const yes = await askConfirm({
      title: row.fullName,
      message: MESSAGES.confirmerEnrollement,
      confirm: 'Valider',
    });
    if (!yes) return;
    try {
      await validateOne(row);
    } catch (error) {
      toastFailure(error);
    }
    await refresh();
  };
  const validateMany = async ({ body }: BulkSelection): Promise<void> => {
    try {
      toastActe('Valider', await call('POST /contribuables/validation', { body }));
    } catch (error) {
      toastFailure(error);
    }
    await refresh();
  };
  const changeSector = ({ body, count }: BulkSelection): void => {
    const ids = 'ids' in body ? JSON.stringify(body.ids) : 'selection';
    const search = 'ids' in body ? {} : { selection: body.selection, nombre: count };
    void navigate({ to: PAGES.changeSecteur, params: { ids }, search });
  };

  const bulkActs: BulkAct[] = [...otherActs];
  if (mayActInBulk(session.user)) {
    if (validates)
      bulkActs.push({ label: 'Valider', icon: IconCheck, prompt: MESSAGES.valider, run: validateMany });
    if (may(session.permissions, 'enrollements', 'Modifier'))
      bulkActs.push({ label: 'Changer de secteur', icon: IconArrowsExchange, run: changeSector });
  }
  return {
    bulkActs,
    rowActs: (row) => [
      {
        label: 'Fiche contribuable',
        icon: IconUser,
        href: linkOptions({ to: PAGES.fiche, params: { id: String(row.id) } }),
      },
      ...(edits
        ? [
            {
              label: 'Modifier',
              icon: IconPencil,
              href: linkOptions({ to: PAGES.contribuableEdit, params: { id: String(row.id) } }),
            },
          ]
        : []),
      ...(validates && row.statut !== 'Validé'
        ? [{ label: 'Valider', icon: IconCheck, run: () => validate(row) }]
        : []),
      ...(may(session.permissions, 'contribuables', 'Supprimer')
        ? [deletion.rowAct(row.id, row.fullName)]
        : []),
    ],
  };
}
