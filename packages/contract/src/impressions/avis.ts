/**
 * The content of a demand notice: the amount due for the year by échéance, the debts of other years, and when to pay
 * (docs/regles-de-calcul.md, « Le compte »). An issued notice stores it unchanged. Pure.
 */
import type { Compte, Echec } from '../contribuables/fiche/compte.ts';
import type { FicheIndividuelle } from '../contribuables/fiche/fiche.ts';
import { resteOf } from '../contribuables/fiche/solde.ts';
import { periodeText } from '../fiscalite/echeances/periodes.ts';
import { formatNumber, sumBy } from '../platform/values/money.ts';
import type { Attente } from '../paiements/attente.ts';
import { daysBetween } from '../platform/values/period.ts';

/** Échéances with the same day and kind of period, in francs: montant − paye = reste. */
interface EcheanceAvis {
  jour: string;
  /** Their label: `Terrasse, Étal : 2e trimestre 2026`. */
  objet: string;
  montant: number;
  paye: number;
  reste: number;
}

/** The unpaid amount of another year, in francs: montant − paye = reste. */
interface AnneeAvis {
  annee: number;
  montant: number;
  paye: number;
  reste: number;
  /** Due day of its first unpaid échéance. */
  jour: string;
}

export interface CompteAvis {
  /** The reference day. */
  jour: string;
  annee: number;
  /** The year's charge by taxable base: nombre × prixUnitaire = total. */
  bases: FicheIndividuelle['activites'];
  /** Why the year charges less than its rates do, or asks for it later. */
  mentions?: readonly string[];
  echeances: EcheanceAvis[];
  /** Other years with an unpaid amount, earliest first. */
  autres: AnneeAvis[];
  /** Unpaid amounts due by the day, by year, latest first. */
  echu: { annee: number; montant: number }[];
  /** The next due amount, and the amount due after it. */
  prochaine: { jour: string; montant: number } | null;
  plusTard: { jour: string; montant: number } | null;
  /** Unused advances of all years, deducted from the amount to pay. */
  avance: number;
  /** Payments waiting for confirmation, not deducted. */
  attentes?: readonly Attente[];
  /** To pay now, and in total. */
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
    const unpaid = group.filter((each) => resteOf(each) > 0).toSorted(byDay);
    return unpaid[0] ? [{ annee: unpaid[0].annee, jour: unpaid[0].exigibleLe, ...amounts(group) }] : [];
  });
}

/**
 * @param activites the year's activities from the individual sheet
 * @param mentions why the year charges less than its rates do, or asks for it later
 */
export function avisDe(
  { jour, annee, echeances, attentes, solde }: Compte,
  activites: FicheIndividuelle['activites'],
  mentions: readonly string[] = [],
): CompteAvis {
  const unpaid = echeances.filter((each) => resteOf(each) > 0);
  const due = unpaid.filter(({ exigibleLe }) => exigibleLe <= jour);
  const { aPayer: total, aPayerMaintenant: maintenant, avance } = solde;
  // advances pay the oldest échéances first
  const [next, ...after] = grouped(
    unpaid.filter(({ exigibleLe }) => exigibleLe > jour).toSorted(byDay),
    ({ exigibleLe }) => exigibleLe,
  );
  const toCome = total - maintenant;
  const laterTotal = Math.min(toCome, sumBy(after.flat(), resteOf));
  const last = after.at(-1)?.[0];
  return {
    jour,
    annee,
    bases: activites.filter((base) => base.total > 0),
    ...(mentions.length > 0 ? { mentions } : {}),
    echeances: echeancesOf(echeances.filter((each) => each.annee === annee)),
    autres: autresOf(echeances, annee),
    echu: grouped(
      due.toSorted((a, b) => b.annee - a.annee),
      (each) => each.annee,
    ).map((group) => ({ annee: (group[0] as Echec).annee, montant: sumBy(group, resteOf) })),
    prochaine:
      next?.[0] && toCome > laterTotal ? { jour: next[0].exigibleLe, montant: toCome - laterTotal } : null,
    plusTard: last && laterTotal > 0 ? { jour: last.exigibleLe, montant: laterTotal } : null,
    avance,
    attentes,
    maintenant,
    total,
  };
}

/** Paid; overdue, with the number of days; or not due yet. */
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

/** Shown when nothing is due for any year. */
export const rienDu = (annee: number): string =>
  `Rien n'est dû pour ${annee} ni pour une autre année : il n'y a pas d'avis.`;
