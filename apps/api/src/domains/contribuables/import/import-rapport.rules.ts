/** What an import tells when it is done: counts by fate, and sums by year. */
import { type ImportReport, QUESTIONS, sumBy } from '@octroi/contract';
import type { Judged } from './import-sort.service.ts';

export type StepReport = Omit<ImportReport, 'essai'>;

export const EMPTY: StepReport = {
  lignes: 0,
  bonnes: 0,
  deja: 0,
  rejetees: 0,
  impayes: 0,
  exercices: [],
  sorts: {},
  photos: { jointes: 0, manquantes: 0 },
  questions: [],
};

/** What rows bring along by year: those to enrol, and what corrections change of payments. */
function exercicesOf({ fresh, corrections }: Judged): StepReport['exercices'] {
  const moved = corrections.flatMap(({ difference: { payes, annules, repris } }) => [
    ...payes,
    ...repris
      .filter(({ transactions }) => transactions.some((id) => annules.includes(id)))
      .map(({ annee, montant }) => ({ annee, montant: -montant })),
  ]);
  const payes = [...fresh.flatMap((one) => one.payes), ...moved].filter(({ montant }) => montant !== 0);
  const impayes = fresh.flatMap((one) => one.impayes);
  const of = (rows: readonly { annee: number; montant: number }[], annee: number): number =>
    sumBy(
      rows.filter((row) => row.annee === annee),
      ({ montant }) => montant,
    );
  return [...new Set([...impayes, ...payes].map(({ annee }) => annee))]
    .toSorted((a, b) => a - b)
    .map((annee) => ({ annee, impayes: of(impayes, annee), payes: of(payes, annee) }));
}

/** Pictures of rows that enrol or correct somebody. */
function attachedOf({ fates, photos }: Judged): number {
  const written = new Set(
    fates.flatMap(({ rang, sort }) => (sort === 'nouvelle' || sort === 'corrigée' ? [rang] : [])),
  );
  return photos.filter(({ rang }) => written.has(rang)).length;
}

/** The report of a batch. */
export function reportOf(judged: Judged): StepReport {
  const { fates, fresh, questions } = judged;
  const sorts: StepReport['sorts'] = {};
  for (const { sort } of fates) sorts[sort] = (sorts[sort] ?? 0) + 1;
  const { identique = 0, différente = 0, corrigée = 0, répétée = 0 } = sorts;
  return {
    lignes: fates.length,
    bonnes: sorts.nouvelle ?? 0,
    deja: identique + différente + corrigée + répétée,
    rejetees: sorts.rejetée ?? 0,
    impayes: fresh.reduce(
      (sum, { impayes }) => sum + impayes.reduce((part, { montant }) => part + montant, 0),
      0,
    ),
    exercices: exercicesOf(judged),
    sorts,
    photos: { jointes: attachedOf(judged), manquantes: judged.sansPhoto },
    questions: QUESTIONS.flatMap((nature) => (questions[nature] ? [{ nature, ...questions[nature] }] : [])),
  };
}

/** The report of two parts of a file. */
export function added(one: StepReport, other: StepReport): StepReport {
  const sorts = { ...one.sorts };
  for (const [sort, lignes] of Object.entries(other.sorts) as [keyof typeof sorts, number][])
    sorts[sort] = (sorts[sort] ?? 0) + lignes;
  return {
    lignes: one.lignes + other.lignes,
    bonnes: one.bonnes + other.bonnes,
    deja: one.deja + other.deja,
    rejetees: one.rejetees + other.rejetees,
    impayes: one.impayes + other.impayes,
    exercices: [...Map.groupBy([...one.exercices, ...other.exercices], ({ annee }) => annee)]
      .toSorted(([a], [b]) => a - b)
      .map(([annee, rows]) => ({
        annee,
        impayes: sumBy(rows, ({ impayes }) => impayes),
        payes: sumBy(rows, ({ payes }) => payes),
      })),
    sorts,
    photos: {
      jointes: one.photos.jointes + other.photos.jointes,
      manquantes: one.photos.manquantes + other.photos.manquantes,
    },
    questions: QUESTIONS.flatMap((nature) => {
      const both = [...one.questions, ...other.questions].filter((question) => question.nature === nature);
      const [first] = both;
      return first ? [{ ...first, lignes: both.reduce((sum, { lignes }) => sum + lignes, 0) }] : [];
    }),
  };
}
