/** Whom a tour is made of, and who can be sent. */
import { type Preparation, TYPE_UTILISATEUR } from '@octroi/contract';
import { sql } from 'kysely';
import { impayeOf } from '#src/domains/contribuables/index.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { agent } from '#src/platform/listing/nested.ts';

export interface Choisi {
  entiteId: number;
  id: number;
  ramification: number;
  /** The quartier, or what stands above. */
  lieu: string;
  numKlis: string;
  nom: string;
  exigible: number;
  systeme: boolean;
}

/** The chosen taxpayers whom a person sees, in the order of a walk: by place (quartier, zone, secteur), then name. */
export async function choisisDe(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
  jour: string,
): Promise<Choisi[]> {
  const { unpaid, due } = impayeOf(jour, undefined);
  const { rows } = await sql<Choisi>`
    select contrib.entite_id as "entiteId", contrib.id, contrib.ramification_id as ramification,
      ram.chemin[least(2, cardinality(ram.chemin))] as lieu, contrib.num_klis as "numKlis", contrib.nom_complet as nom,
      du.exigible, contrib.systeme
    from contribuable contrib join ramification ram on ram.id = contrib.ramification_id
    cross join lateral (
      select coalesce(sum(x.montant - x.paye), 0)::bigint as exigible from echeance x
      where x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id and ${unpaid} and ${due}) du
    where contrib.id = any(${ids}::bigint[])
      and ${placeCondition(scope, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'))}
    order by contrib.entite_id, ram.chemin, contrib.ramification_id, contrib.nom_complet, contrib.id`.execute(
    queries,
  );
  return rows;
}

/** Those of some places of a collectivité that a person does not see. */
export async function placesUnseen(
  queries: Queries,
  scope: Scope,
  ramifications: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ramification r where r.id = any(${ramifications}::int[])
      and not ${placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'))}`.execute(queries);
  return rows.map(({ id }) => id);
}

/**
 * Enabled people who are attached to a collectivité, or to places of it that hold all of the given ones: what `scopeOf`
 * says of one, asked of all at once. Field agents first.
 */
export async function agentsFor(
  queries: Queries,
  entiteId: number,
  ramifications: readonly number[],
): Promise<Preparation['agents']> {
  const { rows } = await sql<{ agent: Preparation['agents'][number] }>`
    select ${agent('u')} as agent from utilisateur u
    where u.enabled and u.type_id = any(${[TYPE_UTILISATEUR.agent, TYPE_UTILISATEUR.utilisateur]}::int[]) and case
      when exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id) then exists (
        select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = ${entiteId})
      else exists (select from utilisateur_ramification ur where ur.utilisateur_id = u.id) and not exists (
        select from unnest(${ramifications}::int[]) as r (id) where not exists (
          select from utilisateur_ramification ur
          join ramification_descendance d on d.ancetre_id = ur.ramification_id and d.descendant_id = r.id
          where ur.utilisateur_id = u.id)) end
    order by u.type_id <> ${TYPE_UTILISATEUR.agent}, u.nom, u.prenom, u.id`.execute(queries);
  return rows.map(({ agent }) => agent);
}

/** Those among some taxpayers whom an agent goes and sees on a day already. */
export async function dejaPrevus(
  queries: Queries,
  entiteId: number,
  { agent, jour }: { agent: number; jour: string },
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contribuable_id as id from visite where entite_id = ${entiteId} and agent_id = ${agent}
      and jour = ${jour}::date and contribuable_id = any(${ids}::bigint[])`.execute(queries);
  return rows.map(({ id }) => id);
}

/** @returns the id of the tour */
export async function insertTournee(
  trx: OpenTransaction,
  entiteId: number,
  { agent, jour, par }: { agent: number; jour: string; par: number },
  visites: readonly Choisi[],
): Promise<number> {
  const { id } = await trx
    .insertInto('tournee')
    .values({ entite_id: entiteId, agent_id: agent, jour, created_by_id: par })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into visite (entite_id, tournee_id, agent_id, jour, contribuable_id, ramification_id, num_klis, nom, ordre)
    select ${entiteId}, ${id}, ${agent}, ${jour}::date, c.id, c.ramification_id, c.num_klis, c.nom, c.ordre
    from unnest(${visites.map((one) => one.id)}::bigint[], ${visites.map((one) => one.ramification)}::int[],
      ${visites.map((one) => one.numKlis)}::text[], ${visites.map((one) => one.nom)}::text[])
      with ordinality as c (id, ramification_id, num_klis, nom, ordre)`.execute(trx);
  return id;
}

/** How many visits a tour has, how many of them a person sees, and how many are noted; they are held. */
export async function lockVisites(
  trx: OpenTransaction,
  scope: Scope,
  entiteId: number,
  tournee: number,
): Promise<{ visites: number; vues: number; notees: number }> {
  const { rows } = await sql<{ visites: number; vues: number; notees: number }>`
    select count(*) as visites, count(v.issue) as notees,
      count(*) filter (where ${placeCondition(scope, sql.ref('v.entite_id'), sql.ref('v.ramification_id'))}) as vues
    from (select * from visite where entite_id = ${entiteId} and tournee_id = ${tournee} for update) v`.execute(
    trx,
  );
  return rows[0] ?? { visites: 0, vues: 0, notees: 0 };
}

export async function deleteTournee(trx: OpenTransaction, entiteId: number, id: number): Promise<void> {
  await trx.deleteFrom('tournee').where('entite_id', '=', entiteId).where('id', '=', id).execute();
}
