/** The three statistics of enrolments (specification 2 section 2.15). */
import type {
  EnrolementsParAgent,
  EnrolementsParDate,
  EnrolementsParTaxe,
} from '@octroi/contract/pilotage/statistiques';
import { queryFor } from '#src/platform/call.ts';
import { AgentsBeneath, AgentsTable } from './AgentsTable.tsx';
import {
  basesTaxablesOf,
  contribuablesOf,
  defineStatistique,
  type MeasureDisplay,
  transactionsOf,
} from './declaration.ts';
import { StatistiqueScreen } from './StatistiqueScreen.tsx';

const TOTAL: MeasureDisplay<EnrolementsParDate> = {
  counter: 'Contribuable(s) enrôlé(s)',
  list: (scoped) => contribuablesOf(scoped),
};
const CORRIGE: MeasureDisplay<EnrolementsParDate> = {
  counter: 'Corrigé(s)',
  list: (scoped) => contribuablesOf(scoped, 'Corrigé'),
};
const VALIDE: MeasureDisplay<EnrolementsParDate> = {
  counter: 'Validé(s)',
  list: (scoped) => contribuablesOf(scoped, 'Validé'),
};

const sousEntite = defineStatistique<EnrolementsParDate>({
  screen: 'recensement-sous-entite',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names.join(' › ') || everywhere} › Recensement`,
  request: (query) => queryFor('GET /statistiques/enrollement/par-entite', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  // counters: enrolled, validated, corrected; columns: corrected, validated (specification 2 section 2.15)
  displays: { total: TOTAL, corrige: { ...CORRIGE, rank: 1 }, valide: VALIDE },
  pageSize: 100,
});

const agent = defineStatistique<EnrolementsParAgent>({
  screen: 'recensement-agent',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} › Agents`,
  request: (query) => queryFor('GET /statistiques/enrollement/par-agent', { query }),
  choosers: ['agent'],
  opening: null,
  before: AgentsTable,
  Below: AgentsBeneath,
  agents: 'recensement-agents',
  displays: {
    total: TOTAL,
    valide: { ...VALIDE, counter: 'Validation(s)' },
    corrige: { ...CORRIGE, counter: 'Correction(s)' },
    encaisse: { counter: 'Montant encaissé', list: (scoped) => transactionsOf(scoped) },
  },
  pageSize: 100,
});

const activite = defineStatistique<EnrolementsParTaxe>({
  screen: 'recensement-activite',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names.join(' › ') || everywhere} › Activités et bases taxables`,
  request: (query) => queryFor('GET /statistiques/enrollement/par-taxe', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  displays: {
    total: {
      counter: 'Base(s) taxable(s) enrôlée(s)',
      list: (scoped, row) => basesTaxablesOf(scoped, row),
    },
    corrige: {
      counter: 'De contribuables corrigés',
      rank: 1,
      list: (scoped, row) => basesTaxablesOf(scoped, row, 'Corrigé'),
    },
    valide: {
      counter: 'De contribuables validés',
      list: (scoped, row) => basesTaxablesOf(scoped, row, 'Validé'),
    },
  },
  pageSize: 100,
});

export const RecensementSousEntiteScreen = () => <StatistiqueScreen declaration={sousEntite} />;
export const RecensementAgentScreen = () => <StatistiqueScreen declaration={agent} />;
export const RecensementActiviteScreen = () => <StatistiqueScreen declaration={activite} />;
