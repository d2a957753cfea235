/** The SQL of devices' commands (ADR 0040). */
import type {
  ContribuableTerrain,
  MotifCas,
  NatureMoyen,
  ResultatCommande,
  TypeCommande,
} from '@octroi/contract';
import { sql } from 'kysely';
import { type OpenTransaction, PREPARED, type Queries } from '#src/platform/database/database.ts';
import type { StoredAppareil } from '../appareils.repository.ts';

/** The device that sends commands. */
export interface Sender extends StoredAppareil {
  /** Code of its collectivité. */
  codeEntite: string;
  /** When it last had no unsent command, in milliseconds. */
  depuis: number;
  /** The database's clock, in milliseconds. */
  maintenant: number;
}

const SENDER = sql`
  a.entite_id as "entiteId", a.id, a.numero, a.nom, a.agent_id as "agentId", a.plafond, a.statut,
  a.cle_publique as "clePublique", a.en_attente as "enAttente", a.dernier_sequence as "dernierSequence",
  false as "codePerime", true as "dejaInscrit", a.remplace_par_id as "remplaceParId", a.version, e.code as "codeEntite", a.created_by_id as "createdById",
  floor(extract(epoch from coalesce(a.a_jour_le, a.inscrit_le, now())) * 1000)::bigint as depuis,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as maintenant`;

export async function findSender(queries: Queries, id: number): Promise<Sender | undefined> {
  const { rows } = await sql<Sender>`
    select ${SENDER} from appareil_terrain a join entite e on e.id = a.entite_id where a.id = ${id}`.execute(
    queries,
  );
  return rows[0];
}

