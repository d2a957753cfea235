/** Rules for the field application. */
import type { Check } from './check.ts';

export const TERRAIN_CHECKS: readonly Check[] = [
  {
    name: 'reçus du terrain : numéros sans trou par appareil et année',
    // a gap reported by the next receipt is known: a device was copied, or reset to an earlier state
    sql: `select format('entite_id %s, appareil %s, année %s : le reçu %s suit le %s', entite_id, appareil_id, annee_serie,
        rang, avant) as difference
      from (
        select entite_id, appareil_id, annee_serie, rang, cas, lag(rang, 1, 0)
          over (partition by entite_id, appareil_id, annee_serie order by rang) as avant
        from commande_terrain where rang is not null
      ) recu where rang <> avant + 1 and cas is distinct from 'série' and cas is distinct from 'à classer'`,
  },
  {
    name: 'reçus du terrain : le numéro imprimé est gardé',
    sql: `select format('appareil %s, commande %s : le reçu %s est gardé comme %s', k.appareil_id, k.sequence,
        k.corps ->> 'recu', coalesce(t.numero_imprime, t.numero_recu)) as difference
      from commande_terrain k join transaction t on t.entite_id = k.entite_id and t.id = k.transaction_id
      where k.type = 'paiement' and k.corps ->> 'recu' ~ '^.+-\\d{4}-A\\d+-\\d+$'
        and k.corps ->> 'recu' is distinct from coalesce(t.numero_imprime, t.numero_recu)`,
  },
  {
    name: 'paiements du terrain : chacun a sa transaction',
    sql: `select format('appareil %s, commande %s', appareil_id, sequence) as difference
      from commande_terrain where type = 'paiement' and etat = 'accepte' and transaction_id is null`,
  },
];
