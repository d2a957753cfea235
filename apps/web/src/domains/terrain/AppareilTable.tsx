import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { formatNumber } from '@octroi/contract/money';
import { formatInstant } from '@octroi/contract/period';
import { STATUT_APPAREIL_WORDS } from '@octroi/contract/terrain/rules';
import { useMay, useSession } from '#src/platform/session.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { RowMenu } from '#src/ui/list/RowMenu.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { actsOf } from './appareil-acts.ts';
import classes from './Terrain.module.css';

const HEADS = [
  'Appareil',
  'Agent',
  'Sous-entités',
  'État',
  'Dernier contact',
  figureHead('En attente'),
  'Version',
  'Actions',
];

/** Devices with their last contact, and what each still holds. */
export function AppareilTable({ rows }: { rows: readonly AppareilRow[] }) {
  const { timeZone } = useSession();
  const changes = useMay('terrain', 'Modifier');
  if (rows.length === 0)
    return <EmptyState title="Rien encore" text="Ajoutez un appareil, puis donnez son code à l’agent." />;
  return (
    <TitledFigureTable title={`Appareils (${formatNumber(rows.length)})`} heads={HEADS}>
      {rows.map((row) => {
        const contact = row.dernierContact ? formatInstant(row.dernierContact, timeZone) : undefined;
        return (
          <tr key={row.id}>
            <th scope="row">
              {row.code} <span className={classes.soft}>{row.nom}</span>
            </th>
            <td>{row.agent.fullName}</td>
            <td>{row.ramifications.map((place) => place.nom).join(', ')}</td>
            <td>
              <StatusBadge status={STATUT_APPAREIL_WORDS[row.statut]} />
            </td>
            <td>{contact ? `${contact.jour} ${contact.heure}` : 'jamais'}</td>
            <FigureCell value={row.enAttente} />
            <td>{row.logiciel ?? '–'}</td>
            <td>{changes ? <RowMenu name={row.nom} acts={actsOf(row)} /> : null}</td>
          </tr>
        );
      })}
    </TitledFigureTable>
  );
}
