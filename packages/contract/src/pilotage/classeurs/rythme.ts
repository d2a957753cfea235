/** The monthly collection, as an exported file. */
import { SCREENS } from '../../register.ts';
import type { Rythme } from '../rythme.ts';
import type { Classeur } from './classeur.ts';
import { type Lieu, criteriaOf } from './details.ts';

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' });
export const MOIS = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1)));

/** Subtitle of the table, on screen and on paper. */
export const rythmeText = (annee: number): string => `Exercice ${annee}, par jour de paiement et d’échéance`;
export const rythmeTitle = (annee: number): string => `${SCREENS.rythme.nom} ${annee}`;
export const rythmeFile = (annee: number): string => `rythme-du-recouvrement-${annee}`;

/** @param annee absent while loading */
export function rythmeHeads(annee: number | undefined): string[] {
  const before = annee === undefined ? 'année précédente' : String(annee - 1);
  return ['Encaissé', 'Cumul', 'Échu', 'Cumul échu', `Encaissé ${before}`, `Cumul ${before}`];
}

/** Whether payments were made before the two years began: they need a row, so that the months add up. */
export const hasAhead = ({ avant, precedent }: Rythme): boolean => avant !== 0 || precedent.avant !== 0;
export const AVANT_TEXT = 'Avant janvier';
export const arrieresText = (annee: number): string => `Arriérés encaissés en ${annee}`;

interface RythmeCriteria {
  lieu: Lieu;
  betail: 0 | 1;
}

/** The criteria of the table or of its chart. */
export const rythmeCriteria = (annee: number, criteria: RythmeCriteria) =>
  criteriaOf({ ...criteria, periode: rythmeText(annee), base: 'encaissement' });

export function rythmeClasseur(rythme: Rythme, criteria: RythmeCriteria): Classeur {
  const { annee, mois, avant, encaisse, arrieres, attendu, precedent } = rythme;
  return {
    title: rythmeTitle(annee),
    file: rythmeFile(annee),
    ...rythmeCriteria(annee, criteria),
    columns: [
      { header: 'Mois', kind: 'text' },
      ...rythmeHeads(annee).map((header) => ({ header, kind: 'amount' as const })),
    ],
    rows: [
      ...(hasAhead(rythme) ? [[AVANT_TEXT, avant, avant, null, null, precedent.avant, precedent.avant]] : []),
      ...mois.map((row, index) => [
        MOIS[index] ?? '',
        row.encaisse,
        row.cumul,
        row.exigible,
        row.cumulExigible,
        row.precedent,
        row.cumulPrecedent,
      ]),
    ],
    sommes: [
      ['TOTAL', encaisse, null, attendu, null, precedent.total, null],
      [arrieresText(annee), arrieres, null, null, null, null, null],
    ],
  };
}
