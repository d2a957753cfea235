/**
 * Closes and reopens years (docs/regles-de-calcul.md). Whoever generates dues may close a year; only Super Admin
 * reopens it.
 */
import { type Exercice, type ExerciceKey, taxYears } from '@octroi/contract';
import { demand, demandEntite, demandSuperAdmin, type Person } from '#src/platform/access/person.ts';
import type { Approbations, Done, Run } from '#src/platform/approbation/approbation.service.ts';
import { type Database, inSavepoint, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { closeYear, readExercices, reopenYear } from './exercices.repository.ts';

export function listExercices(
  db: Database,
  person: Person,
  entiteId: number,
  today: string,
): Promise<Exercice[]> {
  demand(person, 'ramifications', 'Valider');
  demandEntite(person, entiteId);
  return readExercices(db, entiteId, taxYears(today));
}

/** @returns whether it was open. @throws AppError 409 for a year that has not ended */
async function closeExercice(
  trx: OpenTransaction,
  person: Person,
  { entite, annee }: ExerciceKey,
  today: string,
): Promise<boolean> {
  demand(person, 'ramifications', 'Valider');
  demandEntite(person, entite);
  if (annee >= Number(today.slice(0, 4)))
    throw new AppError(
      'conflit.regle',
      `L'exercice ${annee} n'est pas fini : on enrôle et on génère encore. Il se clôt à partir du 1er janvier ${annee + 1}.`,
    );
  return inSavepoint(trx, async () => {
    const closes = await closeYear(trx, { entiteId: entite, annee, personId: person.id });
    if (closes) await note(trx, person, entite, 'clôturer', annee);
    return closes;
  });
}

/** Reopens a year: its dues may change again. @returns whether it was closed */
async function reopenExercice(
  trx: OpenTransaction,
  person: Person,
  { entite, annee }: ExerciceKey,
): Promise<boolean> {
  demandSuperAdmin(person);
  demandEntite(person, entite);
  return inSavepoint(trx, async () => {
    const opens = await reopenYear(trx, entite, annee);
    if (opens) await note(trx, person, entite, 'rouvrir', annee);
    return opens;
  });
}

const note = (
  trx: Parameters<typeof writeJournal>[0],
  person: Person,
  entiteId: number,
  acte: 'clôturer' | 'rouvrir',
  annee: number,
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte,
    domaine: 'fiscalite',
    ressource: 'exercices',
    id: annee,
    apres: { annee },
  });

const ETATS = { clos: { statut: 'Clos' }, ouvert: { statut: 'Ouvert' } } as const;

/** Amounts of a year for the approver: payments may change them meanwhile. */
async function montantsOf(trx: OpenTransaction, { entite, annee }: ExerciceKey) {
  const [exercice] = await readExercices(trx, entite, [annee]);
  return { prevu: exercice?.prevu ?? 0, paye: exercice?.paye ?? 0 };
}

/** @throws AppError 409 if it was done meanwhile */
async function done(
  trx: OpenTransaction,
  key: ExerciceKey,
  { changed, closes, approved }: { changed: boolean; closes: boolean; approved: boolean },
): Promise<Done<void>> {
  const { entite, annee } = key;
  if (!changed && approved)
    throw new AppError(
      'conflit.regle',
      `L’exercice ${annee} a été ${closes ? 'clos' : 'rouvert'} depuis la demande.`,
    );
  if (!changed) return { result: undefined, effet: null };
  const [avant, apres] = closes ? [ETATS.ouvert, ETATS.clos] : [ETATS.clos, ETATS.ouvert];
  const montants = await montantsOf(trx, key);
  return {
    result: undefined,
    effet: {
      entiteId: entite,
      objet: `${closes ? 'Clore' : 'Rouvrir'} l’exercice ${annee}`,
      montant: null,
      ressource: 'exercices',
      enregistrement: annee,
      avant,
      apres,
      contexte: { avant: montants, apres: montants },
    },
  };
}

/** Closing and reopening: each may need a second person. */
export const exerciceCommandes = (
  approbations: Approbations,
  today: () => string,
): Record<'close' | 'reopen', Run<ExerciceKey, void>> => ({
  close: approbations.define({
    nom: 'fiscalite.cloture',
    nature: 'clôture',
    domaine: 'fiscalite',
    execute: async (trx, person, key, _requestId, approved) =>
      done(trx, key, {
        changed: await closeExercice(trx, person, key, today()),
        closes: true,
        approved: approved !== undefined,
      }),
  }),
  reopen: approbations.define({
    nom: 'fiscalite.reouverture',
    nature: 'réouverture',
    domaine: 'fiscalite',
    execute: async (trx, person, key, _requestId, approved) =>
      done(trx, key, {
        changed: await reopenExercice(trx, person, key),
        closes: false,
        approved: approved !== undefined,
      }),
  }),
});
