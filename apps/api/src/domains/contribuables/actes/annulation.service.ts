/** Undoing a validation: for the person who validated, while nothing else happened to the record (adr/0011). */
import { ANNULATION_VALIDATION, annulationFault, type Contribuable } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import { lockAll, readValidation, undoValidation } from './statut.repository.ts';

interface UndoContext {
  db: Database;
  enrolling: Enrolling;
  /** Finds a taxpayer in the person's scope. @throws AppError 404 */
  find: (person: Person, id: number) => Promise<{ ramification: { entite: { id: number } } }>;
}

/** @throws AppError 409 with the reason when the validation can no longer be undone */
export async function undoOwnValidation(
  { db, enrolling, find }: UndoContext,
  person: Person,
  id: number,
  requestId: string,
): Promise<Contribuable> {
  demand(person, 'enrollements', 'Valider');
  const entiteId = (await find(person, id)).ramification.entite.id;
  const annee = presentYear(enrolling);
  return db.transaction().execute(async (trx) => {
    if ((await lockAll(trx, entiteId, [id])).length === 0) throw notFound();
    const { statut, par, unchanged, recent } = await readValidation(
      trx,
      entiteId,
      id,
      ANNULATION_VALIDATION.serveur,
    );
    const fault = annulationFault({ statut, own: par === person.id, recent, unchanged });
    if (fault !== undefined) throw new AppError('conflit.regle', fault);
    const avant = await readContribuable(trx, entiteId, id, annee);
    await undoValidation(trx, entiteId, id);
    const apres = await readContribuable(trx, entiteId, id, annee);
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: 'annuler la validation',
      domaine: 'contribuables',
      ressource: 'contribuables',
      id,
      avant,
      apres,
      requestId,
    });
    return apres;
  });
}
