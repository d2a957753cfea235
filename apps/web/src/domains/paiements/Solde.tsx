import type { Compte } from '@octroi/contract/contribuables/fiche/compte';
import { repartition, reprise } from '@octroi/contract/contribuables/fiche/solde';
import { formatFrancs, PAYE_D_AVANCE } from '@octroi/contract/platform/values/money';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import classes from './Paiement.module.css';

type Figure = readonly [label: string, francs: number];

/** Amounts of an account, the most important last. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.situation}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatFrancs(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The amounts shown before taking money: arrears, current year, total to pay. */
export function dueFigures({ annee, solde }: Compte): Figure[] {
  const { anterieurs, exercice, suivants, aPayer, credit } = solde;
  return [
    ['Arriérés', anterieurs],
    [`Exercice ${annee}`, exercice.restant],
    ...(suivants === 0 ? [] : [['Exercices suivants', suivants] as const]),
    ['Total à payer', aPayer],
    ...(credit === 0 ? [] : [[PAYE_D_AVANCE, credit] as const]),
  ];
}

/** The paid amount that may be refunded. */
export const paid = ({ exercices }: Pick<Compte, 'exercices'>): number =>
  exercices.reduce((sum, each) => sum + each.paye, 0);

export function returnable(compte: Compte): Figure[] {
  return [
    ['Payé en tout', paid(compte)],
    [`dont ${PAYE_D_AVANCE.toLowerCase()}`, reprise(compte.exercices, Number.MAX_SAFE_INTEGER).avance],
  ];
}

interface Line {
  key: string;
  label: string;
  montant: number;
}

const isAmount = (montant: Whole): montant is number => Number.isSafeInteger(montant) && Number(montant) > 0;

/** By year and taxable base, in payment order. */
function linesOf({ echeances }: Compte, montant: number, annee: number | null): Line[] {
  const lines = new Map<string, Line>();
  const byId = new Map(echeances.map((each) => [each.id, each]));
  for (const part of repartition(echeances, montant, annee)) {
    const echeance = part.echeance === null ? undefined : byId.get(part.echeance);
    const label = echeance
      ? `${echeance.annee} - ${[echeance.base, echeance.precision].filter(Boolean).join(', ')}`
      : PAYE_D_AVANCE;
    const line = lines.get(label) ?? { key: label, label, montant: 0 };
    lines.set(label, { ...line, montant: line.montant + part.montant });
  }
  return [...lines.values()];
}

function Outcome({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={classes.outcome} aria-live="polite" aria-label={title}>
      <h2>{title}</h2>
      {lines.length === 0 ? <p>Entrez le montant pour le voir.</p> : null}
      <ul>
        {lines.map(({ key, label, montant }) => (
          <li key={key}>
            <span>{label}</span>
            <b>{formatFrancs(montant)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Preview of how a payment is split, while its amount is typed. */
export function WillPay({
  compte,
  montant,
  annee,
}: {
  compte: Compte;
  montant: Whole;
  /** The year to pay first. */
  annee: number | null;
}) {
  const lines = isAmount(montant) ? linesOf(compte, montant, annee) : [];
  return <Outcome title="Ce qui sera payé" lines={lines} />;
}

/** Preview of what a refund takes back, while its amount is typed. */
export function WillTakeBack({ compte, montant }: { compte: Compte; montant: Whole }) {
  const { avance, echeances } = reprise(
    compte.exercices,
    isAmount(montant) && montant <= paid(compte) ? montant : 0,
  );
  const lines: Line[] = [
    { key: 'avance', label: PAYE_D_AVANCE, montant: avance },
    { key: 'echeances', label: 'Dernières échéances payées, dues de nouveau', montant: echeances },
  ];
  return <Outcome title="Ce qui sera repris" lines={lines.filter((line) => line.montant > 0)} />;
}
