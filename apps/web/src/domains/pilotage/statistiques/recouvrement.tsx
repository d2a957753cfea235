/** The four statistics of payments (specification 2 section 2.15). */
import type { FilterRow } from '@octroi/contract/filter';
import type {
  RecettesParDate,
  RecettesParMoyen,
  RecettesParTaxe,
} from '@octroi/contract/pilotage/statistiques';
import { MOYEN_KEYS, MOYENS } from '@octroi/contract/pilotage/moyens';
import { asks } from '#src/platform/call.ts';
import { defineStatistique, imputationsOf, type Measure, transactionsOf } from './declaration.ts';
import { CollectedByAgents, CollectedByPlaces } from './recouvrement-tables.tsx';
import { StatistiqueScreen } from './StatistiqueScreen.tsx';

const RECEIVED: FilterRow = { column: 'trans.montant', operator: 'gt', x: '0', connector: 'and' };
const OWN_IDS = MOYEN_KEYS.map((key) => String(MOYENS[key].id));

const moyen = defineStatistique<RecettesParMoyen>({
  screen: 'recouvrement-moyen-paiement',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => names.join(' > ') || everywhere,
  asks: (query) => asks('GET /statistiques/transactions/moyen-par-paiement', { query }),
  choosers: ['lieu'],
  opening: 'cetteSemaine',
  head: 'Date',
  measures: [
    ...MOYEN_KEYS.map((key): Measure<RecettesParMoyen> => ({
      id: key,
      label: MOYENS[key].label,
      kind: 'montant',
      list: (scoped) =>
        transactionsOf(scoped, [
          { column: 'mp.id', operator: 'eq', x: String(MOYENS[key].id), connector: 'and' },
          RECEIVED,
        ]),
    })),
    {
      id: 'autres',
      label: 'Autres',
      kind: 'montant',
      list: (scoped) =>
        transactionsOf(scoped, [
          { column: 'mp.id', operator: 'not in', x: OWN_IDS, connector: 'and' },
          RECEIVED,
        ]),
    },
    {
      id: 'remboursements',
      label: 'Remboursements',
      kind: 'montant',
      undrawn: true,
      list: (scoped) => transactionsOf(scoped, [{ ...RECEIVED, operator: 'lt' }]),
    },
    {
      id: 'total',
      label: 'Total',
      kind: 'montant',
      counter: 'Total collecté',
      undrawn: true,
      list: (scoped) => transactionsOf(scoped),
    },
  ],
  stacked: true,
  pageSize: 50,
  file: 'recouvrement-par-moyen-de-paiement',
});

const COLLECTE: Measure<RecettesParDate> = {
  id: 'total',
  label: 'Total collecté',
  kind: 'montant',
  counter: 'Total collecté',
  list: (scoped) => transactionsOf(scoped),
};

const sousEntite = defineStatistique<RecettesParDate>({
  screen: 'recouvrement-sous-entite',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} > Sous-entités`,
  // this call names the sub-entity `entite`
  asks: ({ entite, ms, agent: _agent, ...rest }) =>
    asks('GET /statistiques/transactions/par-entite', {
      query: { ...rest, collectivite: entite, entite: ms },
    }),
  choosers: ['sous-entite'],
  opening: null,
  beneath: CollectedByPlaces,
  numbered: true,
  head: 'Date',
  measures: [COLLECTE],
  pageSize: 100,
  file: 'recouvrement-par-sous-entite',
});

const agent = defineStatistique<RecettesParDate>({
  screen: 'recouvrement-agent',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} > Agents`,
  asks: (query) => asks('GET /statistiques/transactions/par-agent', { query }),
  choosers: ['agent'],
  opening: null,
  before: CollectedByAgents,
  numbered: true,
  head: 'Date',
  measures: [COLLECTE],
  pageSize: 100,
  file: 'recouvrement-par-agent',
});

const activite = defineStatistique<RecettesParTaxe>({
  screen: 'recouvrement-activite',
  section: 'Recouvrement',
  heading: ({ names, everywhere }) => `${names.join(' > ') || everywhere} > Activités`,
  asks: (query) => asks('GET /statistiques/transactions/par-taxe', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  head: 'Nom',
  rowName: ({ taxe }) => taxe,
  measures: [
    {
      id: 'total',
      label: 'Total collecté',
      kind: 'montant',
      counter: 'Total collecté',
      // a payment may pay several taxes: its parts are what a row counts
      list: (scoped, row) => imputationsOf(scoped, row?.ids),
    },
  ],
  pageSize: 100,
  file: 'recouvrement-par-activite',
});

export const RecouvrementMoyenScreen = () => <StatistiqueScreen declaration={moyen} />;
export const RecouvrementSousEntiteScreen = () => <StatistiqueScreen declaration={sousEntite} />;
export const RecouvrementAgentScreen = () => <StatistiqueScreen declaration={agent} />;
export const RecouvrementActiviteScreen = () => <StatistiqueScreen declaration={activite} />;
