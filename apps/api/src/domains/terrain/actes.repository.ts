/** What agents who carry a device did in a period, from the figures that every other screen tells. */
import {
  type ActeTerrainQuery,
  type ActeTerrainRow,
  acteTerrainList,
  acteTerrainRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeConditions } from '#src/platform/access/place.ts';
import type { Scope } from '#src/platform/access/person.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { visibleAppareils } from './appareils.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, someone } from '#src/platform/listing/nested.ts';

/** A day within what is asked for; without bounds, any. */
const within = ({ from, to }: ActeTerrainQuery, day: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(day)} between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;

/**
 * Stored totals of an agent in the places that are seen: of days where some are asked for, else of years. Livestock is named
 * because the keys of totals begin with it.
 */
const ofAgent = (scope: Scope, query: ActeTerrainQuery): RawBuilder<boolean> => {
  const grain = query.from || query.to ? 'j' : 'a';
  const places = placeConditions(scope, {}, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  return sql<boolean>`t.entite_id = p.entite_id and t.agent_id = p.agent_id and t.betail in (true, false) and t.grain = ${grain}
    and ${within(query, 't.debut')} and ${sql.join(places, sql` and `)}`;
};

/** Whoever carries a device that the person sees; each figure is that of the list that it leads to. */
export function acteSource(scope: Scope, query: ActeTerrainQuery): ListSource<ActeTerrainRow> {
  const seen = (alias: string): RawBuilder<unknown> =>
    sql.join(
      placeConditions(scope, {}, sql.ref(`${alias}.entite_id`), sql.ref(`${alias}.ramification_id`)),
      sql` and `,
    );
  return {
    alias: 'act',
    otherAliases: { acte: 'act', entite: 'ent', agent: 'ag' },
    from: sql`(
      select p.*, coalesce(e.enrolements, 0) as enrolements, coalesce(r.paiements, 0) as paiements,
        coalesce(r.montant, 0) as montant, x.annulations, v.visites
      from (
        select min(a.id) as id, a.entite_id, a.agent_id, count(*) as appareils, max(a.dernier_contact) as dernier_contact
        from appareil_terrain a where ${visibleAppareils(scope)}
          and ${query.entite === undefined ? sql`true` : sql`a.entite_id = ${query.entite}`}
        group by a.entite_id, a.agent_id) p
      cross join lateral (
        select sum(t.total)::bigint as enrolements from total_agent t where ${ofAgent(scope, query)}) e
      cross join lateral (
        select sum(t.nombre - t.nombre_rembourse)::bigint as paiements, sum(t.recu - t.rembourse)::bigint as montant
        from tenu_encaissement_agent t where ${ofAgent(scope, query)}) r
      cross join lateral (
        select count(*) as annulations from transaction x where x.entite_id = p.entite_id and x.extourne_de_id is not null
          and x.bureau_accepteur_id = p.agent_id and ${within(query, 'x.jour')} and ${seen('x')}) x
      cross join lateral (
        select count(*) as visites from tournee tr join visite v on v.entite_id = tr.entite_id and v.tournee_id = tr.id
        where tr.agent_id = p.agent_id and tr.entite_id = p.entite_id and ${within(query, 'tr.jour')}
          and v.issue is not null and ${seen('v')}) v
    ) as act`,
    key: sql.ref('act.id'),
    joins: {
      ent: { sql: sql`join entite as ent on ent.id = act.entite_id` },
      ag: { sql: sql`join utilisateur as ag on ag.id = act.agent_id` },
    },
    columns: sqlColumns(
      acteTerrainList.fields,
      {
        'ag.nom': { ...nameColumn('ag'), join: 'ag' },
        'ag.id': { sql: sql.ref('act.agent_id') },
        'act.enrolements': { sql: sql.ref('act.enrolements') },
        'act.paiements': { sql: sql.ref('act.paiements') },
        'act.montant': { sql: sql.ref('act.montant') },
        'act.annulations': { sql: sql.ref('act.annulations') },
        'act.visites': { sql: sql.ref('act.visites') },
        'act.dernierContact': { sql: sql.ref('act.dernier_contact'), nullable: true },
        'ent.id': { sql: sql.ref('act.entite_id') },
        'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
      },
      { 'act.id': { sql: sql.ref('act.id') } },
    ),
    order: { column: 'ag.nom', direction: 'asc' },
    pageSize: 50,
    schema: acteTerrainRowSchema,
    row: {
      id: sql.ref('act.id'),
      entite: nested('ent'),
      agent: someone('ag'),
      appareils: sql.ref('act.appareils'),
      dernierContact: instant('act.dernier_contact'),
      enrolements: sql.ref('act.enrolements'),
      paiements: sql.ref('act.paiements'),
      montant: sql.ref('act.montant'),
      annulations: sql.ref('act.annulations'),
      visites: sql.ref('act.visites'),
    },
  };
}
