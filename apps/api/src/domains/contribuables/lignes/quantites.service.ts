/** Changes the quantity of lines and records why (docs/regles-de-calcul.md). */
import { CORRECTION_MESSAGES, formatDay, MOTIFS_QUANTITE, quantiteText } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { type JournalEntry, writeJournals } from '#src/platform/journal/journal.repository.ts';
import { firstOpenDay } from '../actes/deplacement.repository.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import type { QuantiteChange } from './lignes.rules.ts';
import { forgetPast, latestChanges, storePast } from './quantites.repository.ts';

const baseOf = ({ ligne }: QuantiteChange): string =>
  [ligne.typeEquipement?.nom ?? ligne.natureActivite?.nom, ligne.precision].filter(Boolean).join(' ');

/**
 * Refuses a change in the future, in a closed year, or before an earlier change.
 * @throws AppError 400
 */
export async function demandQuantites(
  queries: Queries,
  { today }: Enrolling,
  entiteId: number,
  changes: readonly QuantiteChange[],
): Promise<void> {
  const dated = changes.flatMap((change) =>
    change.correction.motif === 'changement' ? [{ ...change, du: change.correction.du }] : [],
  );
  if (dated.length === 0) return;
  const first = await firstOpenDay(queries, entiteId);
  const latest = await latestChanges(
    queries,
    entiteId,
    dated.map(({ ligne }) => ligne.id),
  );
  for (const { du, ligne, rank } of dated) {
    const field = `lignes.${rank}.correction.du`;
    if (du > today()) throw invalid(field, CORRECTION_MESSAGES.futur);
    const since = latest.get(ligne.id);
    if (since !== undefined && since > du)
      throw invalid(
        field,
        `Cette quantité est celle de la ligne depuis le ${formatDay(since)} : choisissez ce jour ou un jour après.`,
      );
    if (du < first)
      throw invalid(
        field,
        `L’exercice ${Number(first.slice(0, 4)) - 1} est clos : choisissez un jour à partir du ${formatDay(first)}.`,
      );
  }
}

/** The earliest day from which some quantity changes; undefined if all are errors. */
export const changesSince = (changes: readonly QuantiteChange[]): string | undefined =>
  changes
    .flatMap(({ correction }) => (correction.motif === 'changement' ? [correction.du] : []))
    .toSorted()[0];

/** Keeps what lines counted before a change, or forgets it where it was an error. */
export async function keepPast(
  trx: OpenTransaction,
  entiteId: number,
  changes: readonly QuantiteChange[],
): Promise<void> {
  const errors = changes.filter(({ correction }) => correction.motif === 'erreur');
  if (errors.length > 0)
    await forgetPast(
      trx,
      entiteId,
      errors.map(({ ligne }) => ligne.id),
    );
  await storePast(
    trx,
    entiteId,
    changes.flatMap(({ ligne, correction }) =>
      correction.motif === 'changement' && ligne.quantite !== null
        ? [{ ligne: ligne.id, jusque: correction.du, quantite: ligne.quantite }]
        : [],
    ),
  );
}

/** One entry of the taxpayer's history for each changed quantity, with the amounts due before and after. */
export async function writeQuantites(
  trx: OpenTransaction,
  act: Pick<JournalEntry, 'entiteId' | 'utilisateurId' | 'id' | 'requestId'>,
  changes: readonly QuantiteChange[],
  { avant, apres }: { avant: number; apres: number },
): Promise<void> {
  const text = (quantite: number | null, unite: string | null): string | null =>
    quantite === null ? null : quantiteText(quantite, unite ?? '');
  await writeJournals(
    trx,
    changes.map((change) => {
      const { ligne, quantite, correction } = change;
      return {
        ...act,
        acte: 'corriger la quantité' as const,
        domaine: 'contribuables',
        ressource: 'contribuables',
        avant: { base: baseOf(change), quantite: text(ligne.quantite, ligne.unite), total: avant },
        apres: {
          base: baseOf(change),
          quantite: text(quantite, ligne.unite),
          total: apres,
          motif: MOTIFS_QUANTITE[correction.motif],
          ...(correction.motif === 'erreur' ? {} : { debut: correction.du }),
        },
      };
    }),
  );
}
