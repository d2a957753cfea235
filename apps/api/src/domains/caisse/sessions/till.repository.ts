/** Finds the till for cash of a payment (ADR 0034). */
import { sql } from 'kysely';
import { type OpenTransaction, PREPARED } from '#src/platform/database/database.ts';

interface OwnTill {
  /** Whether an open till is required to take cash there on that day. */
  tenue: boolean;
  /** The person's open session; null without one. */
  session: number | null;
  entite: number;
  jour: string;
  /** Whether the session's day is over. */
  passee: boolean;
}

/** Locks the open session of a person, so that it is not closed before a payment into it is booked. */
export async function lockTill(
  trx: OpenTransaction,
  { entite, person, at }: { entite: number; person: number; at: Date },
): Promise<OwnTill> {
  const { rows } = await sql<OwnTill>`${sql.raw(PREPARED)}
    with ouverte as (
      select id, entite_id, jour from session_caisse where titulaire_id = ${person} and fermee_le is null for share)
    select coalesce(e.caisse_depuis <= jour_local(${at}::timestamptz), false) as tenue, o.id as session,
      coalesce(o.entite_id, 0) as entite, o.jour, coalesce(o.jour <> jour_local(${at}::timestamptz), false) as passee
    from entite e left join ouverte o on true where e.id = ${entite}`.execute(trx);
  return rows[0] as OwnTill;
}
