/** The list of agents' devices: what each is, when it was heard of, and what of it asks for a look (ADR 0039). */
import { type AppareilRow, appareilList, codeAppareil, DELAI_CONTACT_JOURS } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn, personName } from '#src/platform/listing/person-name.ts';
import { PLACES } from './appareils.repository.ts';

export const appareilsOf = (entite: number | undefined): RawBuilder<boolean>[] =>
  entite === undefined ? [] : [sql<boolean>`a.entite_id = ${entite}`];

const CODE = sql<string>`('A' || lpad(a.numero::text, greatest(3, length(a.numero::text)), '0'))`;

/** Of whom nothing is expected, an overdue contact says nothing. */
const CONTACT = sql<string>`case when a.statut not in ('actif', 'bloqué') then 'non suivi'
  when a.dernier_contact < now() - make_interval(days => coalesce(ent.delai_contact, ${DELAI_CONTACT_JOURS})) then 'en retard'
  else 'à jour' end`;

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

const toRow = ({ numero, ...row }: Record<string, unknown>): AppareilRow =>
  ({ ...row, code: codeAppareil(numero as number) }) as AppareilRow;

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
      'a.statut': { sql: sql.ref('a.statut') },
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
  select: sql`a.id, a.version, json_build_object('id', ent.id, 'nom', ent.nom) as entite, a.nom, a.numero,
    json_build_object('id', ag.id, 'username', ag.username, 'fullName', ${personName('ag')}) as agent, ${PLACES} as ramifications,
    a.plafond, a.statut, a.motif, a.proces_verbal as "procesVerbal", a.recus_declares as "recusDeclares", a.plateforme, a.logiciel,
    a.inscrit_le as "inscritLe", a.dernier_contact as "dernierContact", a.en_attente as "enAttente",
    a.dernier_sequence as "dernierSequence", ${CONTACT} as contact, ${CEILING} as "plafondDuJour",
    ${tillsSeen ? HELD : sql`null`} as detenu,
    (select count(*) from commande_terrain c
      where c.entite_id = a.entite_id and c.appareil_id = a.id and c.cas is not null and c.regle_le is null) as cas,
    ${SERIES} as series, a.created_at as "createdAt"`,
  toRow,
});
