/** The pace of collection, month by month, as a file takes it. */
import { SCREENS } from '../../register.ts';
import type { Rythme } from '../rythme.ts';
import type { Classeur } from './classeur.ts';
import { type Lieu, saidOf } from './details.ts';

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' });
export const MOIS = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1)));

/** What stands beside the title of the pace, on screen and on paper. */
export const rythmeText = (annee: number): string => `Exercice ${annee}, par jour de paiement et d’échéance`;
export const rythmeTitle = (annee: number): string => `${SCREENS.rythme.nom} ${annee}`;
export const rythmeFile = (annee: number): string => `rythme-du-recouvrement-${annee}`;

/** @param annee absent while it is on its way */
export function rythmeHeads(annee: number | undefined): string[] {
  const before = annee === undefined ? 'année précédente' : String(annee - 1);
  return ['Encaissé', 'Cumul', 'Échu', 'Cumul échu', `Encaissé ${before}`, `Cumul ${before}`];
}

/** Whether anything of the two years was paid before they began: a row of its own, so that the months add up. */
export const hasAhead = ({ avant, precedent }: Rythme): boolean => avant !== 0 || precedent.avant !== 0;
export const AVANT_TEXT = 'Avant janvier';
export const arrieresText = (annee: number): string => `Arriérés encaissés en ${annee}`;

interface RythmeSaid {
  lieu: Lieu;
  betail: 0 | 1;
}

/** What the pace of a year, or its chart, tells of its figures. */
export const rythmeSaid = (annee: number, said: RythmeSaid) =>
  saidOf({ ...said, periode: rythmeText(annee), base: 'encaissement' });

export function rythmeClasseur(rythme: Rythme, said: RythmeSaid): Classeur {
  const { annee, mois, avant, encaisse, arrieres, attendu, precedent } = rythme;
  return {
    title: rythmeTitle(annee),
    file: rythmeFile(annee),
    ...rythmeSaid(annee, said),
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
