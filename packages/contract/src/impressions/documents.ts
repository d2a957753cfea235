/** The documents that lists and reports are printed as (specification 2 sections 2.14, 5 and 9). Pure. */
import { idsOf, sheetOf } from '../columns.ts';
import { contribuableColumns, contribuableList, enrollementColumns } from '../contribuables/columns.ts';
import type { FilterRow } from '../filter.ts';
import { transactionColumns, transactionList } from '../paiements/columns.ts';
import { type ResourcePath, SCREENS, type ScreenWith } from '../register.ts';

export interface PrintedDocument {
  title: string;
  /** List that its rows come from, by resource path. */
  resource: ResourcePath;
  /** Screen on which `Exporter` is asked for. */
  screen: ScreenWith<'Exporter'>;
  page: { size: 'A0' | 'A3' | 'A4'; layout: 'portrait' | 'landscape' };
  /** File name, with its ending. */
  file: string;
  /** Most rows that it takes; the document says what it left out. */
  limit: number;
  /** Columns of the list by id, with their share of the width; by default all. */
  columns?: Readonly<Record<string, number>>;
  /** Conditions that it always stands under. */
  filters: readonly FilterRow[];
  /** Order where the call asks for none. */
  order: { orderBy: string; sortOrder: 'asc' | 'desc' };
}

const A0 = { size: 'A0', layout: 'landscape' } as const;
const A3 = { size: 'A3', layout: 'landscape' } as const;
const A4 = { size: 'A4', layout: 'landscape' } as const;

/** What no document of a list goes beyond. */
export const MAX_PRINTED_ROWS = 500_000;
/** Printable lists on screen, and their documents (specification 2 section 9). */
export const MAX_PRINTABLE_ROWS = 3000;
export const MAX_REPORT_ROWS = 5000;

const ENROLES = { orderBy: 'contrib.createdAt', sortOrder: 'asc' } as const;
const above = (column: string): FilterRow => ({ column, operator: 'gt', x: '0' });
const LISTE_TRANSACTIONS = sheetOf(transactionList, idsOf(transactionColumns));
const RAPPORT_CONTRIBUABLES = sheetOf(
  contribuableList,
  [
    'date',
    'numKlis',
    'fullName',
    'localisation',
    'collectivite',
    'adresse',
    'telephone',
    'prevu',
    'paye',
    'restant',
  ],
  { fullName: 18, localisation: 20 },
);

export const DOCUMENTS = {
  contribuables: {
    title: 'Tous les contribuables',
    resource: 'contribuables',
    screen: 'contribuables',
    page: A0,
    file: 'liste-contribuables.pdf',
    limit: MAX_PRINTED_ROWS,
    columns: sheetOf(contribuableList, idsOf(contribuableColumns), { bases: 34, agentNom: 15 }),
    filters: [],
    order: ENROLES,
  },
  enrollements: {
    title: 'Enrôlement',
    resource: 'contribuables',
    screen: 'enrollements',
    page: A0,
    file: 'liste-contribuables.pdf',
    limit: MAX_PRINTED_ROWS,
    columns: sheetOf(contribuableList, idsOf(enrollementColumns)),
    filters: [],
    order: { orderBy: 'contrib.createdAt', sortOrder: 'desc' },
  },
  equipements: {
    title: SCREENS.equipements.nom,
    resource: 'equipements',
    screen: 'equipements',
    page: A0,
    file: 'liste-contribuables.pdf',
    limit: MAX_PRINTED_ROWS,
    filters: [],
    order: { orderBy: 'equipement.createdAt', sortOrder: 'desc' },
  },
  transactions: {
    title: SCREENS.transactions.nom,
    resource: 'transactions',
    screen: 'transactions',
    page: A0,
    file: 'liste-transactions.pdf',
    limit: MAX_PRINTED_ROWS,
    columns: LISTE_TRANSACTIONS,
    filters: [],
    order: { orderBy: 'trans.dateTransaction', sortOrder: 'desc' },
  },
  'liste-des-contribuables': {
    title: SCREENS['impression-contribuables'].nom,
    resource: 'contribuables',
    screen: 'impression-contribuables',
    page: A3,
    file: 'listecontribuable.pdf',
    limit: MAX_PRINTABLE_ROWS,
    columns: sheetOf(
      contribuableList,
      [
        'date',
        'heure',
        'numKlis',
        'fullName',
        'localisation',
        'collectivite',
        'adresse',
        'statut',
        'bases',
        'prevu',
        'paye',
        'restant',
        'agent',
        'agentNom',
        'validation',
      ],
      { fullName: 18, localisation: 15, statut: 8, bases: 25, agent: 11, agentNom: 13 },
    ),
    filters: [],
    order: ENROLES,
  },
  'liste-des-transactions': {
    title: SCREENS['impression-transactions'].nom,
    resource: 'transactions',
    screen: 'impression-transactions',
    page: A3,
    file: 'listetransaction.pdf',
    limit: MAX_PRINTABLE_ROWS,
    columns: LISTE_TRANSACTIONS,
    filters: [],
    order: { orderBy: 'trans.dateTransaction', sortOrder: 'asc' },
  },
  'situation-des-contribuables': {
    title: SCREENS['situation-contribuables'].nom,
    resource: 'contribuables',
    screen: 'impression-contribuables',
    page: A3,
    file: 'situation-des-contribuables.pdf',
    limit: MAX_PRINTABLE_ROWS,
    columns: sheetOf(
      contribuableList,
      [
        'numKlis',
        'fullName',
        'localisation',
        'collectivite',
        'adresse',
        'telephone',
        'prevu',
        'paye',
        'restant',
        'solde',
      ],
      { fullName: 22, localisation: 20, telephone: 11, prevu: 10, paye: 10, restant: 10 },
    ),
    filters: [],
    order: ENROLES,
  },
  'situation-des-recouvrements': {
    title: SCREENS['situation-recouvrements'].nom,
    resource: 'contribuables',
    screen: 'situation-recouvrements',
    page: A4,
    file: 'liste-des-contribuables.pdf',
    limit: MAX_REPORT_ROWS,
    columns: RAPPORT_CONTRIBUABLES,
    filters: [above('contrib.paye')],
    order: ENROLES,
  },
  'situation-des-impayes': {
    title: SCREENS['situation-impayes'].nom,
    resource: 'contribuables',
    screen: 'situation-impayes',
    page: A4,
    file: 'liste-des-contribuables.pdf',
    limit: MAX_REPORT_ROWS,
    columns: RAPPORT_CONTRIBUABLES,
    filters: [above('contrib.restant')],
    order: ENROLES,
  },
  'releve-des-recouvrements': {
    title: SCREENS['releve-recouvrements'].nom,
    resource: 'transactions',
    screen: 'releve-recouvrements',
    page: A4,
    file: 'liste-des-transactions.pdf',
    limit: MAX_PRINTED_ROWS,
    columns: sheetOf(
      transactionList,
      [
        'date',
        'heure',
        'contribuable',
        'numKlis',
        'localisation',
        'collectivite',
        'moyenPaiement',
        'reference',
        'montant',
        'agent',
      ],
      { contribuable: 22, reference: 15, agent: 11 },
    ),
    filters: [{ column: 'trans.statut', operator: 'eq', x: 'Confirmé' }],
    order: { orderBy: 'trans.dateTransaction', sortOrder: 'asc' },
  },
} as const satisfies Record<string, PrintedDocument>;
export type DocumentId = keyof typeof DOCUMENTS;
export const DOCUMENT_IDS = Object.keys(DOCUMENTS) as [DocumentId, ...DocumentId[]];
