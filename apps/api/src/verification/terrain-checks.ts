/** What holds of the field, looked at row by row. */
import type { Check } from './check.ts';

export const TERRAIN_CHECKS: readonly Check[] = [
  {
    name: 'reçus du terrain : numéros sans trou par appareil et année',
    // a gap that somebody looks at is known: a device was copied, or put back to an earlier state
    sql: `select format('entite_id %s, appareil %s, année %s : %s reçus, dernier rang %s', entite_id, appareil_id, annee_serie,
        count(*), max(rang)) as difference
      from commande_terrain where rang is not null group by entite_id, appareil_id, annee_serie
      having count(*) <> max(rang) and count(*) filter (where cas = 'série') = 0`,
  },
  {
    name: 'paiements du terrain : chacun a sa transaction',
    sql: `select format('appareil %s, commande %s', appareil_id, sequence) as difference
      from commande_terrain where type = 'paiement' and etat = 'accepte' and transaction_id is null`,
  },
];
