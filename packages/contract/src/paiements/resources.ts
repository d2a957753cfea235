/** The declared resources of payments. */
import { decimal, defineResource, flag, longText, text } from '../resource.ts';

/** Ways to pay, with the operator's commission in percent (specification 2 section 3). */
export const moyenPaiements = defineResource({
  path: 'moyen_paiements',
  alias: 'mp',
  screen: 'moyens-paiement',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom du moyen de paiement' }),
    commission: decimal({ label: 'Commission (%)' }),
    description: longText({ label: 'Description' }),
    aConfirmer: flag({ label: 'À confirmer ?', default: false }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'mp.nom',
  pageSize: 30,
});
