/** Till papers (procès-verbaux and bordereaux): issued once, then printed again as duplicates (ADR 0036). */
import type { Readable } from 'node:stream';
import {
  derniereCloture,
  PIECE_CAISSE_MESSAGES,
  type SituationBody,
  timeIn,
  TITRES_CAISSE,
} from '@octroi/contract';
import { sessionService, versementService } from '#src/domains/caisse/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { sheetInfo } from '../sheets/sheet-info.ts';
import { readEcussons, readPapier } from '../papiers/papiers.repository.ts';
import type { ContenuCaisse, PrintedCaisse, Reception } from './contenu.ts';
import {
  keepLignes,
  readCheques,
  readCloture,
  readControle,
  readLignes,
  readRegie,
  readValeurs,
  readVersement,
} from './contenus.repository.ts';
import { drawPieceCaisse } from './piece-caisse.drawing.ts';
import { issue, type Objet, printAgain, printSame } from './pieces-caisse.repository.ts';

export interface PieceCaisseOptions {
  timeZone: string;
  today: () => string;
}
interface CaisseFile {
  name: string;
  content: Readable;
}

const refuse = (message: string): AppError => new AppError('conflit.regle', message);

async function noted(
  trx: OpenTransaction,
  person: Person,
  [ressource, id]: [string, number],
  { numero, impressions, contenu }: PrintedCaisse,
  requestId: string,
): Promise<void> {
  await writeJournal(trx, {
    entiteId: contenu.entite.id,
    utilisateurId: person.id,
    acte: 'imprimer',
    domaine: 'impressions',
    ressource,
    id,
    apres: { numero, impression: impressions },
    requestId,
  });
}

const withPapier = async <Contenu extends { entite: { id: number } }>(
  trx: OpenTransaction,
  contenu: Contenu,
) => ({
  ...contenu,
  papier: await readPapier(trx, contenu.entite.id),
});
/** Reprints the paper of a subject, or issues it: such a subject has only one paper. */
const printOnce = async (
  trx: OpenTransaction,
  objet: Exclude<Objet, { regie_id: number }>,
  contenu: Omit<ContenuCaisse, 'papier'>,
  jour: string,
): Promise<PrintedCaisse> =>
  (await printAgain(trx, contenu.entite.id, objet)) ??
  issue(trx, objet, (await withPapier(trx, contenu)) as ContenuCaisse, { etabliLe: jour, jour });

/** What a régie holds at the end of a day, or now. @throws AppError 400 for a future day, 409 if a till is not counted */
async function printedSituation(
  db: Database,
  { today, heure }: { today: string; heure: string },
  person: Person,
  id: number,
  { jour = derniereCloture(today) }: SituationBody,
  requestId: string,
): Promise<PrintedCaisse> {
  demand(person, 'sessions-caisse', 'Émettre');
  const scope = scopeOf(person);
  // cash is counted by person, so only a person with the whole collectivité in scope may see a whole régie
  if (scope.kind === 'ramifications') throw notFound();
  if (jour > today) throw invalid('jour', PIECE_CAISSE_MESSAGES.aVenir);
  return db.transaction().execute(async (trx) => {
    const read = await readRegie(trx, scope, id, jour);
    if (!read) throw notFound();
    const { ouvertes, ...regie } = read;
    if (ouvertes.length > 0) throw refuse(PIECE_CAISSE_MESSAGES.aCompter(ouvertes));
    const entiteId = regie.entite.id;
    const contenu = {
      nature: 'situation' as const,
      jour,
      ...(jour === today ? { heure } : {}),
      ...(await withPapier(trx, regie)),
      lignes: await readLignes(trx, entiteId, id, jour),
      cheques: await readCheques(trx, entiteId, id, jour),
      valeurs: await readValeurs(trx, entiteId, id, jour),
    };
    const printed =
      (await printSame(trx, id, contenu)) ??
      (await issue(trx, { regie_id: id }, contenu, { etabliLe: today, jour }));
    await noted(trx, person, ['regies', id], printed, requestId);
    return printed;
  });
}

