import { Fragment } from 'react';
import type { Approbation, PaiementVise } from '@octroi/contract/approbations/approbations';
import { avecPeriode } from '@octroi/contract/fiscalite/periodes';
import { formatNumber } from '@octroi/contract/money';
import { PAGES } from '@octroi/contract/pages';
import { formatInstant } from '@octroi/contract/period';
import { Link } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/Card.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/FigureTable.tsx';

type Part = PaiementVise['parts'][number];

const partText = ({ annee, taxe, periode, periodes }: Part): string => {
  if (taxe === null) return `Payé d’avance, ${annee}`;
  const nom = periode && periodes ? avecPeriode(taxe, { periode, periodes }) : taxe;
  return `${nom}, ${annee}`;
};

/** Payments that a command takes back: these and no others. */
export function Vises({
  approbation: { vise, nombreVise, statut },
}: {
  approbation: Pick<Approbation, 'vise' | 'nombreVise' | 'statut'>;
}) {
  if (vise.length === 0) return null;
  return (
    <Card title="Paiements repris">
      <FigureTable
        label="Paiements repris"
        heads={['Paiement', 'Ce qu’il paie', figureHead('Reçu'), figureHead('Repris')]}
      >
        {vise.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </FigureTable>
      {nombreVise > vise.length ? (
        <CardNote>{`Et ${formatNumber(nombreVise - vise.length)} autres paiements.`}</CardNote>
      ) : null}
      {statut === 'attente' ? (
        <CardNote>
          Approuver reprend ces paiements et aucun autre. Si l’un d’eux change d’ici là, la demande le dit.
        </CardNote>
      ) : null}
    </Card>
  );
}

function Payment({
  payment: { id, noTransaction, dateTransaction, montant, repris, parts },
}: {
  payment: PaiementVise;
}) {
  const { timeZone } = useSession();
  const lines = parts.length > 0 ? parts : [undefined];
  return (
    <Fragment>
      {lines.map((part, index) => (
        <tr key={part ? `${part.echeance} ${part.annee} ${part.avance}` : 'whole'}>
          <td>
            {index === 0 ? (
              <Link to={PAGES.transaction} params={{ id: String(id) }}>
                {noTransaction}
              </Link>
            ) : null}
            {index === 0 ? ` du ${formatInstant(dateTransaction, timeZone).jour}` : null}
          </td>
          <td>{part ? partText(part) : '–'}</td>
          {index === 0 ? <FigureCell value={montant} /> : <td />}
          <FigureCell value={part ? part.montant : repris} />
        </tr>
      ))}
    </Fragment>
  );
}

/** What had changed when the demand was carried out, and was left as it was. */
export function Laisses({ laisses }: Pick<Approbation, 'laisses'>) {
  if (laisses.length === 0) return null;
  return (
    <Card title="Laissé de côté">
      <CardNote>
        {`${formatNumber(laisses.length)} de ce qui était demandé avait changé : `}
        {laisses.map(({ motif }) => motif).join(' ')}
      </CardNote>
    </Card>
  );
}
