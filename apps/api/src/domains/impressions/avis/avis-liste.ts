/** Notices of many taxpayers in one file, sorted by place for street-by-street delivery. */
import { type AvisComptes, type AvisDemandes, formatNumber, MAX_AVIS } from '@octroi/contract';
import { taxpayersOf } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { PlannedFile } from '../exports/planned-file.ts';
import { readEcussons } from '../papiers/papiers.repository.ts';
import { type Redevable, redevablesOf } from './avis-liste.repository.ts';
import { drawAvisFile } from './avis-liste.drawing.ts';
import { printAvisOf } from './avis.service.ts';
import { lockContribuable, type PrintedPiece } from '../pieces/pieces.repository.ts';
import { adresseOf, filesInfo, type PieceOptions } from '../pieces/piece-info.ts';

const TITLE = "Avis d'imposition";
/** Notices issued before each drawing step. */
const BATCH = 20;
/** Above this number, accessibility marks are left out: they would take some thirty megabytes. */
const MAX_MARKED = 1000;

/** @throws AppError 400 if there are more than a file may hold */
function demandFew(ids: readonly number[]): void {
  if (ids.length > MAX_AVIS)
    throw invalid(
      'ids',
      `${formatNumber(ids.length)} contribuables sont choisis : ${formatNumber(MAX_AVIS)} avis au plus à la fois. Ajoutez un filtre.`,
    );
}

/** Counts the notices to print and the taxpayers left out. */
export async function countAvis(db: Database, person: Person, ids: readonly number[]): Promise<AvisComptes> {
  demand(person, 'contribuables', 'Émettre');
  demandFew(ids);
  await taxpayersOf(db, scopeOf(person), ids);
  const { length: avis } = await redevablesOf(db, scopeOf(person), ids);
  return { choisis: ids.length, avis, sansDette: ids.length - avis };
}

export function avisFiles(db: Database, options: PieceOptions) {
  /**
   * Each notice is issued in its own transaction: locks are short, and a file that is cut off is continued with
   * duplicates.
   */
  async function* pieces(
    person: Person,
    redevables: readonly Redevable[],
    annee: number,
    onRows: (count: number) => void,
  ): AsyncGenerator<PrintedPiece[]> {
    const scope = scopeOf(person);
    for (let at = 0; at < redevables.length; at += BATCH) {
      const batch: PrintedPiece[] = [];
      for (const key of redevables.slice(at, at + BATCH)) {
        const piece = await db.transaction().execute(async (trx) => {
          const inScope = await lockContribuable(trx, scope, key.id);
          return inScope && printAvisOf(trx, key, annee, options.today());
        });
        if (piece) batch.push(piece);
      }
      onRows(batch.length);
      yield batch;
    }
  }

  return async (person: Person, { ids, annee }: AvisDemandes): Promise<PlannedFile> => {
    demand(person, 'contribuables', 'Émettre');
    demandFew(ids);
    await taxpayersOf(db, scopeOf(person), ids);
    const redevables = await redevablesOf(db, scopeOf(person), ids);
    return {
      titre: `${TITLE} ${annee}`,
      name: `avis-d-imposition-${annee}.pdf`,
      count: () => Promise.resolve(redevables.length),
      direct: 'releves',
      entites: () => Promise.resolve([...new Set(redevables.map(({ entiteId }) => entiteId))]),
      async open({ onRows = () => undefined }) {
        const unmarked = redevables.length > MAX_MARKED;
        const info = { ...filesInfo(options, person, `${TITLE} ${annee}`), unnumbered: true, unmarked };
        const context = {
          timeZone: options.timeZone,
          adresse: adresseOf(options),
          ecussons: await readEcussons(db),
        };
        return drawAvisFile({ info, context }, pieces(person, redevables, annee, onRows));
      },
      acte: {
        domaine: 'impressions',
        ressource: 'contribuables',
        apres: {
          document: 'avis',
          annee,
          avis: redevables.length,
          sansDette: ids.length - redevables.length,
        },
      },
    };
  };
}
