import type { Approbation, PaiementVise } from '@octroi/contract/approbations/approbations';
import { avecPeriode } from '@octroi/contract/fiscalite/echeances/periodes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { Link } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import classes from './Approbation.module.css';

type Part = PaiementVise['parts'][number];

const partText = ({ annee, taxe, periode, periodes }: Part): string => {
  if (taxe === null) return `Payé d’avance, ${annee}`;
  const nom = periode && periodes ? avecPeriode(taxe, { periode, periodes }) : taxe;
  return `${nom}, ${annee}`;
};

/** The payments that the command reverses. */
export function Vises({
  approbation: { vise, nombreVise, statut, laisses },
}: {
  approbation: Pick<Approbation, 'vise' | 'nombreVise' | 'statut' | 'laisses'>;
}) {
  if (vise.length === 0) return null;
  const hasNoParts = vise.every(({ parts }) => parts.length === 0);
  return (
    <Card title="Paiements repris">
      <FigureTable
        label="Paiements repris"
        heads={[
          'Paiement',
          figureHead('Repris'),
          hasNoParts ? 'Contribuable' : 'Ce qu’il paie',
          figureHead('Reçu'),
        ]}
      >
        {vise.map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            isLeft={laisses.some(({ objet }) => objet === payment.noTransaction)}
          />
        ))}
      </FigureTable>
      {nombreVise > vise.length ? (
        <CardNote>{`Et ${formatNumber(nombreVise - vise.length)} autres paiements.`}</CardNote>
      ) : null}
      {statut === 'attente' ? (
        <CardNote>
          {hasNoParts
            ? 'Approuver reprend ces paiements et aucun autre. Ceux qui changent d’ici là sont laissés de côté, et nommés.'
            : 'Approuver reprend ces paiements et aucun autre. Si l’un d’eux change d’ici là, rien n’est fait et la demande le dit.'}
        </CardNote>
      ) : null}
    </Card>
  );
}

/** @param isLeft whether the payment was left out because it had changed */
function Payment({ payment, isLeft }: { payment: PaiementVise; isLeft: boolean }) {
  const { timeZone } = useSession();
  const { id, noTransaction, dateTransaction, montant, repris, parts, contribuable } = payment;
  const [first, ...others] = parts;
  return (
    <>
      <tr>
        <td>
          <div className={classes.payment}>
            <Link to={PAGES.transaction} params={{ id: String(id) }}>
              {noTransaction}
            </Link>
            <br />
            {formatInstant(dateTransaction, timeZone).jour}
          </div>
        </td>
        <FigureCell value={isLeft ? 0 : (first?.montant ?? repris)} />
        <td>{first ? partText(first) : contribuable}</td>
        <FigureCell value={montant} />
      </tr>
      {others.map((part) => (
        <tr key={`${part.echeance} ${part.annee} ${part.avance}`}>
          <td />
          <FigureCell value={part.montant} />
          <td>{partText(part)}</td>
          <td />
        </tr>
      ))}
    </>
  );
}

/** What was left out when the command ran, because it had changed. */
export function Laisses({ laisses }: Pick<Approbation, 'laisses'>) {
  if (laisses.length === 0) return null;
  return (
    <Card title="Laissé de côté">
      <CardNote>
        {laisses.length === 1
          ? 'Un paiement avait changé depuis la demande ; il n’a pas été repris.'
          : `${formatNumber(laisses.length)} paiements avaient changé depuis la demande ; ils n’ont pas été repris.`}
      </CardNote>
      <ul className={classes.left}>
        {laisses.map(({ objet, motif }) => (
          <li key={objet}>{motif}</li>
        ))}
      </ul>
    </Card>
  );
}
