/** The four statistics of payments (specification 2 section 2.15). */
import type {
  RecettesParDate,
  RecettesParMoyen,
  RecettesParTaxe,
} from '@octroi/contract/pilotage/statistiques';
import { queryFor } from '#src/platform/call.ts';
import { defineStatistique, imputationsOf, type MeasureDisplay, transactionsOf } from './declaration.ts';
import { LISTS_OF_MOYENS } from './moyen-lists.ts';
import { CollectedByAgents, CollectedByPlaces } from './recouvrement-tables.tsx';
import { StatistiqueScreen } from './StatistiqueScreen.tsx';

const moyen = defineStatistique<RecettesParMoyen>({
  screen: 'recouvrement-moyen-paiement',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => names.join(' > ') || everywhere,
  request: (query) => queryFor('GET /statistiques/transactions/moyen-par-paiement', { query }),
  choosers: ['lieu'],
  opening: 'cetteSemaine',
  displays: { ...LISTS_OF_MOYENS, total: { ...LISTS_OF_MOYENS.total, counter: 'Total collecté' } },
  pageSize: 50,
});

const COLLECTE: MeasureDisplay<RecettesParDate> = {
  counter: 'Total collecté',
  list: (scoped) => transactionsOf(scoped),
};

const sousEntite = defineStatistique<RecettesParDate>({
  screen: 'recouvrement-sous-entite',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} > Sous-entités`,
  // in this call, `entite` is the sub-entity
  request: ({ entite, ms, agent: _agent, ...rest }) =>
    queryFor('GET /statistiques/transactions/par-entite', {
      query: { ...rest, collectivite: entite, entite: ms },
    }),
  choosers: ['sous-entite'],
  opening: null,
  Below: CollectedByPlaces,
  numbered: true,
  displays: { total: COLLECTE },
  pageSize: 100,
});

const agent = defineStatistique<RecettesParDate>({
  screen: 'recouvrement-agent',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} > Agents`,
  request: (query) => queryFor('GET /statistiques/transactions/par-agent', { query }),
  choosers: ['agent'],
  opening: null,
  before: CollectedByAgents,
  agents: 'recouvrement-agents',
  Below: CollectedByAgents,
  numbered: true,
  displays: { total: COLLECTE },
  pageSize: 100,
});

const activite = defineStatistique<RecettesParTaxe>({
  screen: 'recouvrement-activite',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names.join(' > ') || everywhere} > Activités`,
  request: (query) => queryFor('GET /statistiques/transactions/par-taxe', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  displays: {
    total: {
      counter: 'Total collecté',
      // a payment may pay several taxes: the row counts imputations
      list: (scoped, row) => imputationsOf(scoped, row?.ids),
    },
  },
  pageSize: 100,
});

export const RecouvrementMoyenScreen = () => <StatistiqueScreen declaration={moyen} />;
export const RecouvrementSousEntiteScreen = () => <StatistiqueScreen declaration={sousEntite} />;
export const RecouvrementAgentScreen = () => <StatistiqueScreen declaration={agent} />;
export const RecouvrementActiviteScreen = () => <StatistiqueScreen declaration={activite} />;
