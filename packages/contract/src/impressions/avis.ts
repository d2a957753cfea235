/**
 * What a demand notice says of an account: what the year asks, échéance by échéance, what other years left, and when it
 * is all to be paid (docs/regles-de-calcul.md, « Le compte »). A notice keeps it as it was when it was issued. Pure.
 */
import type { Compte, Echec } from '../contribuables/fiche/compte.ts';
import type { FicheIndividuelle } from '../contribuables/fiche/fiche.ts';
import { resteOf } from '../contribuables/fiche/solde.ts';
import { periodeText } from '../fiscalite/echeances/periodes.ts';
import { formatNumber, sumBy } from '../platform/values/money.ts';
import type { Attente } from '../paiements/attente.ts';
import { daysBetween } from '../platform/values/period.ts';

/** Échéances of one day and one kind of period, in francs: montant − paye = reste. */
interface EcheanceAvis {
  jour: string;
  /** What they are of: `Terrasse, Étal : 2e trimestre 2026`. */
  objet: string;
  montant: number;
  paye: number;
  reste: number;
}

/** What another year left, in francs: montant − paye = reste. */
interface AnneeAvis {
  annee: number;
  montant: number;
  paye: number;
  reste: number;
  /** When the first of it that is unpaid fell due, or falls due. */
  jour: string;
}

export interface CompteAvis {
  /** The day on which it is looked at. */
  jour: string;
  annee: number;
  /** What the year charges by taxable base: nombre × prixUnitaire = total. */
  bases: FicheIndividuelle['activites'];
  echeances: EcheanceAvis[];
  /** The other years that have something left, the earliest first. */
  autres: AnneeAvis[];
  /** What fell due by the day and is unpaid, by year, the latest first. */
  echu: { annee: number; montant: number }[];
  /** What falls due next; what falls due after that. */
  prochaine: { jour: string; montant: number } | null;
  plusTard: { jour: string; montant: number } | null;
  /** Paid in advance in all years and not taken yet: taken off what is to be paid. */
  avance: number;
  /** What was paid and waits for a confirmation: not taken off. */
  attentes?: readonly Attente[];
  /** To be paid at once, and in all. */
  maintenant: number;
  total: number;
}

function grouped<Row>(rows: readonly Row[], key: (row: Row) => string | number): Row[][] {
  const groups = new Map<string | number, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
}

const amounts = (rows: readonly Echec[]) => ({
  montant: sumBy(rows, ({ montant }) => montant),
  paye: sumBy(rows, ({ paye }) => paye),
  reste: sumBy(rows, resteOf),
});

const byDay = (a: Echec, b: Echec): number =>
  a.exigibleLe.localeCompare(b.exigibleLe) ||
  a.periodes - b.periodes ||
  a.annee - b.annee ||
  a.periode - b.periode ||
  a.base.localeCompare(b.base, 'fr');

function echeancesOf(rows: readonly Echec[]): EcheanceAvis[] {
  const groups = grouped(rows.toSorted(byDay), ({ exigibleLe, periodes, periode }) =>
    [exigibleLe, periodes, periode].join(' '),
  );
  return groups.map((group) => {
    const [first] = group as [Echec];
    const bases = [...new Set(group.map(({ base }) => base))].join(', ');
    return { jour: first.exigibleLe, objet: `${bases} : ${periodeText(first)}`, ...amounts(group) };
  });
}

function autresOf(rows: readonly Echec[], annee: number): AnneeAvis[] {
  const others = rows.filter((each) => each.annee !== annee);
  return grouped(
    others.toSorted((a, b) => a.annee - b.annee),
    (each) => each.annee,
  ).flatMap((group) => {
    const left = group.filter((each) => resteOf(each) > 0).toSorted(byDay);
    return left[0] ? [{ annee: left[0].annee, jour: left[0].exigibleLe, ...amounts(group) }] : [];
  });
}

/** @param activites of the year, as the individual sheet tells them */
export function avisDe(
  { jour, annee, echeances, attentes, solde }: Compte,
  activites: FicheIndividuelle['activites'],
): CompteAvis {
  const left = echeances.filter((each) => resteOf(each) > 0);
  const due = left.filter(({ exigibleLe }) => exigibleLe <= jour);
  const { aPayer: total, aPayerMaintenant: maintenant, avance } = solde;
  // what is paid in advance pays the oldest first
  const [next, ...after] = grouped(
    left.filter(({ exigibleLe }) => exigibleLe > jour).toSorted(byDay),
    ({ exigibleLe }) => exigibleLe,
  );
  const toCome = total - maintenant;
  const later = Math.min(toCome, sumBy(after.flat(), resteOf));
  const last = after.at(-1)?.[0];
  return {
    jour,
    annee,
    bases: activites.filter((base) => base.total > 0),
    echeances: echeancesOf(echeances.filter((each) => each.annee === annee)),
    autres: autresOf(echeances, annee),
    echu: grouped(
      due.toSorted((a, b) => b.annee - a.annee),
      (each) => each.annee,
    ).map((group) => ({ annee: (group[0] as Echec).annee, montant: sumBy(group, resteOf) })),
    prochaine: next?.[0] && toCome > later ? { jour: next[0].exigibleLe, montant: toCome - later } : null,
    plusTard: last && later > 0 ? { jour: last.exigibleLe, montant: later } : null,
    avance,
    attentes,
    maintenant,
    total,
  };
}

/** Paid; overdue, and since how many days; or still to come. */
export function situationDe(
  { jour, reste }: Pick<EcheanceAvis, 'jour' | 'reste'>,
  today: string,
): { text: string; retard: boolean } {
  if (reste === 0) return { text: 'Payée', retard: false };
  const days = daysBetween(jour, today);
  if (days < 0) return { text: 'À venir', retard: false };
  if (days === 0) return { text: 'À payer ce jour', retard: false };
  return { text: `EN RETARD, ${formatNumber(days)} jour${days > 1 ? 's' : ''}`, retard: true };
}

/** What is told of whoever owes nothing, in whatever year. */
export const rienDu = (annee: number): string =>
  `Rien n'est dû pour ${annee} ni pour une autre année : il n'y a pas d'avis.`;
