/** What the list of imputations filters and orders by: apart from the schemas, which a list on screen does not need. */
import type { FilterField } from '../filter.ts';

/** Columns of the filter builder; an imputation to no tax is an advance. */
export const imputationFilterFields: Record<string, FilterField> = {
  'trans.dateTransaction': { type: 'instant', label: 'Date' },
  'trans.noTransaction': { type: 'text', label: 'Référence' },
  'taxe.id': { type: 'reference', label: 'Taxe', to: 'entite_taxes', within: 'ent.id' },
  'taxe.nom': { type: 'text', label: 'Taxe (nom)' },
  'imp.annee': { type: 'integer', label: 'Exercice' },
  'imp.montant': { type: 'amount', label: 'Montant' },
  'mp.id': { type: 'reference', label: 'Moyen de paiement', to: 'moyen_paiements' },
  'contrib.fullName': { type: 'text', label: 'Contribuable' },
  'contrib.numKlis': { type: 'text', label: 'Numéro' },
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ram.id': { type: 'reference', label: 'Secteur', to: 'ramifications', within: 'ent.id' },
  'ram.nom': { type: 'text', label: 'Localisation (nom)' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications', within: 'ent.id' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
};
