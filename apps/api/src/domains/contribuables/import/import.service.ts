/** Imports taxpayers from a file: upload, check, then enrolment by a background job (specification 2 section 2.3). */
import { readFile } from 'node:fs/promises';
import {
  champDuMontant,
  champImportHead,
  CHAMPS_IMPORT,
  type Import,
  type ImportBody,
  type ImportBref,
  lireChampDeLAnnee,
  type TaxeImport,
  type Travail,
} from '@octroi/contract';
import { authorOf, scopeNow } from '#src/platform/access/made-with.ts';
import { demand, demandUtilisateur, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { type TableFile, withTable } from '#src/platform/import/reading.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  finishImport,
  insertImport,
  listImports,
  setCorrespondance,
  setDecisions,
} from './import-fichiers.repository.ts';
import { readPlaces, readTaxes } from './import-registre.repository.ts';
import type { ImportPorts } from './import-ecriture.service.ts';
import { importPhotos } from './photos/import-photos.service.ts';
import { decisions, describedOf, importFiles, insertAll, rowReads } from './import-fichiers.service.ts';
import { demandIdle, demandImport, type ImportParams, importWork, NATURE } from './import-travail.service.ts';

/** Largest workbook with several sheets that is kept, so that another sheet can be chosen. */
const KEPT_BYTES = 10 * 1024 * 1024;

export async function importService(
  db: Database,
  { jobs, enrolling, repris, spool, files }: ImportPorts & { jobs: Jobs; spool: Spool; files: FileStore },
) {
  const size = jobs.thresholds.pas;
  await jobs.define(importWork(db, { enrolling, repris }, size));

  const { own, describe, readSheet } = importFiles(db, spool, size);
  const photos = await importPhotos(db, own, { jobs, files, spool });

  return {
    /** Stores the rows of a file; they are validated later. */
    async take(person: Person, entiteId: number, file: TableFile): Promise<Import> {
      demandUtilisateur(person);
      demand(person, 'contribuables', 'Créer');
      const places = await readPlaces(db, entiteId, scopeOf(person));
      if (places.length === 0)
        throw invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
      const id = await withTable(file, async (table) => {
        const described = describedOf(table);
        const content = described.feuilles.length > 0 ? await readFile(file.path) : null;
        return db.transaction().execute(async (trx) => {
          const values = {
            entiteId,
            utilisateurId: person.id,
            nom: file.name.slice(0, 200),
            ...described,
            faitAvec: scopeNow(person),
          };
          const importId = await insertImport(
            trx,
            values,
            content && content.length <= KEPT_BYTES ? content : null,
          );
          await finishImport(trx, importId, await insertAll(trx, importId, table.rows, size));
          return importId;
        });
      });
      return describe(id);
    },

    async list(person: Person): Promise<ImportBref[]> {
      demandUtilisateur(person);
      demand(person, 'contribuables', 'Créer');
      return listImports(db, person.id);
    },

    decide: decisions(db, { own, describe, readSheet }),

    find: async (person: Person, id: string): Promise<Import> => describe((await own(person, id)).id),

    async start(person: Person, id: string, body: ImportBody): Promise<Travail> {
      const stored = await own(person, id);
      const { correspondance, essai, nombres } = body;
      const decided = nombres ? { ...stored.decisions, nombres } : stored.decisions;
      demandImport(person, repris, { essai, decisions: decided, correspondance });
      demandCorrespondance(correspondance, stored.colonnes, await readTaxes(db, stored.entiteId));
      await demandIdle(db, id);
      await db.transaction().execute(async (trx) => {
        await setCorrespondance(trx, id, correspondance);
        await setDecisions(trx, id, decided);
      });
      const parametres: ImportParams = {
        import: id,
        nom: stored.nom,
        essai,
        correspondance,
        decisions: decided,
        scope: scopeOf(person),
      };
      return jobs.start({ nature: NATURE, entiteId: stored.entiteId, ...authorOf(person), parametres });
    },

    photos,

    ...rowReads(db, own, size),
  };
}

/** @throws AppError 400 */
function demandCorrespondance(
  correspondance: Record<string, number>,
  colonnes: readonly string[],
  taxes: readonly TaxeImport[],
): void {
  for (const [nom, column] of Object.entries(correspondance)) {
    const annuel = lireChampDeLAnnee(nom);
    if (!Object.hasOwn(CHAMPS_IMPORT, nom) && annuel === undefined)
      throw invalid('correspondance', `Le champ « ${nom} » n'existe pas.`);
    const montant = champDuMontant(nom);
    if (montant !== undefined && correspondance[montant] === undefined)
      throw invalid(
        'correspondance',
        `Choisissez aussi la colonne « ${champImportHead(montant, taxes)} », dont « ${champImportHead(nom, taxes)} » dit le jour ou le reçu.`,
      );
    const taxe = annuel?.taxe;
    if (taxe !== undefined && !taxes.some(({ id }) => id === taxe))
      throw invalid('correspondance', 'Une taxe choisie n’existe pas, ou n’est plus active.');
    if (column >= colonnes.length)
      throw invalid('correspondance', 'Une colonne choisie n’est pas dans le fichier.');
  }
  for (const [nom, { label, required }] of Object.entries(CHAMPS_IMPORT))
    if (required && correspondance[nom] === undefined)
      throw invalid(
        `correspondance.${nom}`,
        `Choisissez la colonne du champ « ${label.replace(/ \(.*/, '')} ».`,
      );
}
