/** The list of agents' devices: what each is, when it was heard of, and what of it asks for a look (ADR 0039). */
import { type AppareilRow, appareilList, DELAI_CONTACT_JOURS, appareilRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { PLACES } from './appareils.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, agent } from '#src/platform/listing/nested.ts';

export const appareilsOf = (entite: number | undefined): RawBuilder<boolean>[] =>
  entite === undefined ? [] : [sql<boolean>`a.entite_id = ${entite}`];

/** What a device is called: `codeAppareil` of the contract. */
const codeOf = (numero: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`('A' || lpad(${numero}::text, greatest(3, length(${numero}::text)), '0'))`;
export const CODE = codeOf(sql.ref('a.numero'));

/** Of whom nothing is expected, an overdue contact says nothing. */
const CONTACT = sql<string>`case when a.statut not in ('actif', 'bloqué') or a.remplace_par_id is not null then 'non suivi'
  when a.dernier_contact < now() - make_interval(days => coalesce(ent.delai_contact, ${DELAI_CONTACT_JOURS})) then 'en retard'
  else 'à jour' end`;

/** A blocked device whose phone became another one is replaced. */
const STATUT = sql<string>`case when a.statut = 'bloqué' and a.remplace_par_id is not null then 'remplacé' else a.statut end`;

const REPLACED_BY = sql`(select ${codeOf(sql.ref('s.numero'))} from appareil_terrain s
  where s.entite_id = a.entite_id and s.id = a.remplace_par_id)`;
const REPLACES = sql`(select ${codeOf(sql.ref('p.numero'))} from appareil_terrain p
  where p.entite_id = a.entite_id and p.remplace_par_id = a.id)`;

/** Francs of cash that were taken with it today, as the ceiling counts them. */
const CASH_TODAY = sql`coalesce((select sum(k.montant) from commande_terrain k
  join transaction t on t.entite_id = k.entite_id and t.id = k.transaction_id
  join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
  where k.entite_id = a.entite_id and k.appareil_id = a.id and k.type = 'paiement'
    and k.compte_le >= debut_du_jour(aujourdhui()) and k.compte_le < debut_du_jour(aujourdhui() + 1)), 0)`;
const CEILING = sql<string>`case when a.plafond is null then 'aucun' when ${CASH_TODAY} > a.plafond then 'dépassé' else 'respecté' end`;

/** Francs that its agent answers for; not told while a till is open, since that would tell what is to be counted. */
const HELD = sql`case when not exists (select from session_caisse s
    where s.entite_id = a.entite_id and s.titulaire_id = a.agent_id and s.fermee_le is null)
  then (select sum(d.detenu)::bigint from detention d where d.entite_id = a.entite_id and d.utilisateur_id = a.agent_id) end`;

/** Ranks that are missing are those below the last that no receipt has. */
const SERIES = sql`coalesce((select json_agg(s order by s.annee) from (
  select c.annee_serie as annee, max(c.rang) as dernier, max(c.rang) - count(*) as manquants
  from commande_terrain c where c.entite_id = a.entite_id and c.appareil_id = a.id and c.rang is not null group by 1) s), '[]')`;

/** @param tillsSeen whether the person may see what people hold */
export const appareilSource = (tillsSeen: boolean): ListSource<AppareilRow> => ({
  alias: 'a',
  otherAliases: { appareil: 'a', entite: 'ent', agent: 'ag' },
  from: sql`appareil_terrain as a`,
  key: sql.ref('a.id'),
  joins: {
    ent: { sql: sql`join entite as ent on ent.id = a.entite_id` },
    ag: { sql: sql`join utilisateur as ag on ag.id = a.agent_id` },
  },
  columns: sqlColumns(
    appareilList.fields,
    {
      'a.code': { sql: CODE },
      'a.nom': { sql: sql.ref('a.nom') },
      'ag.nom': { ...nameColumn('ag'), join: 'ag' },
      'ag.id': { sql: sql.ref('a.agent_id') },
      'a.statut': { sql: STATUT },
      'a.contact': { sql: CONTACT, join: 'ent' },
      'a.dernierContact': { sql: sql.ref('a.dernier_contact'), nullable: true },
      'a.enAttente': { sql: sql.ref('a.en_attente') },
      'a.plafond': { sql: sql.ref('a.plafond'), nullable: true },
      'a.plafondDuJour': { sql: CEILING },
      'a.procesVerbal': { sql: sql.ref('a.proces_verbal'), nullable: true },
      'ent.id': { sql: sql.ref('a.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    },
    { 'a.id': { sql: sql.ref('a.id') } },
  ),
  order: { column: 'a.code', direction: 'asc' },
  pageSize: 50,
  schema: appareilRowSchema,
  row: {
    id: sql.ref('a.id'),
    version: sql.ref('a.version'),
    entite: nested('ent'),
    nom: sql.ref('a.nom'),
    code: CODE,
    agent: agent('ag'),
    ramifications: PLACES,
    plafond: sql.ref('a.plafond'),
    statut: STATUT,
    motif: sql.ref('a.motif'),
    procesVerbal: sql.ref('a.proces_verbal'),
    recusDeclares: sql.ref('a.recus_declares'),
    plateforme: sql.ref('a.plateforme'),
    logiciel: sql.ref('a.logiciel'),
    inscritLe: instant('a.inscrit_le'),
    dernierContact: instant('a.dernier_contact'),
    enAttente: sql.ref('a.en_attente'),
    dernierSequence: sql.ref('a.dernier_sequence'),
    contact: CONTACT,
    plafondDuJour: CEILING,
    detenu: tillsSeen ? HELD : sql`null`,
    cas: sql`(select count(*) from commande_terrain c
      where c.entite_id = a.entite_id and c.appareil_id = a.id and c.cas is not null and c.regle_le is null)`,
    series: SERIES,
    remplacePar: REPLACED_BY,
    remplace: REPLACES,
    createdAt: instant('a.created_at'),
  },
});
