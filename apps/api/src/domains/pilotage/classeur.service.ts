/** Who may take a table of figures along. */
import type { ClasseurBody } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';

/** An export is an act: who took what along. @throws AppError 403 */
export async function noteClasseur(
  db: Database,
  person: Person,
  { navigation, title, file, format, rows }: ClasseurBody,
  requestId: string,
): Promise<void> {
  demand(person, navigation, 'Exporter');
  await writeJournal(db, {
    entiteId: person.entites.length === 1 ? (person.entites[0] ?? null) : null,
    utilisateurId: person.id,
    acte: 'exporter',
    domaine: 'pilotage',
    ressource: navigation,
    apres: { format, titre: title, fichier: file, lignes: rows.length },
    requestId,
  });
}
