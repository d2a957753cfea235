/** Statements of unpaid dues: one for each taxpayer who owes, ordered by name (specification 2 section 7). */
import type { ReleveImpayeBody } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openRows, type ReadRows } from '#src/platform/export/rows.repository.ts';
import type { PlannedFile } from '../exports/planned-file.ts';
import { closing } from '../file-reply.ts';
import { readPapiers } from '../papiers/papiers.repository.ts';
import type { ReleveSheet } from './releve.drawing.ts';
import { entitesImpayes, nameOfBase, type Releve, relevesImpayes, sumImpayes } from './releve.repository.ts';
import { drawRelevesFile } from './releves.drawing.ts';
import { sheetInfo } from './sheet-info.ts';

export interface ReleveOptions {
  timeZone: string;
  today: () => string;
}

/** Above this number, accessibility marks are left out: they would take some thirty megabytes. */
const MAX_MARKED_SHEETS = 2000;
const TITLE = 'Relevé des impayés';
const CONTRIBUABLES = 'contribuables';

/** Plans the statements as one file. */
export function releveFiles(db: Database, { timeZone, today }: ReleveOptions) {
  return async (person: Person, request: ReleveImpayeBody): Promise<PlannedFile> => {
    demand(person, 'contribuables', 'Exporter');
    const scope = scopeOf(person);
    const base = await nameOfBase(db, scope, request);
    const jour = request.to ?? today();
    const { generate: _generate, ...criteria } = request;
    const counted = async () => (await sumImpayes(db, scope, request, jour)).contribuables;
    return {
      titre: TITLE,
      name: 'releve-impayes.pdf',
      count: counted,
      direct: 'releves',
      entites: () => entitesImpayes(db, scope, request, jour),
      async open(reading) {
        const readRows: ReadRows<Releve> = (_queries, raws) => raws as unknown as Releve[];
        const rows = await openRows(db, relevesImpayes(scope, request, jour), { ...reading, readRows });
        const papiers = await readPapiers(db);
        async function* sheets(): AsyncGenerator<ReleveSheet[]> {
          for await (const batch of rows as AsyncIterable<Releve[]>)
            yield batch.map((releve) => ({ ...releve, jour, base }));
        }
        const unmarked = (await counted()) > MAX_MARKED_SHEETS;
        return closing(
          drawRelevesFile({ ...sheetInfo(person, TITLE, timeZone), unmarked }, papiers, sheets()),
          rows,
        );
      },
      acte: {
        domaine: 'contribuables',
        ressource: CONTRIBUABLES,
        apres: { document: 'releve-impaye', ...criteria },
      },
    };
  };
}
