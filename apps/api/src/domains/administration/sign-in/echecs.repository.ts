/** Refused sign-ins, counted by name, address, reason and quarter of an hour. */
import type { EchecRow } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

export interface Echec {
  /** As typed if an account has it, otherwise masked. */
  nom: string;
  adresse: string;
  raison: EchecRow['raison'];
  utilisateurId: number | null;
}

/**
 * Maximum number of rows for unknown names and waiting in fifteen minutes; others are counted together, so that nobody
 * can fill the disk. Attempts on an account are bounded by its own limits.
 */
const APART = 200;
const NAME_LENGTH = 100;
const KEPT_DAYS = 90;

/**
 * Counts a refusal. A refusal to wait is recorded once, since repeating it costs the attacker nothing.
 * @returns the present row; undefined if nothing was written
 */
export async function countEchec(
  trx: OpenTransaction,
  { nom, adresse, raison, utilisateurId }: Echec,
): Promise<{ nom: string; adresse: string; nombre: number } | undefined> {
  const { rows } = await sql<{ nom: string; adresse: string; nombre: number }>`
    with maintenant as (select date_bin('15 minutes', now(), 'epoch') as quart, left(${nom}, ${NAME_LENGTH}) as nom),
    place as (
      select quart, nom, not ${utilisateurId === null || raison === 'limite'} or exists (
          select from echec_connexion e
          where e.quart = m.quart and e.nom = m.nom and e.adresse = ${adresse} and e.raison = ${raison})
        or (select count(*) from echec_connexion e
          where e.quart = m.quart and (e.utilisateur_id is null or e.raison = 'limite')) < ${APART} as apart
      from maintenant m
    )
    insert into echec_connexion (quart, nom, adresse, raison, utilisateur_id)
    select quart, case when apart then nom else '' end, case when apart then ${adresse} else '' end, ${raison},
      case when apart then ${utilisateurId}::int end from place
    on conflict (quart, nom, adresse, raison) do update set nombre = echec_connexion.nombre + 1, seen_at = now()
      where excluded.raison <> 'limite'
    returning nom, adresse, nombre`.execute(trx);
  return rows[0];
}

export async function deleteOldEchecs(trx: OpenTransaction): Promise<void> {
  await trx
    .deleteFrom('echec_connexion')
    .where('seen_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}
