/** Commands as they are kept, and what they find (ADR 0040). */
import type { ContribuableTerrain, MotifCas, ResultatCommande, TypeCommande } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import type { StoredAppareil } from '../appareils.repository.ts';

/** What of a device its commands need, held until the transaction ends. */
export interface Emetteur extends StoredAppareil {
  /** Of its collectivité. */
  codeEntite: string;
  /** When it last held nothing, and now: milliseconds. */
  depuis: number;
  maintenant: number;
  createdById: number;
}

const EMETTEUR = sql`
  a.entite_id as "entiteId", a.id, a.numero, a.nom, a.agent_id as "agentId", a.plafond, a.statut,
  a.cle_publique as "clePublique", a.en_attente as "enAttente", a.dernier_sequence as "dernierSequence",
  false as "codePerime", a.version, e.code as "codeEntite", a.created_by_id as "createdById",
  floor(extract(epoch from coalesce(a.a_jour_le, a.inscrit_le, now())) * 1000)::bigint as depuis,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as maintenant`;

export async function findEmetteur(queries: Queries, id: number): Promise<Emetteur | undefined> {
  const { rows } = await sql<Emetteur>`
    select ${EMETTEUR} from appareil_terrain a join entite e on e.id = a.entite_id where a.id = ${id}`.execute(
    queries,
  );
  return rows[0];
}

/** Held: what one device sends is done in its order, however often it is sent. */
export async function holdEmetteur(queries: Queries, id: number): Promise<Emetteur> {
  const { rows } = await sql<Emetteur>`
    select ${EMETTEUR} from appareil_terrain a join entite e on e.id = a.entite_id where a.id = ${id}
    for no key update of a`.execute(queries);
  return rows[0] as Emetteur;
}

/** What was answered to a command before. */
export interface Repondue {
  empreinte: Buffer;
  etat: 'accepte' | 'refuse';
  code: string | null;
  message: string | null;
  resultat: ResultatCommande;
}

export const findRepondue = (
  queries: Queries,
  { entiteId, id }: Pick<Emetteur, 'entiteId' | 'id'>,
  sequence: number,
): Promise<Repondue | undefined> =>
  queries
    .selectFrom('commande_terrain')
    .select([
      'empreinte',
      sql<'accepte' | 'refuse'>`etat`.as('etat'),
      'code',
      'message',
      sql<ResultatCommande>`resultat`.as('resultat'),
    ])
    .where('entite_id', '=', entiteId)
    .where('appareil_id', '=', id)
    .where('sequence', '=', sequence)
    .executeTakeFirst();

/** Why the office looks at a command. */
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

/** Keeps a command with its answer, and moves its device on. */
export async function insertCommande(
  queries: Queries,
  { entiteId, id, agentId }: Emetteur,
  given: NewCommande,
): Promise<void> {
  const { cas, serie } = given;
  await sql`
    insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, decalage, compte_le,
      recu_le, etat, code, message, resultat, local, contribuable_id, transaction_id, montant, annee_serie, rang, photo, cas)
    values (${entiteId}, ${id}, ${given.sequence}, ${agentId}, ${given.type}, ${given.corps}::jsonb, ${given.empreinte},
      ${given.faitLe}::timestamptz, ${given.decalage}, ${given.compteLe}::timestamptz, clock_timestamp(), ${given.etat},
      ${cas?.code ?? null}, ${cas?.message ?? null}, ${JSON.stringify(given.resultat)}::jsonb, ${given.local}::uuid,
      ${given.contribuable}, ${given.transaction}, ${given.montant}, ${serie?.annee ?? null}, ${serie?.rang ?? null},
      ${given.photo}, ${cas?.motif ?? null})`.execute(queries);
  await sql`update appareil_terrain set dernier_sequence = ${given.sequence} where entite_id = ${entiteId} and id = ${id}`.execute(
    queries,
  );
}

/** A device was heard of. @param enAttente commands that it still holds */
export async function noteContact(
  queries: Queries,
  { entiteId, id }: Pick<Emetteur, 'entiteId' | 'id'>,
  { enAttente, version }: { enAttente: number; version: string },
): Promise<{ heure: string; dernierSequence: number; statut: StoredAppareil['statut'] }> {
  const { rows } = await sql<{ heure: string; dernierSequence: number; statut: StoredAppareil['statut'] }>`
    update appareil_terrain set dernier_contact = now(), en_attente = ${enAttente}, logiciel = ${version},
      a_jour_le = case when ${enAttente} = 0 then now() else a_jour_le end
    where entite_id = ${entiteId} and id = ${id}
    returning now() as heure, dernier_sequence as "dernierSequence", statut`.execute(queries);
  return rows[0] as { heure: string; dernierSequence: number; statut: StoredAppareil['statut'] };
}

