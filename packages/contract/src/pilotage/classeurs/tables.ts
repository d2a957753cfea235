/**
 * The exportable tables of figures, and the columns of the statistics (specification 2 section 2.15), stated once for
 * screen and file.
 */
import { type FigureScreen, SCREENS } from '../../register.ts';
import type { Base } from '../figures.ts';
import { MOYEN_KEYS, MOYENS } from '../moyens.ts';

/** A column of figures. */
export interface Mesure<Id extends string = string> {
  id: Id;
  label: string;
  kind: 'nombre' | 'montant';
}

export interface StatistiqueTable {
  /** Screen that shows it, on which « Exporter » is required. */
  screen: FigureScreen;
  title: string;
  /** What the period selects; absent if it differs between the columns. */
  base?: Base;
  /** Heading of the column with the rows' names. */
  head: string;
  /** File name, without days and extension. */
  file: string;
  mesures: readonly Mesure[];
}

const TOTAL = { id: 'total', label: 'Total enrôlement', kind: 'nombre' } as const;
const CORRIGE = { id: 'corrige', label: 'Corrigé', kind: 'nombre' } as const;
const VALIDE = { id: 'valide', label: 'Validé', kind: 'nombre' } as const;
const COLLECTE = { id: 'total', label: 'Total collecté', kind: 'montant' } as const;

const moyens = MOYEN_KEYS.map((id) => ({ id, label: MOYENS[id].label, kind: 'montant' }) as const);

export const STATISTIQUES = {
  'recensement-sous-entite': {
    screen: 'recensement-sous-entite',
    base: 'enrolement',
    title: SCREENS['recensement-sous-entite'].nom,
    head: 'Date',
    file: 'recensement-par-sous-entite',
    mesures: [TOTAL, CORRIGE, VALIDE],
  },
  'recensement-agent': {
    screen: 'recensement-agent',
    title: SCREENS['recensement-agent'].nom,
    head: 'Date',
    file: 'recensement-par-agent',
    mesures: [TOTAL, VALIDE, CORRIGE, { id: 'encaisse', label: 'Montant encaissé', kind: 'montant' }],
  },
  'recensement-agents': {
    screen: 'recensement-agent',
    title: 'Tous les agents',
    head: 'Agent',
    file: 'agents',
    mesures: [
      { id: 'nbreEnrollements', label: 'Enrôlements', kind: 'nombre' },
      { id: 'nbreTransactions', label: 'Transactions', kind: 'nombre' },
      { id: 'totalTransactions', label: 'Total des transactions', kind: 'montant' },
    ],
  },
  'recensement-activite': {
    screen: 'recensement-activite',
    base: 'enrolement',
    title: SCREENS['recensement-activite'].nom,
    head: 'Nom',
    file: 'recensement-par-activite',
    mesures: [{ ...TOTAL, label: 'Nombre' }, CORRIGE, VALIDE],
  },
  'recouvrement-moyen-paiement': {
    screen: 'recouvrement-moyen-paiement',
    base: 'encaissement',
    title: SCREENS['recouvrement-moyen-paiement'].nom,
    head: 'Date',
    file: 'recouvrement-par-moyen-de-paiement',
    mesures: [
      ...moyens,
      { id: 'autres', label: 'Autres', kind: 'montant' },
      { id: 'remboursements', label: 'Remboursé ou annulé', kind: 'montant' },
      { id: 'total', label: 'Total', kind: 'montant' },
    ],
  },
  'recouvrement-sous-entite': {
    screen: 'recouvrement-sous-entite',
    base: 'encaissement',
    title: SCREENS['recouvrement-sous-entite'].nom,
    head: 'Date',
    file: 'recouvrement-par-sous-entite',
    mesures: [COLLECTE],
  },
  'recouvrement-lieux': {
    screen: 'recouvrement-sous-entite',
    base: 'encaissement',
    title: 'Sous-entités',
    head: 'Sous-entité',
    file: 'recouvrement-par-sous-entite-lieux',
    mesures: [COLLECTE],
  },
  'recouvrement-agent': {
    screen: 'recouvrement-agent',
    base: 'encaissement',
    title: SCREENS['recouvrement-agent'].nom,
    head: 'Date',
    file: 'recouvrement-par-agent',
    mesures: [COLLECTE],
  },
  'recouvrement-agents': {
    screen: 'recouvrement-agent',
    base: 'encaissement',
    title: 'Tous les agents',
    head: 'Agent',
    file: 'recouvrement-tous-les-agents',
    mesures: [{ ...COLLECTE, id: 'totalTransactions' }],
  },
  'recouvrement-activite': {
    screen: 'recouvrement-activite',
    base: 'encaissement',
    title: SCREENS['recouvrement-activite'].nom,
    head: 'Nom',
    file: 'recouvrement-par-activite',
    mesures: [COLLECTE],
  },
} as const satisfies Record<string, StatistiqueTable>;

/** A table of the statistics. */
export type TableStatistique = keyof typeof STATISTIQUES;

const ofStatistiques = Object.fromEntries(
  Object.entries(STATISTIQUES).map(([table, { screen }]) => [table, screen]),
) as { [Table in TableStatistique]: FigureScreen };

/** Every exportable table of figures, with its screen. */
export const TABLE_SCREENS = {
  ...ofStatistiques,
  'tableau-de-bord': 'tableau-de-bord',
  carte: 'carte',
  rythme: 'rythme',
} as const satisfies Record<string, FigureScreen>;
export type TableDeChiffres = keyof typeof TABLE_SCREENS;
