/** Agents' devices: made and changed in the office (ADR 0039). */
import {
  type AppareilBody,
  type AppareilCode,
  type AppareilPatch,
  type AppareilQuery,
  type AppareilRow,
  MAX_CONTRIBUABLES_APPAREIL,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { demand, demandOne, isAgent, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { demandEmpty, giveCode, told } from './appareil-acts.service.ts';
import { appareilsOf } from './appareil-list.repository.ts';
import { holdSeen, readAppareil, sourceFor } from './appareil-seen.service.ts';
import {
  countContribuables,
  findEntite,
  insertAppareil,
  placesSeen,
  raiseVersion,
  readPorteurs,
  updateAppareil,
  visibleAppareils,
  writePlaces,
} from './appareils.repository.ts';
import { journal } from './inscription.service.ts';

/** @throws AppError 400 where it is no agent at work in the collectivité */
async function demandAgent(queries: Queries, entiteId: number, id: number): Promise<void> {
  const agent = await findAbsent(queries, id);
  if (!agent || !isAgent(agent) || ![...agent.entites, ...agent.entitesOfRamifications].includes(entiteId))
    throw invalid('agent', TERRAIN_MESSAGES.agent);
}

/** @throws AppError 400 where one is out of reach, or together they hold more than a device carries */
async function demandPlaces(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  ramifications: readonly number[],
): Promise<void> {
  const seen = await placesSeen(queries, scope, entiteId, ramifications);
  if (seen.length < ramifications.length) throw invalid('ramifications', TERRAIN_MESSAGES.lieuHors);
  const nombre = await countContribuables(queries, entiteId, ramifications);
  if (nombre > MAX_CONTRIBUABLES_APPAREIL)
    throw invalid('ramifications', TERRAIN_MESSAGES.tropDeContribuables(nombre));
}

/** Devices as a person sees them. */
export const appareilReader = (db: Database) =>
  readerOf(db, (person: Person, query: AppareilQuery) => {
    demand(person, 'terrain', 'Lister');
    const conditions = [visibleAppareils(scopeOf(person)), ...appareilsOf(query.entite)];
    return { source: sourceFor(person), conditions, ...narrowingOf(query) };
  });

export function appareilService(db: Database, publicUrl: string) {
  return {
    ...appareilReader(db),

    find(person: Person, id: number): Promise<AppareilRow> {
      demand(person, 'terrain', 'Voir');
      return readAppareil(db, person, id);
    },

    /** Who may carry a device of a collectivité: what making one needs of people, whoever may not list them. */
    async agents(person: Person, entite: number): Promise<{ data: { id: number; nom: string }[] }> {
      demandOne(person, [
        ['terrain', 'Créer'],
        ['terrain', 'Modifier'],
      ]);
      const seen = await findEntite(db, scopeOf(person), entite);
      return { data: seen ? await readPorteurs(db, seen.id) : [] };
    },

    /** @throws AppError 400 at the field that is wrong */
    async create(person: Person, body: AppareilBody, requestId: string): Promise<AppareilCode> {
      demand(person, 'terrain', 'Créer');
      const { entite: asked, nom, agent, ramifications, plafond } = body;
      const scope = scopeOf(person);
      const entite = await findEntite(db, scope, asked);
      if (!entite) throw invalid('entite', 'Veuillez choisir une collectivité');
      await demandAgent(db, entite.id, agent);
      await demandPlaces(db, scope, entite.id, ramifications);
      return db.transaction().execute(async (trx) => {
        const id = await insertAppareil(trx, {
          entiteId: entite.id,
          nom,
          agentId: agent,
          plafond,
          createdById: person.id,
        });
        await writePlaces(trx, entite.id, id, ramifications);
        const code = await giveCode(trx, id);
        const apres = { nom, agent, ramifications, plafond };
        await journal(trx, person, { entiteId: entite.id, id }, 'créer', { apres, requestId });
        return { appareil: await readAppareil(trx, person, id), ...(await told(code, publicUrl)) };
      });
    },

    /** @throws AppError 400, 404; 409 where the agent changes while something waits on the device; 412 */
    async patch(
      person: Person,
      id: number,
      patched: () => AppareilPatch,
      { version, requestId }: { version: number | null; requestId: string },
    ): Promise<AppareilRow> {
      demand(person, 'terrain', 'Modifier');
      const body = { ...patched() };
      const scope = scopeOf(person);
      await db.transaction().execute(async (trx) => {
        const before = await holdSeen(trx, person, id);
        demandVersion(version, before);
        const { nom, agent, ramifications, plafond } = body;
        const { entiteId } = before;
        if (agent !== undefined && agent !== before.agentId) {
          await demandAgent(trx, entiteId, agent);
          demandEmpty(before);
        }
        if (ramifications) {
          await demandPlaces(trx, scope, entiteId, ramifications);
          if (await writePlaces(trx, entiteId, id, ramifications)) await raiseVersion(trx, id);
        }
        await updateAppareil(trx, id, { nom, agent_id: agent, plafond });
        await journal(trx, person, before, 'modifier', {
          avant: { nom: before.nom, agent: before.agentId, plafond: before.plafond },
          apres: body,
          requestId,
        });
      });
      return readAppareil(db, person, id);
    },
  };
}
