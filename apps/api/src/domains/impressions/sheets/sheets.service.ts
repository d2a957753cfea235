/** Individual sheets of taxpayers, and the preview of statements of unpaid dues. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type EnrollementReport, type FigureQuery, type ReleveImpayeBody } from '@octroi/contract';
import { ficheIndividuelle } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_NAME, type FileStore } from '#src/platform/files/store.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readPapierDessine } from '../papiers/papiers.repository.ts';
import { drawFiche } from './fiche.drawing.ts';
import { readEnrollements, sumImpayes } from './releve.repository.ts';
import { sheetInfo } from './sheet-info.ts';

const CONTRIBUABLES = 'contribuables';

export interface SheetOptions {
  timeZone: string;
  today: () => string;
  /** Where photos are kept. */
  files: FileStore;
}

export function sheetService(db: Database, { timeZone, today, files }: SheetOptions) {
  const yearNow = (): number => Number(today().slice(0, 4));

  /** Undefined if the file is missing: the sheet then says so. */
  async function readPhoto(name: string | null): Promise<Buffer | undefined> {
    const file = name && FILE_NAME.test(name) ? await files.read(name) : undefined;
    return file && buffer(file.content);
  }

  const fiche = ficheIndividuelle(db, today);

  return {
    async ficheFile(
      person: Person,
      id: number,
      annee: number | undefined,
      requestId: string,
    ): Promise<Readable> {
      demand(person, 'contribuables', 'Exporter');
      const found = await fiche(person, id, annee);
      const photo = await readPhoto(found.photo);
      // every file that leaves the office is journaled
      await db.transaction().execute((trx) =>
        writeJournal(trx, {
          entiteId: found.collectivite.id,
          utilisateurId: person.id,
          acte: 'exporter',
          domaine: 'contribuables',
          ressource: CONTRIBUABLES,
          id,
          apres: { document: 'fiche-individuelle', annee: found.compte.annee },
          requestId,
        }),
      );
      const [title, foot] = [found.fullName, found.numKlis].map(
        (who) => `Fiche individuelle ${found.compte.annee}, ${who}`,
      ) as [string, string];
      return drawSheets(
        sheetInfo(person, title, timeZone, foot),
        [{ fiche: found, photo, timeZone, ...(await readPapierDessine(db, found.collectivite.id)) }],
        drawFiche,
        '',
      );
    },

    impayes(person: Person, body: ReleveImpayeBody) {
      demand(person, 'contribuables', 'Lister');
      return sumImpayes(db, scopeOf(person), body, body.to ?? today());
    },

    async enrollements(person: Person, query: FigureQuery): Promise<EnrollementReport> {
      demand(person, 'contribuables', 'Lister');
      const data = await readEnrollements(db, scopeOf(person), query, query.annee ?? yearNow());
      return { data, meta: { total_records: data.length } };
    },
  };
}
