/** Demand notices handed over: by a phone or by the office, once each; a mistake is taken back. */
import {
  type AvisCompte,
  type AvisCompteQuery,
  type AvisDuContribuable,
  type AvisLu,
  avisLu,
  type AvisRemisBody,
  type AvisRemisQuery,
  type AvisRemisRow,
  REMIS_MESSAGES,
  type RemisA,
} from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow, narrowingOf } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { taxpayersOf } from '#src/domains/contribuables/index.ts';
import { agentsFor, placesUnseen } from '../preparation.repository.ts';
import {
  avisDuContribuable,
  findAvis,
  insertRemise,
  lockAvis,
  replacedAt,
  type StoredAvis,
  stubOf,
  undoRemise,
} from './avis.repository.ts';
import { countAvisRemis, remiseConditions, remiseSource } from './remises.repository.ts';

const SCREEN = 'avis-distribues';
const RESOURCE = 'avis_remis';

/** What is recorded of a delivery. */
export interface Remise {
  /** As read from the QR, or typed. */
  avis: string;
  remisLe: string;
  remisA: RemisA;
  agent: number;
  /** On a phone: the instant, and the position if there is one. The office records the day alone. */
  phone: {
    instant: string;
    position: { latitude: number; longitude: number; precision: number } | null;
  } | null;
}

/** Whether a notice was in force when it was handed over. @throws AppError 409 */
async function demandInForce(
  trx: OpenTransaction,
  avis: StoredAvis,
  { remisLe, phone }: Remise,
): Promise<void> {
  const { numero, remplacePar } = avis;
  if (!remplacePar) return;
  const at = phone && (await replacedAt(trx, avis.code));
  const wasInForce = phone && at ? new Date(phone.instant) < new Date(at) : remisLe <= remplacePar.jour;
  if (!wasInForce)
    throw new AppError(
      'conflit.regle',
      REMIS_MESSAGES.remplace(numero, remplacePar.numero, remplacePar.jour),
    );
}

/**
 * Records that a notice was handed over, refused, or that nobody was there, inside the caller's transaction.
 * @throws AppError 400, 403; 404 for an unknown notice; 409 if it was replaced before, or handed over already
 */
export async function recordRemise(
  trx: OpenTransaction,
  person: Person,
  remise: Remise,
  requestId: string,
): Promise<{ id: number; contribuable: number }> {
  demand(person, SCREEN, 'Créer');
  const named = avisLu(remise.avis);
  await lockAvis(trx, named);
  const avis = await findAvis(trx, scopeOf(person), named);
  if (!avis) throw new AppError('introuvable', REMIS_MESSAGES.inconnu);
  const { numero, contribuable, entiteId } = avis;
  if (remise.remisLe < avis.jour) throw invalid('remisLe', REMIS_MESSAGES.avant(avis.jour));
  await demandInForce(trx, avis, remise);
  if (avis.remise)
    throw new AppError('conflit.doublon', REMIS_MESSAGES.deja(numero, avis.remise, avis.remise.agent));
  const { remisLe, remisA, agent, phone } = remise;
  const position = phone?.position ?? null;
  const id = await insertRemise(trx, {
    avis,
    remisLe,
    remisA,
    agent,
    instant: phone?.instant ?? null,
    position,
    saisiePar: phone ? null : person.id,
  });
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'créer',
    domaine: 'recouvrement',
    ressource: RESOURCE,
    id,
    apres: {
      numero,
      contribuable: contribuable.id,
      remisLe,
      remisA,
      agent,
      ...(position && {
        latitude: position.latitude,
        longitude: position.longitude,
        precisionPosition: position.precision,
      }),
    },
    requestId,
  });
  return { id, contribuable: contribuable.id };
}

async function readRemise(queries: Queries, scope: Scope, id: number): Promise<AvisRemisRow> {
  const row = await findRow(queries, remiseSource, id, { conditions: remiseConditions(scope, {}) });
  if (!row) throw notFound();
  return row;
}

