import { Button } from '@mantine/core';
import { formatNumber } from '@octroi/contract/money';
import { PAGES } from '@octroi/contract/pages';
import { formatInstant } from '@octroi/contract/period';
import type { CasRow } from '@octroi/contract/terrain/commandes';
import { MOTIF_CAS_WORDS, TYPE_COMMANDE_WORDS } from '@octroi/contract/terrain/rules';
import { Link } from '@tanstack/react-router';
import { call } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askReason } from '#src/ui/ask-reason.tsx';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { written } from './written.ts';

const HEADS = [
  'Reçu le',
  'Appareil et agent',
  'Commande',
  'Pourquoi',
  'Contribuable',
  figureHead('Montant'),
  'Actions',
];

async function settle({ id, message }: CasRow): Promise<void> {
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

/** What came from the field that somebody must look at, the newest first. */
export function CasTable({ rows, total }: { rows: readonly CasRow[]; total: number }) {
  const { timeZone } = useSession();
  const changes = useMay('terrain', 'Modifier');
  if (rows.length === 0) return null;
  return (
    <TitledFigureTable title={`À regarder (${formatNumber(total)})`} heads={HEADS}>
      {rows.map((row) => {
        const recu = formatInstant(row.recuLe, timeZone);
        return (
          <tr key={row.id}>
            <td>
              {recu.jour} {recu.heure}
            </td>
            <td>
              {row.appareil.code}, {row.agent.nom}
            </td>
            <td>{TYPE_COMMANDE_WORDS[row.type]}</td>
            <td>
              <StatusBadge status={MOTIF_CAS_WORDS[row.motif]} /> {row.message}
            </td>
            <td>
              {row.contribuable ? (
                <Link to={PAGES.fiche} params={{ id: String(row.contribuable.id) }}>
                  {row.contribuable.fullName}
                </Link>
              ) : (
                '–'
              )}
            </td>
            <FigureCell value={row.montant} />
            <td>
              {row.transaction ? (
                <Link to={PAGES.transaction} params={{ id: String(row.transaction.id) }}>
                  {row.motif === 'à classer' ? 'Réimputer' : 'Voir le paiement'}
                </Link>
              ) : null}{' '}
              {changes ? (
                <Button size="compact-sm" variant="default" onClick={() => void settle(row)}>
                  Régler
                </Button>
              ) : null}
            </td>
          </tr>
        );
      })}
    </TitledFigureTable>
  );
}
