/** SMS as they are kept, taken for sending and listed (ADR 0050). */
import { type MessageSmsRow, messageSmsList, SMS_CAUSES, messageSmsRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested } from '#src/platform/listing/nested.ts';

export const smsSource: ListSource<MessageSmsRow> = {
  alias: 'sms',
  otherAliases: { message: 'sms', entite: 'ent' },
  from: sql`message_sms as sms join transaction as t on t.entite_id = sms.entite_id and t.id = sms.transaction_id`,
  key: sql.ref('sms.id'),
  joins: {
    ent: { sql: sql`join entite as ent on ent.id = sms.entite_id` },
    contrib: {
      sql: sql`join contribuable as contrib on contrib.entite_id = t.entite_id and contrib.id = t.contribuable_id`,
    },
  },
  columns: sqlColumns(
    messageSmsList.fields,
    {
      'sms.createdAt': { sql: sql.ref('sms.created_at') },
      'contrib.fullName': { sql: sql.ref('contrib.nom_complet'), join: 'contrib' },
      'sms.telephone': { sql: sql.ref('sms.telephone'), nullable: true },
      'sms.etat': { sql: sql.ref('sms.etat') },
      'sms.segments': { sql: sql.ref('sms.segments'), nullable: true },
      't.numeroRecu': { sql: sql.ref('t.numero_recu'), nullable: true },
      'sms.essais': { sql: sql.ref('sms.essais') },
      'sms.envoyeLe': { sql: sql.ref('sms.envoye_le'), nullable: true },
      'ent.id': { sql: sql.ref('sms.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    },
    { 'sms.id': { sql: sql.ref('sms.id') } },
  ),
  order: { column: 'sms.createdAt', direction: 'desc' },
  pageSize: 50,
  schema: messageSmsRowSchema,
  row: {
    id: sql.ref('sms.id'),
    entite: nested('ent'),
    createdAt: instant('sms.created_at'),
    contribuable: sql`json_build_object('id', contrib.id, 'fullName', contrib.nom_complet)`,
    transaction: sql`json_build_object('id', t.id, 'numeroRecu', t.numero_recu, 'montant', t.montant)`,
    telephone: sql`coalesce(sms.telephone, contrib.telephone)`,
    texte: sql.ref('sms.texte'),
    segments: sql.ref('sms.segments'),
    etat: sql.ref('sms.etat'),
    cause: sql.ref('sms.cause'),
    passerelle: sql.ref('sms.passerelle'),
    essais: sql.ref('sms.essais'),
    envoyeLe: instant('sms.envoye_le'),
  },
};

/** Messages of payments where the person sees, of one collectivité where one is asked for. */
export const smsSeen = (scope: Scope, entite: number | undefined): RawBuilder<boolean>[] =>
  placeConditions(
    scope,
    entite === undefined ? {} : { entite: [entite] },
    sql.ref('t.entite_id'),
    sql.ref('t.ramification_id'),
  );

export async function readEmployed(
  queries: Queries,
  scope: Scope,
  passerelle: string,
): Promise<{ essayee: boolean; collectivites: { id: number; nom: string }[] }> {
  const { rows } = await sql<{ essayee: boolean; collectivites: { id: number; nom: string }[] }>`
    select exists (select from message_sms where etat = 'envoyé' and passerelle = ${passerelle}) as essayee,
      coalesce((select json_agg(json_build_object('id', e.id, 'nom', e.nom) order by e.nom) from entite e
        where e.sms_recus and ${entiteCondition(scope, sql.ref('e.id'))}), '[]') as collectivites`.execute(
    queries,
  );
  return rows[0] as { essayee: boolean; collectivites: { id: number; nom: string }[] };
}

/** A message in hand: what it says and to whom. */
export interface Taken {
  entiteId: number;
  id: number;
  essais: number;
  telephone: string | null;
  collectivite: string;
  montant: number;
  numeroRecu: string;
  code: string | null;
}

/**
 * Takes the message that has waited longest, for this attempt alone: another server passes it over. One whose payment is not
 * confirmed yet waits.
 */
export async function takeOne(trx: OpenTransaction): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    with suivant as (
      select m.entite_id, m.id from message_sms m
      join transaction t on t.entite_id = m.entite_id and t.id = m.transaction_id and t.statut = 'Confirmé'
      where m.etat = 'à envoyer' and m.essai_le is null and m.prochain_le <= now()
      order by m.prochain_le, m.id limit 1 for update of m skip locked),
    pris as (
      update message_sms m set essai_le = now(), essais = m.essais + 1 from suivant s
      where m.entite_id = s.entite_id and m.id = s.id returning m.entite_id, m.id, m.essais, m.transaction_id)
    select p.entite_id as "entiteId", p.id, p.essais, c.telephone, e.nom as collectivite, t.montant,
      coalesce(t.numero_imprime, t.numero_recu, t.no_transaction) as "numeroRecu", x.code
    from pris p join entite e on e.id = p.entite_id
    join transaction t on t.entite_id = p.entite_id and t.id = p.transaction_id
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    left join piece x on x.entite_id = t.entite_id and x.transaction_id = t.id and x.nature = 'recu'`.execute(
    trx,
  );
  return rows[0];
}

interface Change {
  etat?: 'envoyé' | 'refusé';
  cause?: string | null;
  telephone?: string;
  texte?: string;
  segments?: number;
  passerelle?: string;
  reference?: string | null;
  essai_le?: null;
  envoye_le?: RawBuilder<string>;
  prochain_le?: RawBuilder<string>;
}
export async function endAttempt(
  trx: OpenTransaction,
  { entiteId, id }: Pick<Taken, 'entiteId' | 'id'>,
  change: Change,
): Promise<void> {
  await trx
    .updateTable('message_sms')
    .set({ ...change, essai_le: null })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

export const sentNow = now;
export const inMinutes = (minutes: number): RawBuilder<string> =>
  sql<string>`now() + make_interval(mins => ${minutes})`;

/** What is to be sent no more: its payment failed, or was taken back; or an attempt that never ended. */
export async function giveUp(trx: OpenTransaction, minutes: number): Promise<void> {
  await sql`
    update message_sms m set etat = 'refusé', essai_le = null,
      cause = case when m.essai_le is not null then ${SMS_CAUSES.interrompu} when t.statut = 'Confirmé' then ${SMS_CAUSES.annule}
        else ${SMS_CAUSES.echoue} end
    from transaction t
    where m.etat = 'à envoyer' and t.entite_id = m.entite_id and t.id = m.transaction_id and (
      m.essai_le < now() - make_interval(mins => ${minutes})
      or m.essai_le is null and (t.statut not in ('Confirmé', 'En attente de confirmation') or exists (
        select from transaction x where x.entite_id = t.entite_id and x.extourne_de_id = t.id)))`.execute(
    trx,
  );
}
