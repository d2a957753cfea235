/** Notices and their deliveries, one by one. */
import type { AvisDuContribuable, AvisLu, avisLu, RemisA } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { personName } from '#src/platform/listing/person-name.ts';

export interface StoredAvis extends Omit<AvisLu, 'agents'> {
  code: string;
  entiteId: number;
  ramification: number;
}

const DELIVERY = sql`json_build_object('id', r.id, 'remisLe', r.remis_le, 'remisA', r.remis_a, 'agent', ${personName('u')})`;

/** A notice `p`, by the index of numbers, which begins with the collectivité. */
const isNamed = ({ code, numero }: ReturnType<typeof avisLu>): RawBuilder<boolean> =>
  code === null
    ? sql<boolean>`p.nature = 'avis' and p.numero = ${numero} and not p.hors_serie`
    : sql<boolean>`p.nature = 'avis' and p.code = ${code}`;

/** Locks the taxpayer of a notice, so that the second of two deliveries at once sees the first. */
export async function lockAvis(trx: OpenTransaction, named: ReturnType<typeof avisLu>): Promise<void> {
  await sql`select from contribuable c where (c.entite_id, c.id) in (
    select p.entite_id, p.contribuable_id from entite e join piece p on p.entite_id = e.id and ${isNamed(named)})
    order by c.entite_id, c.id for no key update`.execute(trx);
}

/** A notice by its code or number, if its taxpayer is in the scope. */
export async function findAvis(
  queries: Queries,
  scope: Scope,
  named: ReturnType<typeof avisLu>,
): Promise<StoredAvis | undefined> {
  const { rows } = await sql<StoredAvis>`
    select p.code, p.numero, p.annee, p.jour, p.montant, p.entite_id as "entiteId", c.ramification_id as ramification,
      json_build_object('id', c.id, 'numKlis', c.num_klis, 'fullName', c.nom_complet) as contribuable,
      (select json_build_object('numero', s.numero, 'jour', s.jour) from piece s where s.remplace = p.code) as "remplacePar",
      (select ${DELIVERY} from remise_avis r join utilisateur u on u.id = r.agent_id
       where r.code = p.code and r.annulee_le is null and r.remis_a <> 'absent') as remise
    from entite e join piece p on p.entite_id = e.id and ${isNamed(named)}
    join contribuable c on c.entite_id = p.entite_id and c.id = p.contribuable_id
    where ${placeCondition(scope, sql.ref('p.entite_id'), sql.ref('c.ramification_id'))}`.execute(queries);
  return rows[0];
}

/** When a notice was replaced; null while it is in force. */
export async function replacedAt(queries: Queries, code: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select created_at as at from piece where remplace = ${code}`.execute(queries);
  return rows[0]?.at ?? null;
}

export interface NewRemise {
  avis: Pick<StoredAvis, 'code' | 'entiteId' | 'contribuable' | 'annee' | 'ramification'>;
  remisLe: string;
  remisA: RemisA;
  agent: number;
  instant: string | null;
  position: { latitude: number; longitude: number; precision: number } | null;
  saisiePar: number | null;
}

export async function insertRemise(trx: OpenTransaction, remise: NewRemise): Promise<number> {
  const { avis, position } = remise;
  const { id } = await trx
    .insertInto('remise_avis')
    .values({
      entite_id: avis.entiteId,
      code: avis.code,
      contribuable_id: avis.contribuable.id,
      annee: avis.annee,
      ramification_id: avis.ramification,
      remis_le: remise.remisLe,
      remis_a: remise.remisA,
      agent_id: remise.agent,
      instant: remise.instant,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      precision_position: position?.precision ?? null,
      saisie_par_id: remise.saisiePar,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Attaches the photo of the stub, unless there is one. */
export async function attachStub(trx: OpenTransaction, id: number, nom: string): Promise<void> {
  await trx
    .updateTable('remise_avis')
    .set({ photo: nom })
    .where('id', '=', id)
    .where('photo', 'is', null)
    .execute();
}

export async function stubOf(queries: Queries, id: number): Promise<string | null> {
  const row = await queries.selectFrom('remise_avis').select('photo').where('id', '=', id).executeTakeFirst();
  return row?.photo ?? null;
}

/** @returns whether it stood until now */
export async function undoRemise(
  trx: OpenTransaction,
  { entiteId, id, par, motif }: { entiteId: number; id: number; par: number; motif: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('remise_avis')
    .set({ annulee_le: now, annulee_par_id: par, motif })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .where('annulee_le', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The notices in force of a taxpayer, with their deliveries. */
export async function avisDuContribuable(queries: Queries, id: number): Promise<AvisDuContribuable[]> {
  const { rows } = await sql<AvisDuContribuable>`
    select p.numero, p.annee, p.jour, p.montant,
      coalesce((select json_agg(${DELIVERY} order by r.remis_a = 'absent', r.remis_le desc, r.id desc)
        from remise_avis r join utilisateur u on u.id = r.agent_id where r.code = p.code and r.annulee_le is null), '[]') as remises
    from piece p join contribuable c on c.entite_id = p.entite_id and c.id = p.contribuable_id
    where c.id = ${id} and p.nature = 'avis' and not exists (select from piece s where s.remplace = p.code)
    order by p.annee desc`.execute(queries);
  return rows;
}
