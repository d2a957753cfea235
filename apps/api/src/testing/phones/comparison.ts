/** Compares the acts of devices with the database: everything once, as it was replied, without gaps in a series. */
import type pg from 'pg';
import type { EtatTelephone } from './telephone.ts';

export interface Comparison {
  /** Commands with a reply that are missing in the database. */
  lost: number;
  /** Payments, enrolments and visits in excess of one per command. */
  repeated: number;
  /** Replies that differ from the database. */
  different: number;
  /** Devices with a gap in their receipt numbers. */
  gaps: number;
}

/** @param states of devices that have sent everything */
export async function compareDevices(
  client: pg.ClientBase,
  states: readonly EtatTelephone[],
): Promise<Comparison> {
  const dites = states.flatMap(({ appareil, journal, reponses }) =>
    journal.map(({ sequence, type, corps }) => {
      const { resultat } = reponses[sequence] ?? {};
      return {
        appareil: appareil?.id,
        sequence,
        type,
        montant: corps['montant'] ?? null,
        recu: corps['recu'] ?? null,
        transaction: resultat?.transaction ?? null,
        numero: resultat?.numeroRecu ?? null,
        contribuable: resultat?.contribuable ?? null,
      };
    }),
  );
  const { rows } = await client.query<Comparison>(
    `with dite as materialized (
       select * from jsonb_to_recordset($1::jsonb) as d (appareil int, sequence int, type text, montant bigint, recu text,
         transaction bigint, numero text, contribuable bigint)),
     appareil as (select distinct a.entite_id, a.id from appareil_terrain a join dite d on d.appareil = a.id),
     recue as materialized (
       select k.* from commande_terrain k join appareil a on a.entite_id = k.entite_id and a.id = k.appareil_id),
     ecrite as materialized (
       select t.*, split_part(t.cle_idempotence, ':', 2)::int as appareil, split_part(t.cle_idempotence, ':', 3)::int as sequence
       from transaction t where t.cle_idempotence like 'terrain:%'
         and split_part(t.cle_idempotence, ':', 2)::int in (select id from appareil))
     select
       (select count(*)::int from dite d left join recue k on k.appareil_id = d.appareil and k.sequence = d.sequence
         left join ecrite t on t.appareil = d.appareil and t.sequence = d.sequence
         left join contribuable c on c.entite_id = k.entite_id and c.id = k.contribuable_id
         where k.sequence is null or (d.type = 'paiement' and t.id is null) or (d.type = 'enrolement' and c.id is null)) as lost,
       (select count(*)::int - (select count(*)::int from dite where type = 'paiement') from ecrite)
         + (select count(*)::int - count(distinct (appareil_id, sequence))::int from recue)
         + (select count(*)::int - count(distinct contribuable_id)::int from recue where type = 'enrolement') as repeated,
       (select count(*)::int from dite d join ecrite t on t.appareil = d.appareil and t.sequence = d.sequence
         where (t.id, t.montant, t.numero_recu, t.numero_recu) is distinct from (d.transaction, d.montant, d.numero, d.recu)) as different,
       (select count(*)::int from (select from recue where rang is not null group by appareil_id, annee_serie
         having count(*) <> max(rang) or count(distinct rang) <> max(rang)) s) as gaps`,
    [JSON.stringify(dites)],
  );
  return rows[0]!;
}
