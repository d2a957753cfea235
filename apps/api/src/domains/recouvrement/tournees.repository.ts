/** Tours as lists read them: what is counted of one is as far as the reader sees its visits. */
import { tourneeList, type TourneeQuery, type TourneeRow, tourneeRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, oneOf, placeCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, agent } from '#src/platform/listing/nested.ts';

const COLUMNS = sqlColumns(
  tourneeList.fields,
  {
    'tournee.jour': { sql: sql.ref('tournee.jour') },
    'user.id': { sql: sql.ref('tournee.agent_id') },
    'user.nom': { ...nameColumn('user'), join: 'user' },
    'ent.id': { sql: sql.ref('tournee.entite_id') },
    'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
  },
  { 'tournee.id': { sql: sql.ref('tournee.id') } },
);

/** Confirmed payments of a taxpayer of the tour since it was made, less what was given back. */
export const payeDepuis = (entite: RawBuilder<unknown>, contribuable: RawBuilder<unknown>) => sql`
  (select sum(t.montant) from transaction t where t.entite_id = ${entite} and t.contribuable_id = ${contribuable}
    and t.statut = 'Confirmé' and t.date_transaction >= tournee.created_at)`;

/** Within the scope a visit is known by where its taxpayer was when the tour was made. */
const seen = (scope: Scope): RawBuilder<boolean> =>
  placeCondition(scope, sql.ref('v.entite_id'), sql.ref('v.ramification_id'));

export function tourneeSource(scope: Scope): ListSource<TourneeRow> {
  return {
    alias: 'tournee',
    otherAliases: { agent: 'user', entite: 'ent' },
    from: sql`tournee as tournee`,
    key: sql.ref('tournee.id'),
    joins: {
      user: { sql: sql`join utilisateur as "user" on "user".id = tournee.agent_id` },
      auteur: { sql: sql`join utilisateur as auteur on auteur.id = tournee.created_by_id` },
      ent: { sql: sql`join entite as ent on ent.id = tournee.entite_id` },
      etat: {
        sql: sql`cross join lateral (
          select count(*) as visites, count(v.issue) as visitees, count(v.raison) as proposees,
            count(v.issue) filter (where v.raison is not null) as proposees_faites, count(*) filter (where v.issue = 'promis') as promesses,
            coalesce(sum(v.promis_montant), 0)::bigint as promis,
            coalesce(sum(${payeDepuis(sql.ref('v.entite_id'), sql.ref('v.contribuable_id'))}), 0)::bigint as paye_depuis,
            array_agg(distinct r.chemin[least(2, cardinality(r.chemin))]) as lieux
          from visite v join ramification r on r.id = v.ramification_id
          where v.entite_id = tournee.entite_id and v.tournee_id = tournee.id and ${seen(scope)}) as etat`,
      },
    },
    columns: COLUMNS,
    order: { column: 'tournee.jour', direction: 'desc' },
    pageSize: 50,
    schema: tourneeRowSchema,
    row: {
      id: sql.ref('tournee.id'),
      jour: sql.ref('tournee.jour'),
      agent: agent('user'),
      entite: nested('ent'),
      lieux: sql.ref('etat.lieux'),
      visites: sql.ref('etat.visites'),
      aVisiter: sql`etat.visites - etat.visitees`,
      visitees: sql.ref('etat.visitees'),
      proposees: sql.ref('etat.proposees'),
      proposeesFaites: sql.ref('etat.proposees_faites'),
      promesses: sql.ref('etat.promesses'),
      promis: sql.ref('etat.promis'),
      payeDepuis: sql.ref('etat.paye_depuis'),
      createdBy: agent('auteur'),
      createdAt: instant('tournee.created_at'),
    },
  };
}

/** What is seen and asked for: tours with a visit there. */
export function tourneeConditions(scope: Scope, query: Partial<TourneeQuery>): RawBuilder<boolean>[] {
  const conditions = [entiteCondition(scope, sql.ref('tournee.entite_id'))];
  if (query.entite && query.entite.length > 0)
    conditions.push(oneOf(sql.ref('tournee.entite_id'), query.entite));
  if (query.from) conditions.push(sql`tournee.jour >= ${query.from}::date`);
  if (query.to) conditions.push(sql`tournee.jour <= ${query.to}::date`);
  const { ms, ramification, direct } = query;
  if (scope.kind === 'ramifications' || ms?.length || ramification?.length) {
    const place = placeConditions(
      scope,
      { ms, ramification, direct },
      sql.ref('v.entite_id'),
      sql.ref('v.ramification_id'),
    );
    conditions.push(sql`exists (select from visite v where v.entite_id = tournee.entite_id
      and v.tournee_id = tournee.id and ${sql.join(place, sql` and `)})`);
  }
  return conditions;
}
