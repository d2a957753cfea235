/** Sheets about taxpayers: the individual one, and statements of what is unpaid. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type EnrollementReport,
  type FigureQuery,
  formatDay,
  formatInstant,
  type ReleveImpayeBody,
} from '@octroi/contract';
import { ficheIndividuelle } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openRows } from '#src/platform/export/rows.repository.ts';
import { FILE_NAME, type FileStore } from '#src/platform/files/store.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { closing } from '../file-reply.ts';
import { drawFiche } from './fiche.drawing.ts';
import { drawReleve, type ReleveSheet } from './releve.drawing.ts';
import {
  nameOfBase,
  readEnrollements,
  relevesImpayes,
  type Releve,
  sumImpayes,
} from './releve.repository.ts';

const CONTRIBUABLES = 'contribuables';
const NOBODY = 'Personne ne doit rien dans ce lieu et cette période.';

export interface SheetOptions {
  timeZone: string;
  today: () => string;
  /** Where photos are kept. */
  files: FileStore;
}

export function sheetService(db: Database, { timeZone, today, files }: SheetOptions) {
  const yearNow = (): number => Number(today().slice(0, 4));

  const info = (person: Person, title: string): DocumentInfo => {
    const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
    const author = `${person.prenom} ${person.nom}`.trim();
    const page = { size: 'A4', layout: 'portrait' } as const;
    return { title, author, page, foot: `${title} · édité le ${jour} à ${heure} par ${author}` };
  };

  /** What leaves the office leaves a trace. */
  const journal = (
    person: Person,
    entiteId: number | null,
    id: number | null,
    apres: object,
    requestId: string,
  ) =>
    writeJournal(db, {
      entiteId,
      utilisateurId: person.id,
      acte: 'exporter',
      domaine: 'contribuables',
      ressource: CONTRIBUABLES,
      ...(id === null ? {} : { id }),
      apres,
      requestId,
    });

  /** Nothing where its file is gone: the sheet then says so. */
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
      demand(person, CONTRIBUABLES, 'Exporter');
      const found = await fiche(person, id, annee);
      const photo = await readPhoto(found.photo);
      const document = { document: 'fiche-individuelle', annee: found.annee };
      await journal(person, found.collectivite.id, id, document, requestId);
      const title = `Fiche individuelle ${found.annee}, ${found.fullName}`;
      return drawSheets(info(person, title), [{ fiche: found, photo, timeZone }], drawFiche, NOBODY);
    },

    impayes(person: Person, body: ReleveImpayeBody) {
      demand(person, CONTRIBUABLES, 'Lister');
      return sumImpayes(db, scopeOf(person), body, yearNow());
    },

    /** One statement a taxpayer who owes, in the order of their names. */
    async relevesFile(
      person: Person,
      body: ReleveImpayeBody,
      requestId: string,
      signal: AbortSignal,
    ): Promise<Readable> {
      demand(person, CONTRIBUABLES, 'Exporter');
      const base = await nameOfBase(db, scopeOf(person), body);
      const toRow = (raw: Record<string, unknown>) => raw as unknown as Releve;
      const rows = await openRows(db, relevesImpayes(scopeOf(person), body, yearNow()), { toRow, signal });
      try {
        const { generate: _generate, ...asked } = body;
        const entiteId = body.entite?.length === 1 ? (body.entite[0] ?? null) : null;
        await journal(person, entiteId, null, { document: 'releve-impaye', ...asked }, requestId);
      } catch (error) {
        rows.destroy();
        throw error;
      }
      const jour = formatDay(today());
      async function* sheets(): AsyncGenerator<ReleveSheet> {
        for await (const batch of rows as AsyncIterable<Releve[]>)
          for (const releve of batch) yield { ...releve, jour, base };
      }
      return closing(drawSheets(info(person, 'Relevé des impayés'), sheets(), drawReleve, NOBODY), rows);
    },

    async enrollements(person: Person, query: FigureQuery): Promise<EnrollementReport> {
      demand(person, CONTRIBUABLES, 'Lister');
      const data = await readEnrollements(db, scopeOf(person), query, query.annee ?? yearNow());
      return { data, meta: { total_records: data.length } };
    },
  };
}
