/** Official papers of a collectivité: visible to whoever sees it, editable with the whole collectivité in scope. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PapierRecord, PapierTextes } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { prepareEcusson } from '#src/platform/files/image.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import type { PieceOptions } from '../pieces/piece-info.ts';
import { pieceSheets } from '../pieces/pieces.service.ts';
import { specimen } from './specimen.ts';
import {
  findPapier,
  keepEcusson,
  lockPapier,
  readEcussons,
  readPapier,
  savePapier,
} from './papiers.repository.ts';

/** Fields that can be changed and are journaled. */
type Saved = PapierTextes & { ecusson: string | null };
const savedOf = ({ entite: _entite, version: _version, ...saved }: PapierRecord): Saved => saved;

export function papierService(db: Database, options: PieceOptions) {
  async function find(person: Person, entiteId: number): Promise<PapierRecord> {
    demand(person, 'papiers', 'Voir');
    const found = await findPapier(db, scopeOf(person), entiteId);
    if (!found) throw notFound();
    return found;
  }

  function demandChange(person: Person, entiteId: number): void {
    demand(person, 'papiers', 'Modifier');
    demandEntite(person, entiteId);
  }

  /** @param version answers 412 if the stored version differs; null: the last writer wins */
  async function change(
    person: Person,
    entiteId: number,
    changes: Partial<Saved>,
    requestId: string,
    { version = null, image }: { version?: number | null; image?: Buffer } = {},
  ): Promise<PapierRecord> {
    demandChange(person, entiteId);
    return db.transaction().execute(async (trx) => {
      const scope = scopeOf(person);
      await lockPapier(trx, entiteId);
      const found = await findPapier(trx, scope, entiteId);
      if (!found) throw notFound();
      demandVersion(version, found);
      const avant = savedOf(found);
      const apres = { ...avant, ...changes };
      if (image && apres.ecusson) await keepEcusson(trx, apres.ecusson, image);
      await savePapier(trx, entiteId, apres);
      await writeJournal(trx, {
        entiteId,
        utilisateurId: person.id,
        acte: 'modifier',
        domaine: 'impressions',
        ressource: 'papiers',
        id: entiteId,
        avant,
        apres,
        requestId,
      });
      return (await findPapier(trx, scope, entiteId)) as PapierRecord;
    });
  }

  return {
    find,

    save: (
      person: Person,
      entiteId: number,
      textes: PapierTextes,
      version: number | null,
      requestId: string,
    ): Promise<PapierRecord> => change(person, entiteId, textes, requestId, { version }),

    /** @param readFile reads the upload; called only after the rights are checked */
    async addEcusson(
      person: Person,
      entiteId: number,
      readFile: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<PapierRecord> {
      demandChange(person, entiteId);
      await using upload = await readFile();
      const image = await prepareEcusson(upload.path);
      const ecusson = createHash('sha256').update(image).digest('hex');
      return await change(person, entiteId, { ecusson }, requestId, { image });
    },

    removeEcusson: (person: Person, entiteId: number, requestId: string): Promise<PapierRecord> =>
      change(person, entiteId, { ecusson: null }, requestId),

    /** A specimen notice, PDF. */
    async apercu(person: Person, entiteId: number): Promise<Readable> {
      const papier = await find(person, entiteId);
      const { paiement } = await readPapier(db, entiteId);
      return pieceSheets(db, options, person, 'Aperçu', specimen({ ...papier, paiement }, options.today()));
    },

    /** PNG. */
    async ecusson(person: Person, entiteId: number): Promise<Buffer> {
      const { ecusson } = await find(person, entiteId);
      const image = ecusson && (await readEcussons(db, [ecusson])).get(ecusson);
      if (!image) throw notFound();
      return image;
    },
  };
}
