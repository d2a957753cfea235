/**
 * Names of a tax's periods, on screens, papers and phones. The name depends on the number of periods per year of the
 * tax, never on the échéances that one taxpayer has. Pure.
 */

import type { Day } from '../../platform/values/period.ts';

/** The part of its year that an échéance bills. */
interface Periode {
  annee: number;
  /** Counted from 1. */
  periode: number;
  /** Periods per year, 1 to 12; a tax that recurs more often is billed by month. */
  periodes: number;
}

const NOMS: Readonly<Record<number, string>> = {
  2: 'semestre',
  3: 'quadrimestre',
  4: 'trimestre',
  6: 'bimestre',
};
const MOIS_DE_L_ANNEE = 12;

const longMonth = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'long' });
const shortMonth = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'short' });
const firstDay = (month: number): Date => new Date(Date.UTC(2000, month - 1));

/** Periods per year that are billed apart: a tax that recurs more often than monthly, or once, is billed by month. */
export const periodesParAn = (occurrences: number): number =>
  occurrences === 0 ? MOIS_DE_L_ANNEE : Math.min(occurrences, MOIS_DE_L_ANNEE);

/** First day of a period. @param periode counted from 1; one more than the year has: the first of the next year */
export function debutPeriode(occurrences: number, annee: number, periode: number): Day {
  const month = Math.floor(((periode - 1) * MOIS_DE_L_ANNEE) / periodesParAn(occurrences));
  return new Date(Date.UTC(annee, month, 1)).toISOString().slice(0, 10);
}

/** The French noun for one of so many periods: `an`, `trimestre`, `mois`; undefined if there is none. */
export const sorteDePeriode = (periodes: number): string | undefined =>
  periodes === 1 ? 'an' : periodes === MOIS_DE_L_ANNEE ? 'mois' : NOMS[periodes];

/** `année`, `2e trimestre`, `octobre`, `période 2 sur 5`: for use next to the year. */
export function nomPeriode({ periode, periodes }: Pick<Periode, 'periode' | 'periodes'>): string {
  if (periodes === 1) return 'année';
  if (periodes === MOIS_DE_L_ANNEE) return longMonth.format(firstDay(periode));
  const nom = NOMS[periodes];
  return nom ? `${periode === 1 ? '1er' : `${periode}e`} ${nom}` : `période ${periode} sur ${periodes}`;
}

/** `année 2026`, `2e trimestre 2026`, `octobre 2026`. */
export const periodeText = (each: Periode): string =>
  `${nomPeriode(each)} ${sorteDePeriode(each.periodes) ? '' : 'de '}${each.annee}`;

/** `année`, `T2`, `oct.`, `2/5`: the short form. */
export function periodeCourte({ periode, periodes }: Pick<Periode, 'periode' | 'periodes'>): string {
  if (periodes === 1) return 'année';
  if (periodes === MOIS_DE_L_ANNEE) return shortMonth.format(firstDay(periode));
  const nom = NOMS[periodes];
  return nom ? `${nom.charAt(0).toUpperCase()}${periode}` : `${periode}/${periodes}`;
}

/** `2026`, `T2 2026`, `oct. 2026`. */
export const periodeCourteText = (each: Periode): string =>
  each.periodes === 1 ? String(each.annee) : `${periodeCourte(each)} ${each.annee}`;

/** `Kiosque, Petit, 2e trimestre`: a taxable base and its period, for use next to the year. */
export const avecPeriode = (nom: string, each: Pick<Periode, 'periode' | 'periodes'>): string =>
  each.periodes === 1 ? nom : `${nom}, ${nomPeriode(each)}`;
