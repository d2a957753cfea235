/** The declared resources of payments. */
import { NATURES_MOYEN } from '../constants.ts';
import {
  choice,
  collectivite,
  decimal,
  defineResource,
  flag,
  longText,
  text,
} from '../platform/resource/resource.ts';

/** Ways to pay, with the operator's commission in percent (specification 2 section 3). */
export const moyenPaiements = defineResource({
  path: 'moyen_paiements',
  alias: 'mp',
  screen: 'moyens-paiement',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom du moyen de paiement' }),
    nature: choice({ label: 'Nature', values: NATURES_MOYEN }),
    commission: decimal({ label: 'Commission (%)' }),
    description: longText({ label: 'Description' }),
    aConfirmer: flag({ label: 'À confirmer ?', default: false }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'mp.nom',
  pageSize: 30,
  check: ({ nature, aConfirmer }) =>
    nature === 'espèces' && aConfirmer === true
      ? [{ field: 'aConfirmer', message: 'Des espèces remises sont sûres : ce moyen ne se confirme pas.' }]
      : [],
});

/**
 * Where, when and how taxpayers of a collectivité may pay: a counter and its hours, an operator's code, the reference
 * to give. Notices print these texts.
 */
export const modalitePaiements = defineResource({
  path: 'modalite_paiements',
  alias: 'mop',
  screen: 'modalites-paiement',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la modalité de paiement' }),
    entite: collectivite(),
    code: text({ label: 'Code à composer', max: 40 }),
    horaires: text({ label: 'Horaires' }),
    reference: text({ label: 'Référence à donner' }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'mop.nom',
  pageSize: 30,
});
