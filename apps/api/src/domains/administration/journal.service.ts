/** What may be read of the journal, and by whom. */
import type { Readable } from 'node:stream';
import {
  acteLabel,
  champLabel,
  domaineLabel,
  formatInstant,
  type JournalAct,
  type JournalRow,
  type ListQuery,
  type Permission,
  ressourceLabel,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type CsvColumn, csvStream } from '#src/platform/export/csv.ts';
import { openRows } from '#src/platform/export/rows.repository.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  allRows,
  filtersOf,
  findRow,
  type ListReply,
  type Narrowed,
  readList,
} from '#src/platform/listing/listing.ts';
import { journalActs, journalList, journalVisible } from './journal.repository.ts';

const NAVIGATION = 'journal';

const document = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The columns of the exported file; instants are told in the installation's time zone. */
const csvColumns = (timeZone: string): CsvColumn<JournalAct>[] => [
  { header: 'Date', value: (row) => formatInstant(row.createdAt, timeZone).jour },
  { header: 'Heure', value: (row) => formatInstant(row.createdAt, timeZone).heure },
  { header: 'Personne', value: (row) => row.utilisateur?.fullName ?? null },
  { header: 'Pseudo', value: (row) => row.utilisateur?.username ?? null },
  { header: 'Acte', value: (row) => acteLabel(row.acte) },
  { header: 'Domaine', value: (row) => domaineLabel(row.domaine) },
  { header: 'Ressource', value: (row) => ressourceLabel(row.ressource) },
  { header: 'N°', value: (row) => row.enregistrement },
  { header: 'Collectivité', value: (row) => row.entite?.nom ?? null },
  { header: 'Champs modifiés', value: (row) => row.resume.map(champLabel).join(', ') },
  { header: 'Avant', value: (row) => document(row.avant) },
  { header: 'Après', value: (row) => document(row.apres) },
  { header: 'Référence', value: (row) => row.requestId },
  { header: 'Scellé', value: (row) => (row.scelle ? 'oui' : 'non') },
];

export function journalService(db: Database, timeZone: string) {
  /**
   * Super Admin sees all acts; whoever is attached to collectivités, theirs. An act says no place: those of a collectivité
   * are not for somebody who has a part of it.
   * @throws AppError 403
   */
  function visible(person: Person, permission: Permission): Pick<Narrowed, 'conditions'> {
    demand(person, NAVIGATION, permission);
    const scope = scopeOf(person);
    if (scope.kind === 'ramifications') throw refused();
    return { conditions: [journalVisible(scope)] };
  }

  return {
    list(person: Person, query: ListQuery): Promise<ListReply<JournalRow>> {
      return readList(db, journalList, { ...visible(person, 'Lister'), filters: filtersOf(query) }, query);
    },

    async find(person: Person, id: number): Promise<JournalAct> {
      const act = await findRow(db, journalActs, id, visible(person, 'Voir'));
      if (!act) throw notFound();
      return act;
    },

    /** All rows of a list as a CSV file. The export is an act itself, which the file does not hold yet. */
    async export(person: Person, query: ListQuery, requestId: string): Promise<Readable> {
      const filters = filtersOf(query);
      const rows = await openRows(
        db,
        allRows(journalActs, { ...visible(person, 'Exporter'), filters }, query),
      );
      try {
        await writeJournal(db, {
          entiteId: person.entites.length === 1 ? (person.entites[0] ?? null) : null,
          utilisateurId: person.id,
          acte: 'exporter',
          domaine: 'administration',
          ressource: 'journal',
          apres: { filtres: filters },
          requestId,
        });
      } catch (error) {
        rows.destroy();
        throw error;
      }
      return csvStream(rows, csvColumns(timeZone));
    },
  };
}