/** The agent, if the agent sees the taxpayer. @throws AppError 400 */
async function demandAgent(trx: OpenTransaction, id: number, avis: string, scope: Scope): Promise<void> {
  const found = await findAvis(trx, scope, avisLu(avis));
  const agent = await findAbsent(trx, id);
  // its session says nothing of what it sees
  const unseen =
    found && agent ? await placesUnseen(trx, scopeOf(agent as Person), [found.ramification]) : [];
  if (!agent || unseen.length > 0) throw invalid('agent', REMIS_MESSAGES.agent);
}

/** The register as a person sees it. @throws AppError 403 */
export function narrowRemises(person: Person, query: AvisRemisQuery): NarrowedList<AvisRemisRow> {
  demand(person, SCREEN, 'Lister');
  const scope = scopeOf(person);
  return { source: remiseSource, conditions: remiseConditions(scope, query), ...narrowingOf(query) };
}

export function remiseService(db: Database, files: FileStore, today: () => string) {
  return {
    ...readerOf(db, narrowRemises),

    async count(person: Person, { annee, ...place }: AvisCompteQuery): Promise<AvisCompte> {
      demand(person, SCREEN, 'Lister');
      const year = annee ?? Number(today().slice(0, 4));
      const counted = await countAvisRemis(db, scopeOf(person), place, year);
      return {
        annee: year,
        ...counted,
        aRemettre: counted.emis - counted.remis - counted.refuses,
      };
    },

    /** A notice before its delivery is recorded, and who can have handed it over. @throws AppError 403, 404 */
    async prepare(person: Person, avis: string): Promise<AvisLu> {
      demand(person, SCREEN, 'Créer');
      const found = await findAvis(db, scopeOf(person), avisLu(avis));
      if (!found) throw new AppError('introuvable', REMIS_MESSAGES.inconnu);
      const { code: _code, entiteId, ramification, ...told } = found;
      return { ...told, agents: await agentsFor(db, entiteId, [ramification]) };
    },

    /** @throws AppError 400, 403, 404, 409 */
    async create(
      person: Person,
      { avis, remisLe, remisA, agent }: AvisRemisBody,
      requestId: string,
    ): Promise<AvisRemisRow> {
      demand(person, SCREEN, 'Créer');
      if (remisLe > today()) throw invalid('remisLe', REMIS_MESSAGES.aVenir);
      const scope = scopeOf(person);
      const { id } = await db.transaction().execute(async (trx) => {
        if (agent) await demandAgent(trx, agent, avis, scope);
        const remise = { avis, remisLe, remisA, agent: agent ?? person.id, phone: null };
        return recordRemise(trx, person, remise, requestId);
      });
      return readRemise(db, scope, id);
    },

    /** Takes back a delivery that was recorded by mistake; the row stays. @throws AppError 403, 404, 409 */
    async undo(person: Person, id: number, motif: string, requestId: string): Promise<AvisRemisRow> {
      demand(person, SCREEN, 'Supprimer');
      const scope = scopeOf(person);
      const row = await readRemise(db, scope, id);
      await db.transaction().execute(async (trx) => {
        const entiteId = row.ramification.entite.id;
        if (!(await undoRemise(trx, { entiteId, id, par: person.id, motif })))
          throw new AppError('conflit.regle', REMIS_MESSAGES.dejaAnnulee);
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'supprimer',
          domaine: 'recouvrement',
          ressource: RESOURCE,
          id,
          avant: {
            numero: row.avis.numero,
            contribuable: row.contribuable.id,
            remisLe: row.remisLe,
            remisA: row.remisA,
          },
          apres: { motif },
          requestId,
        });
      });
      return readRemise(db, scope, id);
    },

    /** The photo of the signed stub. @throws AppError 403, 404 */
    async photo(person: Person, id: number) {
      demand(person, SCREEN, 'Lister');
      await readRemise(db, scopeOf(person), id);
      const nom = await stubOf(db, id);
      const file = nom === null ? undefined : await files.read(nom);
      if (!file) throw notFound();
      return file;
    },

    /** The notices in force of a taxpayer, with their deliveries. @throws AppError 403, 404 */
    async avisOf(person: Person, id: number): Promise<AvisDuContribuable[]> {
      demand(person, 'contribuables', 'Voir');
      const [seen] = await taxpayersOf(db, scopeOf(person), [id]);
      if (!seen) throw notFound();
      return avisDuContribuable(db, id);
    },
  };
}