export function pieceCaisseService(db: Database, { timeZone, today }: PieceCaisseOptions) {
  const sessions = sessionService(db);
  const versements = versementService(db);

  async function fileOf(person: Person, piece: PrintedCaisse, reception?: Reception): Promise<CaisseFile> {
    const { ecusson } = piece.contenu.papier;
    const crest = ecusson === null ? undefined : (await readEcussons(db, [ecusson])).get(ecusson);
    const title = `${TITRES_CAISSE[piece.contenu.nature]} n° ${piece.numero}`;
    return {
      name: `${piece.numero}.pdf`,
      content: drawSheets(
        sheetInfo(person, title, timeZone),
        [{ piece, reception, ecusson: crest, timeZone }],
        drawPieceCaisse,
        '',
      ),
    };
  }

  /** Allows one's own till, and tills whose papers the person may print. */
  async function demandSession(person: Person, id: number): Promise<void> {
    const { titulaire } = await sessions.find(person, id);
    if (titulaire.id !== person.id) demand(person, 'sessions-caisse', 'Émettre');
  }

  return {
    /** @throws AppError 409 while the till is open */
    async cloture(person: Person, id: number, requestId: string): Promise<CaisseFile> {
      await demandSession(person, id);
      const piece = await db.transaction().execute(async (trx) => {
        const contenu = await readCloture(trx, id);
        if (!contenu) throw refuse(PIECE_CAISSE_MESSAGES.ouverte);
        const printed = await printOnce(trx, { session_caisse_id: id }, contenu, today());
        await noted(trx, person, ['sessions_caisse', id], printed, requestId);
        return printed;
      });
      return fileOf(person, piece);
    },

    /** @throws AppError 409 while the till is open, except for the controller: the paper shows the expected amount */
    async controle(person: Person, session: number, id: number, requestId: string): Promise<CaisseFile> {
      await demandSession(person, session);
      const piece = await db.transaction().execute(async (trx) => {
        const read = await readControle(trx, session, id);
        if (!read) throw notFound();
        const { controleurId, fermee, ...contenu } = read;
        if (!fermee && controleurId !== person.id) throw refuse(PIECE_CAISSE_MESSAGES.controle);
        const printed = await printOnce(trx, { controle_caisse_id: id }, contenu, today());
        await noted(trx, person, ['sessions_caisse', session], printed, requestId);
        return printed;
      });
      return fileOf(person, piece);
    },

    /**
     * A bordereau, or the procès-verbal of a passation. @throws AppError 409 while its till is open, or if a passation
     * is not received
     */
    async versement(person: Person, id: number, requestId: string): Promise<CaisseFile> {
      const row = await versements.find(person, id);
      const parties = [row.declarant.id, row.destinataire?.id, row.decidePar?.id];
      if (!parties.includes(person.id)) demand(person, 'versements', 'Émettre');
      const { piece, reception } = await db.transaction().execute(async (trx) => {
        await keepLignes(trx, row.entite.id, row.regie.id);
        const read = await readVersement(trx, id);
        if (!read) throw notFound();
        const { reception: state, aCompter, ...contenu } = read;
        // its budget lines would reveal what is in the till before the count
        if (aCompter) throw refuse(PIECE_CAISSE_MESSAGES.versementACompter);
        const done = state.statut === 'reçu' || state.statut === 'reçu avec différence';
        if (contenu.nature === 'passation' && !done) throw refuse(PIECE_CAISSE_MESSAGES.passation);
        const printed = await printOnce(trx, { versement_id: id }, contenu, today());
        await noted(trx, person, ['versements', id], printed, requestId);
        return { piece: printed, reception: state };
      });
      return fileOf(person, piece, reception);
    },

    situation: async (
      person: Person,
      id: number,
      body: SituationBody,
      requestId: string,
    ): Promise<CaisseFile> =>
      fileOf(
        person,
        await printedSituation(db, { today: today(), heure: timeIn(timeZone) }, person, id, body, requestId),
      ),
  };
}
