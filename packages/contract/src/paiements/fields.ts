/** What transaction lists filter and order by: apart from the schemas, which a list on screen does not need. */
import { STATUTS_TRANSACTION } from '../constants.ts';
import type { FilterField } from '../filter.ts';

/** Columns of the transaction list's filter builder. */
export const transactionFilterFields: Record<string, FilterField> = {
  'trans.dateTransaction': { type: 'instant', label: 'Date' },
  'trans.noTransaction': { type: 'text', label: 'Référence' },
  'trans.montant': { type: 'amount', label: 'Montant' },
  'trans.statut': { type: 'choice', label: 'Statut', values: STATUTS_TRANSACTION },
  'trans.dateRequete': { type: 'instant', label: 'Date de la demande' },
  'mp.id': { type: 'reference', label: 'Moyen de paiement', to: 'moyen_paiements' },
  'mp.nom': { type: 'text', label: 'Moyen de paiement (nom)' },
  'contrib.fullName': { type: 'text', label: 'Contribuable' },
  'contrib.numKlis': { type: 'text', label: 'Numéro' },
  'contrib.telephone': { type: 'text', label: 'Téléphone' },
  'contrib.nbreBetail': { type: 'integer', label: 'Bétail' },
  'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ent.nom': { type: 'text', label: 'Collectivité (nom)' },
  'ram.id': { type: 'reference', label: 'Secteur', to: 'ramifications', within: 'ent.id' },
  'ram.nom': { type: 'text', label: 'Localisation (nom)' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications', within: 'ent.id' },
  'p.nom': { type: 'text', label: 'Localisation parente (nom)' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  'user.username': { type: 'text', label: 'Agent (pseudo)' },
};
