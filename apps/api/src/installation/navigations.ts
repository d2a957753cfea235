/** One navigation entry for each screen of the specification; `cle` is what code asks for grants by. Order gives ids. */
import type { Permission } from '@octroi/contract';

export interface NavigationSeed {
  id: number;
  cle: string;
  nom: string;
  /** Tabler icon. */
  icon: string;
  url: string;
  module: string;
  permissions: readonly Permission[];
}

const READ = ['Lister', 'Voir', 'Exporter'] as const;
const WRITE = ['Lister', 'Voir', 'Créer', 'Modifier', 'Supprimer', 'Exporter'] as const;
const FIGURES = ['Voir', 'Exporter'] as const;

const entry = (
  cle: string,
  nom: string,
  icon: string,
  url: string,
  permissions: readonly Permission[] = WRITE,
): Omit<NavigationSeed, 'id' | 'module'> => ({ cle, nom, icon, url, permissions });

const MODULES: Readonly<Record<string, readonly Omit<NavigationSeed, 'id' | 'module'>[]>> = {
  Pilotage: [entry('tableau-de-bord', 'Tableau de bord', 'layout-dashboard', '/', FIGURES)],
  Collectivité: [
    entry('contribuables', 'Contribuables', 'users-group', '/contribuables', [...WRITE, 'Valider']),
    entry('enrollements', 'Enrôlements', 'clipboard-check', '/enrollements', [...WRITE, 'Valider']),
    entry('equipements', 'Équipements', 'building-store', '/equipements', [...WRITE, 'Valider']),
    entry('transactions', 'Transactions', 'cash', '/transactions', [...WRITE, 'Valider']),
  ],
  Statistiques: [
    entry(
      'recensement-sous-entite',
      'Recensement par sous-entité',
      'chart-bar',
      '/statistiques/recensement/sous_entite',
      FIGURES,
    ),
    entry(
      'recensement-agent',
      'Recensement par agent',
      'user-search',
      '/statistiques/recensement/par_agent',
      FIGURES,
    ),
    entry(
      'recensement-activite',
      'Recensement par activité',
      'chart-pie',
      '/statistiques/recensement/par_activite',
      FIGURES,
    ),
    entry(
      'recouvrement-moyen-paiement',
      'Recouvrement par moyen de paiement',
      'credit-card',
      '/statistiques/recouvrement/par_moyen_paiement',
      FIGURES,
    ),
    entry(
      'recouvrement-sous-entite',
      'Recouvrement par sous-entité',
      'map-2',
      '/statistiques/recouvrement/par_sous_entite',
      FIGURES,
    ),
    entry(
      'recouvrement-activite',
      'Recouvrement par activité',
      'chart-donut',
      '/statistiques/recouvrement/par_activite',
      FIGURES,
    ),
    entry(
      'recouvrement-agent',
      'Recouvrement par agent',
      'user-dollar',
      '/statistiques/recouvrement/par_agent',
      FIGURES,
    ),
    entry('carte', 'Carte de situation', 'map', '/statistiques/carte', FIGURES),
    entry('rythme', 'Rythme du recouvrement', 'chart-line', '/statistiques/rythme', FIGURES),
  ],
  Impressions: [
    entry(
      'impression-contribuables',
      'Liste des contribuables',
      'printer',
      '/impressions/liste-des-contribuables',
      READ,
    ),
    entry(
      'impression-transactions',
      'Liste des transactions',
      'printer',
      '/impressions/liste-des-transactions',
      READ,
    ),
    entry(
      'situation-recouvrements',
      'Situation des recouvrements',
      'report-money',
      '/impressions/situation-des-recouvrements',
      FIGURES,
    ),
    entry(
      'situation-impayes',
      'Situation des impayés',
      'report-off',
      '/impressions/situation-des-impayes',
      FIGURES,
    ),
    entry(
      'releve-recouvrements',
      'Relevé des recouvrements',
      'receipt',
      '/impressions/releve-des-recouvrements',
      FIGURES,
    ),
  ],
  Configurations: [
    entry('categorie-taxes', 'Catégories de taxes', 'category', '/categorie-taxes'),
    entry('taxes', 'Taxes', 'receipt-tax', '/taxes'),
    entry('type-equipement', "Types d'équipement", 'tags', '/type-equipement'),
    entry('categorie-activite', "Catégories d'activité", 'folders', '/categorie-activite'),
    entry('nature-activite', "Natures d'activité", 'briefcase', '/nature-activite'),
    entry('ramifications', 'Sous-entités', 'sitemap', '/ramifications', [...WRITE, 'Valider']),
    entry('agents', 'Agents', 'user-shield', '/collectivite/agent'),
  ],
  Administration: [
    entry('collectivites', 'Collectivités', 'building-community', '/administration/collectivite'),
    entry('users', 'Utilisateurs', 'users', '/users'),
    entry('roles', 'Groupes', 'lock-access', '/roles'),
    entry('moyens-paiement', 'Moyens de paiement', 'wallet', '/moyens-paiement'),
    entry('villes', 'Villes', 'map-pin', '/villes'),
    entry('frequences', 'Fréquences', 'calendar-repeat', '/frequences'),
    entry('types-ramification', 'Types de sous-entité', 'stack-2', '/types-ramification'),
    entry('journal', 'Journal', 'history', '/administration/journal', READ),
  ],
};

export const NAVIGATIONS: readonly NavigationSeed[] = Object.entries(MODULES)
  .flatMap(([module, entries]) => entries.map((item) => ({ ...item, module })))
  .map((item, index) => ({ id: index + 1, ...item }));
