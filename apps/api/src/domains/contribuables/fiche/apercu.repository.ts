/** The parts of a taxpayer's record that its list row does not hold. */
import type { Apercu, Dependances } from '@octroi/contract';
import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { isExonerated, owesNothing, readSuspendues } from '#src/domains/fiscalite/index.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';
import { readExonerees } from '../exonerations/exonerees.repository.ts';
import type { ContribuableKey } from './compte.repository.ts';

type Own = Omit<Apercu, 'photos'>;
type Stored = Omit<Own, 'exonerations' | 'suspensions'>;

/** The sub-entities above a taxpayer, from the highest down to its own, under the alias `c`. */
export const CHEMIN = sql`(
  select json_agg(json_build_object('id', r.id, 'nom', r.nom) order by r.rang)
  from (
    with recursive montee as (
      select n.id, n.nom, n.parent_id, 0 as rang from ramification n where n.id = c.ramification_id
      union all
      select n.id, n.nom, n.parent_id, montee.rang - 1 from ramification n join montee on n.id = montee.parent_id)
    select id, nom, rang from montee) r)`;

/** The taxpayer's own position, then those of its lines that stand elsewhere. */
const POINTS = sql`(
  select coalesce(json_agg(json_build_object('id', rang, 'nom', nom, 'latitude', latitude, 'longitude', longitude)
    order by rang), '[]')
  from (
    select row_number() over (order by ordre, id) as rang, nom, latitude, longitude from (
      select 0 as ordre, c.id, c.nom_complet as nom, c.latitude, c.longitude
      union all
      select 1, l.id, coalesce(na.nom, teq.nom) || coalesce(' ' || nullif(l.variation, ''), ''),
        coalesce(l.latitude, q.latitude), coalesce(l.longitude, q.longitude)
      from enrollement l
      left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      left join type_equipement teq on teq.id = q.type_equipement_id
      left join nature_activite na on na.id = l.nature_activite_id
      where l.entite_id = c.entite_id and l.contribuable_id = c.id and l.closed_at is null
    ) places where latitude is not null and longitude is not null
  ) points)`;

const EQUIPEMENTS = sql`(
  select coalesce(json_agg(json_build_object('id', q.id,
    'nom', teq.nom || coalesce(' ' || nullif(q.precision, ''), '')) order by q.id), '[]')
  from equipement q join type_equipement teq on teq.id = q.type_equipement_id
  where q.entite_id = c.entite_id and q.contribuable_id = c.id)`;

/** Bases whose rate asks nothing and asked nothing before: what was paid of an earlier price stays due. */
const rienAPayer = (annee: number) => sql`(
  select coalesce(json_agg(coalesce(na.nom, teq.nom) || coalesce(' ' || nullif(l.variation, ''), '')
    || ' (' || quantite_texte(l.quantite, coalesce(na.unite, teq.unite)) || ')' order by l.id), '[]')
  from enrollement l
  left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  left join type_equipement teq on teq.id = q.type_equipement_id
  left join nature_activite na on na.id = l.nature_activite_id
  where l.entite_id = c.entite_id and l.contribuable_id = c.id and l.closed_at is null and l.enabled
    and not exists (select from echeance x where x.entite_id = l.entite_id and x.enrollement_id = l.id
      and x.annee = ${annee} and (x.closed_at is null or x.montant > 0))
    and ${owesNothing(annee, sql.ref('c.ramification_id'))} and not ${isExonerated(annee)})`;

export async function readApercu(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
): Promise<Own | undefined> {
  const { rows } = await sql<Stored>`
    select c.type_piece_identite as "typePieceIdentite", c.numero_piece_identite as "numeroPieceIdentite", c.age,
      c.lieu_naissance as "lieuNaissance",
      case when mp.id is not null then json_build_object('id', mp.id, 'nom', mp.nom) end as "moyenPaiementPrefere",
      ${CHEMIN} as chemin, ${POINTS} as points, ${EQUIPEMENTS} as equipements, ${rienAPayer(annee)} as "rienAPayer"
    from contribuable c left join moyen_paiement mp on mp.id = c.moyen_paiement_prefere_id
    where c.entite_id = ${entiteId} and c.id = ${id}`.execute(queries);
  return (
    rows[0] && {
      ...rows[0],
      exonerations: await readExonerees(queries, { entiteId, id }, annee),
      suspensions: await readSuspendues(queries, { entiteId, id }, annee, annee + 1),
    }
  );
}

/** Payments, equipment and open lines of a taxpayer. */
export async function readDependances(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
): Promise<Omit<Dependances, 'echecs'>> {
  const nested = (alias: string) =>
    sql`case when ${sql.ref(`${alias}.id`)} is not null then
      json_build_object('id', ${sql.ref(`${alias}.id`)}, 'nom', ${sql.ref(`${alias}.nom`)}) end`;
  const transactions = sql<Dependances['transactions'][number]>`
    select t.id, t.no_transaction as "noTransaction", t.date_transaction as "dateTransaction", t.montant, t.statut,
      ${nested('mp')} as "moyenPaiement",
      ${agentAt('u', sql.ref('t.created_at'))} as "bureauAccepteur"
    from transaction t
    join moyen_paiement mp on mp.id = t.moyen_paiement_id
    left join utilisateur u on u.id = t.bureau_accepteur_id
    where t.entite_id = ${entiteId} and t.contribuable_id = ${id}
    order by t.date_transaction desc, t.id desc`;
  const equipements = queries
    .selectFrom('equipement as q')
    .innerJoin('type_equipement as teq', 'teq.id', 'q.type_equipement_id')
    .select((eb) => [
      'q.id',
      jsonBuildObject({ id: eb.ref('teq.id'), nom: eb.ref('teq.nom') }).as('type'),
      'q.precision',
      'q.photo',
      'q.enabled',
    ])
    .where('q.entite_id', '=', entiteId)
    .where('q.contribuable_id', '=', id)
    .orderBy('q.id');
  const lignes = sql<Dependances['contribEnrollements'][number]>`
    select l.id, l.equipement_id as equipement, ${nested('na')} as "natureActivite", l.variation,
      coalesce(l.latitude, q.latitude, c.latitude) as latitude,
      coalesce(l.longitude, q.longitude, c.longitude) as longitude
    from enrollement l
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where l.entite_id = ${entiteId} and l.contribuable_id = ${id} and l.closed_at is null order by l.id`;
  const [payments, things, lines] = await Promise.all([
    transactions.execute(queries),
    equipements.execute(),
    lignes.execute(queries),
  ]);
  return { transactions: payments.rows, equipements: things, contribEnrollements: lines.rows };
}