/** The taxpayer of the collectivité that a device means; undefined where it is there no longer, or never came. */
export async function findContribuable(
  queries: Queries,
  entiteId: number,
  reference: ContribuableTerrain,
): Promise<number | undefined> {
  const { rows } = await (
    'id' in reference
      ? sql<{
          id: number;
        }>`select id from contribuable where entite_id = ${entiteId} and id = ${reference.id}`
      : sql<{ id: number }>`
        select c.id from commande_terrain k join contribuable c on c.entite_id = k.entite_id and c.id = k.contribuable_id
        where k.entite_id = ${entiteId} and k.local = ${reference.local}::uuid and k.etat = 'accepte'`
  ).execute(queries);
  return rows[0]?.id;
}

/** The local day of an instant. */
export async function dayOf(queries: Queries, instant: string): Promise<string> {
  const { rows } = await sql<{ jour: string }>`select jour_local(${instant}::timestamptz) as jour`.execute(
    queries,
  );
  return (rows[0] as { jour: string }).jour;
}

/** The last rank of a device's receipts of a year, and whether one is taken. */
export async function readRang(
  queries: Queries,
  { entiteId, id }: Pick<Emetteur, 'entiteId' | 'id'>,
  { annee, rang, numero }: { annee: number; rang: number; numero: string },
): Promise<{ dernier: number; pris: boolean }> {
  const { rows } = await sql<{ dernier: number; pris: boolean }>`
    select coalesce((select max(rang) from commande_terrain
        where entite_id = ${entiteId} and appareil_id = ${id} and annee_serie = ${annee}), 0) as dernier,
      exists (select from commande_terrain
        where entite_id = ${entiteId} and appareil_id = ${id} and annee_serie = ${annee} and rang = ${rang})
      or exists (select from transaction where entite_id = ${entiteId} and numero_recu = ${numero}) as pris`.execute(
    queries,
  );
  return rows[0] as { dernier: number; pris: boolean };
}

/** What became of a payment: its receipt, what it was paid by, its till; and whether cash needs one there on that day. */
export async function readPaiement(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<{
  numeroRecu: string | null;
  nature: string;
  session: number | null;
  caisseTenue: boolean;
  jour: string;
}> {
  const { rows } = await sql<{
    numeroRecu: string | null;
    nature: string;
    session: number | null;
    caisseTenue: boolean;
    jour: string;
  }>`
    select t.numero_recu as "numeroRecu", m.nature, t.session_caisse_id as session, t.jour,
      coalesce(e.caisse_depuis <= t.jour, false) as "caisseTenue"
    from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id join entite e on e.id = t.entite_id
    where t.entite_id = ${entiteId} and t.id = ${id}`.execute(queries);
  return rows[0]!;
}

/** Francs of cash that a device took on a day before, whatever became of them since. */
export async function cashOfDay(
  queries: Queries,
  { entiteId, id }: Pick<Emetteur, 'entiteId' | 'id'>,
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

/** A payment that a device sent before, by its receipt or its rank among the commands. */
export async function findPaiement(
  queries: Queries,
  { entiteId, id }: Pick<Emetteur, 'entiteId' | 'id'>,
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

/** The method that money was taken by, where it is there at all; else the first that is cash. */
export async function moyenPour(queries: Queries, asked: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from moyen_paiement where nature <> 'remboursement' and (id = ${asked} or nature = 'espèces')
    order by id <> ${asked}, not enabled, id limit 1`.execute(queries);
  return (rows[0] as { id: number }).id;
}

/** The taxpayer of « Recettes à classer », and the place that it is enrolled at where there is none yet. */
export async function findAClasser(
  queries: Queries,
  entiteId: number,
): Promise<{ contribuable: number | null; ramification: number | null; code: string }> {
  const { rows } = await sql<{ contribuable: number | null; ramification: number | null; code: string }>`
    select r.contribuable_id as contribuable, e.code,
      (select id from ramification where entite_id = e.id order by parent_id is not null, id limit 1) as ramification
    from entite e left join recettes_a_classer r on r.entite_id = e.id where e.id = ${entiteId}`.execute(
    queries,
  );
  return rows[0]!;
}

export async function insertAClasser(
  queries: Queries,
  entiteId: number,
  contribuable: number,
): Promise<void> {
  await queries
    .insertInto('recettes_a_classer')
    .values({ entite_id: entiteId, contribuable_id: contribuable })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
