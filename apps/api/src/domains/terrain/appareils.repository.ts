/** Agents' devices as they are kept and listed (ADR 0039). */
import type { ClePublique, InscriptionAppareil, StatutAppareil } from '@octroi/contract';
import { codeAppareil, HEURES_CODE, TYPE_UTILISATEUR } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { FactCondition } from '#src/platform/access/facts.repository.ts';
import { entiteCondition, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';

/** Devices that a person sees: of collectivités whole, or all of whose places are the person's. */
export function visibleAppareils(scope: Scope): RawBuilder<boolean> {
  const entite = entiteCondition(scope, sql.ref('a.entite_id'));
  if (scope.kind !== 'ramifications') return entite;
  return sql<boolean>`(${entite} and not exists (
    select from appareil_ramification ar where ar.entite_id = a.entite_id and ar.appareil_id = a.id
      and ar.ramification_id not in (
        select descendant_id from ramification_descendance where ancetre_id = any(${scope.ramifications}::int[]))))`;
}

/** The person sees a device; a person limited to sub-entities, one that works in them and not in the whole town. */
export const hasAppareils: FactCondition = (person) => {
  const scope = scopeOf(person);
  const placed = sql`and exists (
    select from appareil_ramification ar where ar.entite_id = a.entite_id and ar.appareil_id = a.id)`;
  return sql<boolean>`exists (select from appareil_terrain a
    where ${visibleAppareils(scope)} ${scope.kind === 'ramifications' ? placed : sql``})`;
};

/** When a code that is given now can no longer be used. */
export const CODE_EXPIRY = sql<string>`now() + make_interval(hours => ${HEURES_CODE})`;

/** The key that a new code replaces. */
export const LAST_KEY = sql<string>`coalesce(cle_publique, cle_precedente)`;

export const PLACES = sql`coalesce((select json_agg(json_build_object('id', r.id, 'nom', r.nom) order by r.nom)
  from appareil_ramification ar join ramification r on r.id = ar.ramification_id
  where ar.entite_id = a.entite_id and ar.appareil_id = a.id), '[]')`;
const AGENT = sql`json_build_object('id', u.id, 'username', u.username, 'fullName', btrim(u.prenom || ' ' || u.nom))`;

/** Sub-entities of a collectivité, of those asked for, that a person sees. */
export async function placesSeen(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  ramifications: readonly number[],
): Promise<number[]> {
  const within =
    scope.kind === 'ramifications'
      ? sql`id in (select descendant_id from ramification_descendance where ancetre_id = any(${scope.ramifications}::int[]))`
      : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select id from ramification where entite_id = ${entiteId} and not technique and id = any(${ramifications}::int[]) and ${within}`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

/** Taxpayers of some places and of what lies beneath them. */
export async function countContribuables(
  queries: Queries,
  entiteId: number,
  ramifications: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from contribuable where entite_id = ${entiteId} and ramification_id in (
      select descendant_id from ramification_descendance where ancetre_id = any(${ramifications}::int[]))`.execute(
    queries,
  );
  return rows[0]?.nombre ?? 0;
}

/** Whether a collectivité can be seen, and its code. */
export async function findEntite(
  queries: Queries,
  scope: Scope,
  id: number,
): Promise<{ id: number; nom: string; code: string } | undefined> {
  const { rows } = await sql<{ id: number; nom: string; code: string }>`
    select id, nom, code from entite where id = ${id} and enabled and ${entiteCondition(scope, sql.ref('id'))}`.execute(
    queries,
  );
  return rows[0];
}

/** Agents at work in a collectivité, or in a place of it. */
export async function readPorteurs(
  queries: Queries,
  entiteId: number,
): Promise<{ id: number; nom: string }[]> {
  const { rows } = await sql<{ id: number; nom: string }>`
    select u.id, btrim(u.prenom || ' ' || u.nom) as nom from utilisateur u
    where u.type_id = ${TYPE_UTILISATEUR.agent} and u.enabled and (
      exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = ${entiteId})
      or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
        where ur.utilisateur_id = u.id and r.entite_id = ${entiteId}))
    order by nom, u.id`.execute(queries);
  return rows;
}

export interface NewAppareil {
  entiteId: number;
  nom: string;
  agentId: number;
  plafond: number | null;
  createdById: number;
}

/** Numbers the device behind the last of its collectivité, which is held so that two do not get one number. */
export async function insertAppareil(trx: OpenTransaction, given: NewAppareil): Promise<number> {
  await trx.selectFrom('entite').select('id').where('id', '=', given.entiteId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ id: number }>`
    insert into appareil_terrain (entite_id, numero, nom, agent_id, plafond, created_by_id)
    select ${given.entiteId}::int, coalesce(max(numero), 0) + 1, ${given.nom}::text, ${given.agentId}::int,
      ${given.plafond}::bigint, ${given.createdById}::int
    from appareil_terrain where entite_id = ${given.entiteId}
    returning id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

/** @returns whether they are others than before */
export async function writePlaces(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  ramifications: readonly number[],
): Promise<boolean> {
  const removed =
    await sql`delete from appareil_ramification where entite_id = ${entiteId} and appareil_id = ${id}
    and not (ramification_id = any(${ramifications}::int[]))`.execute(trx);
  const added = await sql`insert into appareil_ramification (entite_id, appareil_id, ramification_id)
    select ${entiteId}::int, ${id}::int, unnest(${ramifications}::int[]) on conflict do nothing`.execute(trx);
  return Boolean(removed.numAffectedRows || added.numAffectedRows);
}

/** A change of its places alone is a change of the device. */
export async function raiseVersion(trx: OpenTransaction, id: number): Promise<void> {
  await trx
    .updateTable('appareil_terrain')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** A device as acts need it. */
export interface StoredAppareil {
  entiteId: number;
  id: number;
  numero: number;
  nom: string;
  agentId: number;
  plafond: number | null;
  statut: StatutAppareil;
  clePublique: ClePublique | null;
  /** Key of the phone that was enrolled before the code in use was given; null if unknown. */
  clePrecedente: ClePublique | null;
  enAttente: number;
  dernierSequence: number;
  codePerime: boolean;
  /** Whether a phone was ever enrolled as it. */
  dejaInscrit: boolean;
  /** The device that its phone became. */
  remplaceParId: number | null;
  createdById: number;
  version: number;
}

const stored = (queries: Queries) =>
  queries
    .selectFrom('appareil_terrain')
    .select([
      'entite_id as entiteId',
      'id',
      'numero',
      'nom',
      'agent_id as agentId',
      'plafond',
      sql<StatutAppareil>`statut`.as('statut'),
      sql<ClePublique | null>`cle_publique`.as('clePublique'),
      sql<ClePublique | null>`cle_precedente`.as('clePrecedente'),
      'en_attente as enAttente',
      'dernier_sequence as dernierSequence',
      sql<boolean>`coalesce(code_expire_le < now(), true)`.as('codePerime'),
      sql<boolean>`inscrit_le is not null`.as('dejaInscrit'),
      'remplace_par_id as remplaceParId',
      'created_by_id as createdById',
      'version',
    ]);

export const findAppareil = (queries: Queries, id: number): Promise<StoredAppareil | undefined> =>
  stored(queries).where('id', '=', id).executeTakeFirst();

/** Held until the transaction ends: what one device does is done in order. */
export const holdAppareil = (trx: OpenTransaction, id: number): Promise<StoredAppareil | undefined> =>
  stored(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const holdByCode = (trx: OpenTransaction, hash: Buffer): Promise<StoredAppareil | undefined> =>
  stored(trx).where('code_hash', '=', hash).forNoKeyUpdate().executeTakeFirst();

export interface AppareilChange {
  nom?: string | undefined;
  agent_id?: number | undefined;
  plafond?: number | null | undefined;
  statut?: StatutAppareil;
  motif?: string | null;
  proces_verbal?: string | null;
  recus_declares?: number | null;
  code_hash?: Buffer | null;
  code_expire_le?: RawBuilder<string> | null;
  cle_publique?: string | null;
  cle_precedente?: RawBuilder<string>;
  plateforme?: string;
  logiciel?: string;
  inscrit_le?: RawBuilder<string>;
  dernier_contact?: RawBuilder<string>;
  en_attente?: number;
  remplace_par_id?: number;
}

export async function updateAppareil(
  trx: OpenTransaction,
  id: number,
  change: AppareilChange,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await trx.updateTable('appareil_terrain').set(change).where('id', '=', id).execute();
}

/** A device like another one, with the next number: its receipts are a series of their own. */
export async function insertSuccessor(
  trx: OpenTransaction,
  { entiteId, id, nom, agentId, plafond, createdById }: StoredAppareil,
): Promise<number> {
  const successor = await insertAppareil(trx, { entiteId, nom, agentId, plafond, createdById });
  await sql`insert into appareil_ramification (entite_id, appareil_id, ramification_id)
    select entite_id, ${successor}::int, ramification_id from appareil_ramification
    where entite_id = ${entiteId} and appareil_id = ${id}`.execute(trx);
  return successor;
}

/** A device was heard of. */
export async function noteSeen(trx: OpenTransaction, id: number): Promise<void> {
  await trx.updateTable('appareil_terrain').set({ dernier_contact: now }).where('id', '=', id).execute();
}

/** The last rank of each year's series of a device. */
export async function readSeries(
  queries: Queries,
  { entiteId, id }: Pick<StoredAppareil, 'entiteId' | 'id'>,
): Promise<InscriptionAppareil['series']> {
  const { rows } = await sql<InscriptionAppareil['series'][number]>`
    select annee_serie as annee, max(rang) as dernier from commande_terrain
    where entite_id = ${entiteId} and appareil_id = ${id} and rang is not null group by 1 order by 1`.execute(
    queries,
  );
  return rows;
}

/** What a device is told of itself as it enrols. */
export async function readInscription(queries: Queries, id: number): Promise<InscriptionAppareil> {
  const { rows } = await sql<
    Omit<InscriptionAppareil['appareil'], 'code'> &
      Pick<InscriptionAppareil, 'statut' | 'dernierSequence' | 'heure'> & {
        remplace: { numero: number; actes: number } | null;
      }
  >`
    select a.id, a.nom, a.numero, json_build_object('id', e.id, 'nom', e.nom, 'code', e.code) as entite,
      ${PLACES} as ramifications, ${AGENT} as agent, a.plafond, a.dernier_sequence as "dernierSequence", a.statut, now() as heure,
      (select json_build_object('numero', p.numero, 'actes', p.dernier_sequence) from appareil_terrain p
        where p.entite_id = a.entite_id and p.remplace_par_id = a.id) as remplace
    from appareil_terrain a join entite e on e.id = a.entite_id join utilisateur u on u.id = a.agent_id
    where a.id = ${id}`.execute(queries);
  const { dernierSequence, statut, remplace, heure, ...appareil } = rows[0]!;
  const series = await readSeries(queries, { entiteId: appareil.entite.id, id });
  return {
    appareil: { ...appareil, code: codeAppareil(appareil.numero) },
    statut,
    remplace: remplace && { code: codeAppareil(remplace.numero), actes: remplace.actes },
    heure,
    dernierSequence,
    series,
  };
}
