/** The three statistics of enrolments (specification 2 section 2.15). */
import type {
  EnrolementsParAgent,
  EnrolementsParDate,
  EnrolementsParTaxe,
} from '@octroi/contract/pilotage/statistiques';
import { asks } from '#src/platform/call.ts';
import { AgentsTable } from './AgentsTable.tsx';
import {
  basesTaxablesOf,
  contribuablesOf,
  defineStatistique,
  type Measure,
  transactionsOf,
} from './declaration.ts';
import { StatistiqueScreen } from './StatistiqueScreen.tsx';

const TOTAL = {
  id: 'total',
  label: 'Total enrôlement',
  kind: 'nombre',
  counter: 'Contribuable(s) enrôlé(s)',
  list: (scoped) => contribuablesOf(scoped),
} satisfies Measure<EnrolementsParDate>;
const CORRIGE = {
  id: 'corrige',
  label: 'Corrigé',
  kind: 'nombre',
  counter: 'Corrigé(s)',
  list: (scoped) => contribuablesOf(scoped, 'Corrigé'),
} satisfies Measure<EnrolementsParDate>;
const VALIDE = {
  id: 'valide',
  label: 'Validé',
  kind: 'nombre',
  counter: 'Validé(s)',
  list: (scoped) => contribuablesOf(scoped, 'Validé'),
} satisfies Measure<EnrolementsParDate>;

const sousEntite = defineStatistique<EnrolementsParDate>({
  screen: 'recensement-sous-entite',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names.join(' › ') || everywhere} › Recensement`,
  asks: (query) => asks('GET /statistiques/enrollement/par-entite', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  head: 'Date',
  // enrolled, validated, corrected above; corrected, validated in the table (specification 2 section 2.15)
  measures: [TOTAL, { ...CORRIGE, rank: 1 }, VALIDE],
  pageSize: 100,
  file: 'recensement-par-sous-entite',
});

const agent = defineStatistique<EnrolementsParAgent>({
  screen: 'recensement-agent',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names[0] ?? everywhere} › Agents`,
  asks: (query) => asks('GET /statistiques/enrollement/par-agent', { query }),
  choosers: ['agent'],
  opening: null,
  before: AgentsTable,
  head: 'Date',
  measures: [
    TOTAL,
    { ...VALIDE, counter: 'Validation(s)' },
    { ...CORRIGE, counter: 'Correction(s)' },
    {
      id: 'encaisse',
      label: 'Montant encaissé',
      kind: 'montant',
      counter: 'Montant encaissé',
      undrawn: true,
      list: (scoped) => transactionsOf(scoped),
    },
  ],
  pageSize: 100,
  file: 'recensement-par-agent',
});

const activite = defineStatistique<EnrolementsParTaxe>({
  screen: 'recensement-activite',
  section: 'Recensement',
  heading: ({ names, everywhere }) => `${names.join(' › ') || everywhere} › Activités et bases taxables`,
  asks: (query) => asks('GET /statistiques/enrollement/par-taxe', { query }),
  choosers: ['lieu'],
  opening: 'aujourdhui',
  head: 'Nom',
  rowName: ({ taxe }) => taxe,
  measures: [
    {
      id: 'total',
      label: 'Nombre',
      kind: 'nombre',
      counter: 'Base(s) taxable(s) enrôlée(s)',
      list: (scoped, row) => basesTaxablesOf(scoped, row),
    },
    {
      id: 'corrige',
      label: 'Corrigé',
      kind: 'nombre',
      counter: 'De contribuables corrigés',
      rank: 1,
      list: (scoped, row) => basesTaxablesOf(scoped, row, 'Corrigé'),
    },
    {
      id: 'valide',
      label: 'Validé',
      kind: 'nombre',
      counter: 'De contribuables validés',
      list: (scoped, row) => basesTaxablesOf(scoped, row, 'Validé'),
    },
  ],
  pageSize: 100,
  file: 'recensement-par-activite',
});

export const RecensementSousEntiteScreen = () => <StatistiqueScreen declaration={sousEntite} />;
export const RecensementAgentScreen = () => <StatistiqueScreen declaration={agent} />;
export const RecensementActiviteScreen = () => <StatistiqueScreen declaration={activite} />;
