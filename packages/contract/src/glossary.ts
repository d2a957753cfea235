/** The words of the trade that headings use, as the guide's glossary (« Les mots ») explains them. Pure. */
import type { MenuKey } from './register.ts';
import { folded } from './platform/values/text.ts';

/** The term that a screen's heading is about. */
export const GLOSSARY: Partial<Record<MenuKey, string>> = {
  'bases-taxables': 'Base taxable',
  exonerations: 'Exonération',
  imputations: 'Imputation',
  approbations: 'Approbation',
  detentions: 'Régie',
  'sessions-caisse': 'Session',
  versements: 'Versement',
  ecarts: 'Écart',
  'valeurs-inactives': 'Valeurs inactives',
  'ventes-valeurs': 'Valeurs inactives',
  'releve-valeurs': 'Valeurs inactives',
  'categories-valeurs': 'Valeurs inactives',
  'situation-impayes': 'Arriérés',
  taxes: 'Assiette',
  echeances: 'Échéance',
  regies: 'Régie',
  mandats: 'Mandat',
  ramifications: 'Sous-entité',
  'tableau-de-bord': 'Prévu, payé, restant',
};

/** The guide's page of the glossary. */
export const GLOSSARY_PAGE = 'les-mots';

/** The anchor of a term in it. */
export const termId = (term: string): string => `mot-${folded(term).replaceAll(/[^a-z]+/g, '-')}`;
