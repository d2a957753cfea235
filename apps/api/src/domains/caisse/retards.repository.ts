/** Cash held too long or too much, and the recipients of reminders (ADR 0034). */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** One person's holding in a régie, beyond its ceiling or its delay. */
export interface Retard {
  regieId: number;
  regie: string;
  entite: string;
  plafond: number;
  delaiJours: number;
  titulaireId: number;
  titulaire: string;
  /** Day since which cash has been held. */
  depuis: string | null;
  tropDetenu: boolean;
  tropLongtemps: boolean;
}

/** A recipient, with the holdings to mention. */
export interface Destinataire {
  id: number;
  nom: string;
  email: string;
}

/** Present holdings that are too old or too high, in open régies. */
export async function readRetards(queries: Queries): Promise<Retard[]> {
  const { rows } = await sql<Retard>`
    select r.id as "regieId", r.nom as regie, e.nom as entite, r.plafond, r.delai_jours as "delaiJours",
      u.id as "titulaireId", btrim(u.prenom || ' ' || u.nom) as titulaire, jour_local(d.depuis)::text as depuis,
      d.detenu > r.plafond as "tropDetenu", coalesce(jour_local(d.depuis) + r.delai_jours < aujourdhui(), false) as "tropLongtemps"
    from detention d
    join regie r on r.id = d.regie_id and r.enabled
    join entite e on e.id = d.entite_id
    join utilisateur u on u.id = d.utilisateur_id
    where d.detenu > r.plafond or jour_local(d.depuis) + r.delai_jours < aujourdhui()
    order by e.nom, r.nom, u.nom, u.prenom, u.id`.execute(queries);
  return rows;
}

/** The persons responsible for a régie today: its régisseur, and their substitutes. */
export async function readResponsables(
  queries: Queries,
  regies: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ regie: number; personnes: number[] }>`
    select r.id as regie, array_agg(distinct p.id) as personnes
    from regie r cross join lateral (
      select r.regisseur_id as id
      union all
      select m.suppleant_id from mandat m where m.regie_id = r.id and aujourdhui() between m.debut and coalesce(m.fin, 'infinity')) p
    where r.id = any(${regies}::int[]) group by r.id`.execute(queries);
  return new Map(rows.map(({ regie, personnes }) => [regie, personnes]));
}

/** Records these reminders for today; people already reminded today are left out. */
export async function takeRappels(
  trx: OpenTransaction,
  personnes: readonly number[],
): Promise<Destinataire[]> {
  const { rows } = await sql<Destinataire>`
    with notee as (
      insert into rappel_caisse (utilisateur_id, jour)
      select id, aujourdhui() from utilisateur where id = any(${personnes}::int[]) and enabled
      on conflict (utilisateur_id) do update set jour = excluded.jour where rappel_caisse.jour < excluded.jour
      returning utilisateur_id)
    select u.id, btrim(u.prenom || ' ' || u.nom) as nom, u.email from notee join utilisateur u on u.id = notee.utilisateur_id
    order by u.id`.execute(trx);
  return rows;
}
