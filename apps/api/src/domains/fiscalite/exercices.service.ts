/** Years whose dues are final (docs/regles-de-calcul.md): whoever generates them closes them, a Super Admin opens them again. */
import { type Exercice, type ExerciceKey, taxYears } from '@octroi/contract';
import { demand, demandEntite, demandSuperAdmin, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
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

/** @throws AppError 409 for a year that is not over; closing again what is closed changes nothing */
export async function closeExercice(
  db: Database,
  person: Person,
  { entite, annee }: ExerciceKey,
  today: string,
): Promise<void> {
  demand(person, 'ramifications', 'Valider');
  demandEntite(person, entite);
  if (annee >= Number(today.slice(0, 4)))
    throw new AppError(
      'conflit.regle',
      `L'exercice ${annee} n'est pas fini : on enrôle et on génère encore. Il se clôt à partir du 1er janvier ${annee + 1}.`,
    );
  await db.transaction().execute(async (trx) => {
    if (await closeYear(trx, { entiteId: entite, annee, personId: person.id }))
      await note(trx, person, entite, 'clôturer', annee);
  });
}

/** Opens a year again: its dues may then change. */
export async function reopenExercice(
  db: Database,
  person: Person,
  { entite, annee }: ExerciceKey,
): Promise<void> {
  demandSuperAdmin(person);
  demandEntite(person, entite);
  await db.transaction().execute(async (trx) => {
    if (await reopenYear(trx, entite, annee)) await note(trx, person, entite, 'rouvrir', annee);
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