/** Locks the device, so that its commands are carried out one after the other, however often they are sent. */
export async function lockSender(trx: OpenTransaction, id: number): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select ${SENDER} from appareil_terrain a join entite e on e.id = a.entite_id where a.id = ${id}
    for no key update of a`.execute(trx);
  return rows[0] as Sender;
}

/** The reply to a command. */
export interface StoredReponse {
  empreinte: Buffer;
  etat: 'accepte' | 'refuse';
  code: string | null;
  message: string | null;
  resultat: ResultatCommande;
}

/** The replies to commands that were received before, by sequence. */
export async function findReponses(
  queries: Queries,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, StoredReponse>> {
  const rows = await queries
    .selectFrom('commande_terrain')
    .select([
      'sequence',
      'empreinte',
      sql<'accepte' | 'refuse'>`etat`.as('etat'),
      'code',
      'message',
      sql<ResultatCommande>`resultat`.as('resultat'),
    ])
    .where('entite_id', '=', entiteId)
    .where('appareil_id', '=', id)
    .where('sequence', 'in', sequences)
    .execute();
  return new Map(rows.map(({ sequence, ...reponse }) => [sequence, reponse]));
}

/** Why a command makes a case for the office. */
export interface Cas {
  motif: MotifCas;
  code: string;
  message: string;
}

export interface NewCommande {
  sequence: number;
  type: TypeCommande;
  corps: string;
  empreinte: Buffer;
  faitLe: string;
  decalage: number | null;
  compteLe: string;
  etat: 'accepte' | 'refuse';
  cas: Cas | null;
  resultat: ResultatCommande;
  local: string | null;
  contribuable: number | null;
  transaction: number | null;
  montant: number | null;
  serie: { annee: number; rang: number } | null;
  photo: string | null;
}

/** Stores commands with their replies. */
export async function insertCommandes(
  trx: OpenTransaction,
  { entiteId, id, agentId }: Sender,
  commandes: readonly NewCommande[],
): Promise<void> {
  const rows = commandes.map(({ empreinte, resultat, cas, serie, ...row }) => ({
    ...row,
    empreinte: empreinte.toString('hex'),
    resultat: JSON.stringify(resultat),
    code: cas?.code ?? null,
    message: cas?.message ?? null,
    motif: cas?.motif ?? null,
    annee: serie?.annee ?? null,
    rang: serie?.rang ?? null,
  }));
  await sql`${sql.raw(PREPARED)}
    insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, decalage, compte_le,
      recu_le, etat, code, message, resultat, local, contribuable_id, transaction_id, montant, annee_serie, rang, photo, cas)
    select ${entiteId}::int, ${id}::int, k.sequence, ${agentId}::int, k.type, k.corps::jsonb, decode(k.empreinte, 'hex'), k."faitLe",
      k.decalage, k."compteLe", clock_timestamp(), k.etat, k.code, k.message, k.resultat::jsonb, k.local, k.contribuable,
      k.transaction, k.montant, k.annee, k.rang, k.photo, k.motif
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (sequence int, type text, corps text, empreinte text,
      "faitLe" timestamptz, decalage bigint, "compteLe" timestamptz, etat text, code text, message text, resultat text, local uuid,
      contribuable bigint, transaction bigint, montant bigint, annee smallint, rang int, photo text, motif text)
    order by k.sequence`.execute(trx);
}

/** Stores the sequence of the last command that was answered. */
export async function advanceTo(
  trx: OpenTransaction,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  sequence: number,
): Promise<void> {
  await trx
    .updateTable('appareil_terrain')
    .set({ dernier_sequence: sequence })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** Counts a server error on a command. @returns the number of errors until now */
export async function countFault(trx: OpenTransaction, id: number, sequence: number): Promise<number> {
  const { rows } = await sql<{ fautes: number }>`
    update appareil_terrain set faute_sequence = ${sequence},
      fautes = case when faute_sequence = ${sequence} then fautes else 0 end + 1
    where id = ${id} returning fautes`.execute(trx);
  return (rows[0] as { fautes: number }).fautes;
}

/** What the reply tells a device about itself. */
interface Contact {
  heure: string;
  dernierSequence: number;
  statut: StoredAppareil['statut'];
  agentActif: boolean;
}

/** Stores the contact with a device. @param enAttente number of commands that it has not sent yet */
export async function storeContact(
  trx: OpenTransaction,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  { enAttente, version }: { enAttente: number; version: string },
): Promise<Contact> {
  const { rows } = await sql<Contact>`
    update appareil_terrain set dernier_contact = now(), en_attente = ${enAttente}, logiciel = ${version},
      a_jour_le = case when ${enAttente} = 0 then now() else a_jour_le end
    where entite_id = ${entiteId} and id = ${id}
    returning now() as heure, dernier_sequence as "dernierSequence", statut,
      (select u.enabled from utilisateur u where u.id = agent_id) as "agentActif"`.execute(trx);
  return rows[0] as Contact;
}

/** The taxpayers that a device names, in the same order; undefined for one that the collectivité does not have. */
export async function findContribuables(
  queries: Queries,
  entiteId: number,
  references: readonly ContribuableTerrain[],
): Promise<(number | undefined)[]> {
  const numbered = references.map((reference, rang) => ({ rang, ...reference }));
  const { rows } = await sql<{ id: number | null }>`${sql.raw(PREPARED)}
    select c.id from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as d (rang int, id bigint, local uuid)
    left join commande_terrain k on k.entite_id = ${entiteId} and k.local = d.local
    left join contribuable c on c.entite_id = ${entiteId} and c.id = coalesce(d.id, k.contribuable_id) and not c.systeme
    order by d.rang`.execute(queries);
  return rows.map(({ id }) => id ?? undefined);
}

/** Whether a device of the collectivité has enrolled somebody under this local id before, even if deleted since. */
export async function isLocalTaken(queries: Queries, entiteId: number, local: string): Promise<boolean> {
  const { rows } = await sql`
    select from commande_terrain where entite_id = ${entiteId} and local = ${local}::uuid`.execute(queries);
  return rows.length > 0;
}

/** The local days of instants. */
export async function daysOf(queries: Queries, instants: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ jour: string }>`${sql.raw(PREPARED)}
    select jour_local(d.instant) as jour from unnest(${instants}::timestamptz[]) with ordinality as d (instant, rang)
    order by d.rang`.execute(queries);
  return rows.map(({ jour }) => jour);
}

/** For each receipt number: the device's last rank in its year, and whether the number or its rank is taken. */
export async function readRangs(
  queries: Queries,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  numeros: readonly { annee: number; rang: number; numero: string }[],
): Promise<{ dernier: number; pris: boolean }[]> {
  const { rows } = await sql<{ dernier: number; pris: boolean }>`${sql.raw(PREPARED)}
    select coalesce((select max(k.rang) from commande_terrain k
        where k.entite_id = ${entiteId} and k.appareil_id = ${id} and k.annee_serie = d.annee), 0) as dernier,
      exists (select from commande_terrain k
        where k.entite_id = ${entiteId} and k.appareil_id = ${id} and k.annee_serie = d.annee and k.rang = d.rang)
      or exists (select from transaction t where t.entite_id = ${entiteId} and t.numero_recu = d.numero) as pris
    from unnest(${numeros.map(({ annee }) => annee)}::smallint[], ${numeros.map(({ rang }) => rang)}::int[],
      ${numeros.map(({ numero }) => numero)}::text[]) with ordinality as d (annee, rang, numero, ordre)
    order by d.ordre`.execute(queries);
  return rows;
}

/** A payment after booking. */
export interface StoredPaiement {
  id: number;
  numeroRecu: string | null;
  nature: NatureMoyen;
  session: number | null;
  caisseTenue: boolean;
  jour: string;
}

/** Payments after booking, with whether their collectivité kept tills on that day. */
export async function readPaiements(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPaiement>> {
  const { rows } = await sql<StoredPaiement>`${sql.raw(PREPARED)}
    select t.id, t.numero_recu as "numeroRecu", m.nature, t.session_caisse_id as session, t.jour,
      coalesce(e.caisse_depuis <= t.jour, false) as "caisseTenue"
    from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id join entite e on e.id = t.entite_id
    where t.entite_id = ${entiteId} and t.id = any(${ids}::bigint[])`.execute(queries);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Francs of cash that a device took on a day, cancelled payments too. */
export async function cashOfDay(
  queries: Queries,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  jour: string,
): Promise<number> {
  const { rows } = await sql<{ montant: number }>`
    select coalesce(sum(k.montant), 0)::bigint as montant
    from commande_terrain k join transaction t on t.entite_id = k.entite_id and t.id = k.transaction_id
    join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
    where k.entite_id = ${entiteId} and k.appareil_id = ${id} and k.type = 'paiement'
      and k.compte_le >= debut_du_jour(${jour}::date) and k.compte_le < debut_du_jour(${jour}::date + 1)`.execute(
    queries,
  );
  return rows[0]?.montant ?? 0;
}

/** A payment that a device sent before, by its receipt number or its command's sequence. */
export async function findPaiement(
  queries: Queries,
  { entiteId, id }: Pick<Sender, 'entiteId' | 'id'>,
  {
    recu = null,
    sequence = null,
  }: { recu?: string | undefined | null; sequence?: number | undefined | null },
): Promise<{ transaction: number; contribuable: number; jour: string } | undefined> {
  const { rows } = await sql<{ transaction: number; contribuable: number; jour: string }>`
    select t.id as transaction, t.contribuable_id as contribuable, t.jour
    from commande_terrain k join transaction t on t.entite_id = k.entite_id and t.id = k.transaction_id
    where k.entite_id = ${entiteId} and k.appareil_id = ${id} and k.type = 'paiement'
      and (k.sequence = ${sequence}::int or k.corps ->> 'recu' = ${recu}::text)
    order by k.sequence desc limit 1`.execute(queries);
  return rows[0];
}

/** The given method if it exists, otherwise the first cash method. */
export async function existingMoyen(queries: Queries, moyenPaiement: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from moyen_paiement where nature not in ('remboursement', 'reprise') and (id = ${moyenPaiement} or nature = 'espèces')
    order by id <> ${moyenPaiement}, not enabled, id limit 1`.execute(queries);
  return (rows[0] as { id: number }).id;
}

/** Checks deferred constraints now, then defers them again for what follows. */
export async function checkConstraints(trx: OpenTransaction): Promise<void> {
  await sql`set constraints all immediate`.execute(trx);
  await sql`set constraints all deferred`.execute(trx);
}
