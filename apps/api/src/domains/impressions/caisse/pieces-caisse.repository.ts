/** Numbers, stores and reprints till papers (ADR 0036). */
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';
import type { ContenuCaisse, PrintedCaisse } from './contenu.ts';

/** The subject of a paper. */
export type Objet =
  | { session_caisse_id: number }
  | { controle_caisse_id: number }
  | { versement_id: number }
  | { regie_id: number };

const SERIES = {
  clôture: ['procès-verbal', 'PV'],
  contrôle: ['procès-verbal', 'PV'],
  passation: ['procès-verbal', 'PV'],
  situation: ['procès-verbal', 'PV'],
  versement: ['bordereau', 'BV'],
} as const;

/**
 * The next number of a series in a collectivité and year, `PV-NIA-2026-000123`; the counter stays locked until the
 * transaction ends.
 */
async function nextNumero(
  trx: OpenTransaction,
  entiteId: number,
  annee: number,
  nature: ContenuCaisse['nature'],
): Promise<string> {
  const [serie, prefix] = SERIES[nature];
  const { rows } = await sql<{ numero: string }>`
    with compte as (
      insert into compteur (entite_id, serie, annee, valeur) values (${entiteId}, ${serie}, ${annee}, 1)
      on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + 1
      returning entite_id, valeur)
    select ${prefix}::text || '-' || e.code || '-' || ${annee}::text || '-' ||
      lpad(valeur::text, greatest(6, length(valeur::text)), '0') as numero
    from compte join entite e on e.id = compte.entite_id`.execute(trx);
  return rows[0]?.numero as string;
}

/** Counts another print of the paper issued for a subject. The caller holds the lock of the subject. */
export async function printAgain(
  trx: OpenTransaction,
  entiteId: number,
  objet: Exclude<Objet, { regie_id: number }>,
): Promise<PrintedCaisse | undefined> {
  const [[column, id]] = Object.entries(objet) as [[string, number]];
  return printedWhere(trx, sql`entite_id = ${entiteId} and ${sql.ref(column)} = ${id}`);
}

/** The last paper of a régie and day, if its content has not changed since; one of an hour stays of that hour. */
export async function printSame(
  trx: OpenTransaction,
  regieId: number,
  contenu: ContenuCaisse & { nature: 'situation' },
): Promise<PrintedCaisse | undefined> {
  const { papier: _papier, heure, ...comparable } = contenu;
  return printedWhere(
    trx,
    sql`entite_id = ${contenu.entite.id} and regie_id = ${regieId} and jour = ${contenu.jour}::date
      and contenu - 'papier' - 'heure' = ${JSON.stringify(comparable)}::jsonb and (contenu ->> 'heure' is null) = ${heure === undefined}
      and id = (select max(id) from piece_caisse where entite_id = ${contenu.entite.id} and regie_id = ${regieId}
        and jour = ${contenu.jour}::date)`,
  );
}

async function printedWhere(
  trx: OpenTransaction,
  condition: ReturnType<typeof sql>,
): Promise<PrintedCaisse | undefined> {
  const { rows } = await sql<PrintedCaisse>`
    update piece_caisse set impressions = impressions + 1 where ${condition}
    returning numero, jour_local(created_at)::text as "etabliLe", contenu, impressions`.execute(trx);
  return rows[0];
}

/** Stores a new paper with its first print. @param days day of issue, and day that the paper describes */
export async function issue(
  trx: OpenTransaction,
  objet: Objet,
  contenu: ContenuCaisse,
  { etabliLe, jour }: { etabliLe: string; jour: string },
): Promise<PrintedCaisse> {
  const { nature, entite } = contenu;
  const numero = await nextNumero(trx, entite.id, Number(etabliLe.slice(0, 4)), nature);
  await trx
    .insertInto('piece_caisse')
    .values({
      ...objet,
      entite_id: entite.id,
      nature,
      numero,
      jour,
      contenu: jsonb(contenu),
      impressions: 1,
    })
    .execute();
  return { numero, etabliLe, contenu, impressions: 1 };
}
