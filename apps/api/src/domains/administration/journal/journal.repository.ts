/** Reads the journal for lists, records and exports. */
import {
  CHAMPS_SUIVEURS,
  journalActSchema,
  journalList,
  type JournalRow,
  journalRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { type ListColumn, type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { personName } from '#src/platform/listing/person-name.ts';
import { instant, type RowFields } from '#src/platform/listing/row.ts';

/** The filter accepts any act, not only those offered by screens: services name their acts freely. */
const freely = (columns: Record<string, ListColumn>): Record<string, ListColumn> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, { ...column, values: undefined }]),
  );

const COLUMNS = freely({
  ...sqlColumns(
    journalList.fields,
    {
      'journal.createdAt': { sql: sql.ref('journal.created_at') },
      'journal.acte': { sql: sql.ref('journal.acte') },
      'journal.domaine': { sql: sql.ref('journal.domaine') },
      'journal.ressource': { sql: sql.ref('journal.ressource') },
      'journal.enregistrement': { sql: sql.ref('journal.enregistrement_id'), nullable: true },
      'user.id': { sql: sql.ref('journal.utilisateur_id'), nullable: true },
      'ent.id': { sql: sql.ref('journal.entite_id') },
    },
    { 'journal.id': { sql: sql.ref('journal.id') } },
  ),
  'journal.requestId': { sql: sql.ref('journal.request_id'), type: 'text', nullable: true },
});

const ROW: RowFields<JournalRow> = {
  id: sql.ref('journal.id'),
  createdAt: instant('journal.created_at'),
  acte: sql.ref('journal.acte'),
  domaine: sql.ref('journal.domaine'),
  ressource: sql.ref('journal.ressource'),
  enregistrement: sql.ref('journal.enregistrement_id'),
  requestId: sql.ref('journal.request_id'),
  entite: sql`case when journal.entite_id <> 0 then json_build_object('id', journal.entite_id,
    'nom', coalesce(ent.nom, 'Collectivité supprimée')) end`,
  utilisateur: sql`case when journal.utilisateur_id is not null then json_build_object('id', journal.utilisateur_id,
    'username', "user".username,
    'fullName', coalesce(nom_du_jour("user".id, journal.created_at, ${personName('user')}), 'Compte supprimé')) end`,
  resume: sql`array(
    select cle from (select jsonb_object_keys(case jsonb_typeof(journal.avant) when 'object' then journal.avant end) as cle
      union select jsonb_object_keys(case jsonb_typeof(journal.apres) when 'object' then journal.apres end)) as cles
    where journal.avant is not null and journal.apres is not null
      and journal.avant -> cle is distinct from journal.apres -> cle and cle <> all (${CHAMPS_SUIVEURS}::text[])
    order by cle
  )`,
  scelle: sql`exists (select from journal_scelle where journal_scelle.journal_id = journal.id)`,
};

/** Acts of a person, on a record with that number, or of a failed call with that reference. */
const byWhom = (typed: string): RawBuilder<boolean> => sql`(
  journal.utilisateur_id in (
    select u.id from utilisateur u
    where strpos(texte_compare(u.prenom || ' ' || u.nom || ' ' || u.prenom || ' ' || u.username), texte_compare(${typed})) > 0)
  or journal.enregistrement_id::text = ${typed} or journal.request_id = ${typed})`;

function journalSource<Row>(schema: z.ZodType<Row>, row: RowFields<Row>): ListSource<Row> {
  return {
    alias: 'journal',
    otherAliases: { utilisateur: 'user', entite: 'ent' },
    from: sql`journal`,
    key: sql.ref('journal.id'),
    joins: {
      ent: { sql: sql`left join entite as ent on ent.id = journal.entite_id` },
      user: { sql: sql`left join utilisateur as "user" on "user".id = journal.utilisateur_id` },
    },
    columns: COLUMNS,
    finds: byWhom,
    order: { column: 'journal.createdAt', direction: 'desc' },
    pageSize: 50,
    schema,
    row,
  };
}

/** Acts under the aliases journal, user (who) and ent (the collectivité concerned). */
export const journalRows = journalSource(journalRowSchema, ROW);
/** The same with the whole documents before and after. */
export const journalActs = journalSource(journalActSchema.omit({ noms: true }), {
  ...ROW,
  avant: sql.ref('journal.avant'),
  apres: sql.ref('journal.apres'),
});

/** Acts of the collectivités in scope; acts without a collectivité need the whole scope. */
export const journalVisible = (scope: Scope): RawBuilder<boolean> =>
  entiteCondition(scope, sql.ref('journal.entite_id'));
