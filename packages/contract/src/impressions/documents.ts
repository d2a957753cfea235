/** The printable documents of lists and reports (specification 2 sections 2.14, 5 and 9). Pure. */
import type { BASE_WORDS } from '../constants.ts';
import { releveValeurList } from '../caisse/valeurs/valeur-columns.ts';
import { idsOf, sheetOf, allColumns } from '../platform/listing/columns.ts';
import { impayeList } from '../contribuables/impaye-columns.ts';
import { contribuableColumns, contribuableList, enrollementColumns } from '../contribuables/columns.ts';
import type { FilterRow } from '../platform/listing/filter.ts';
import { transactionColumns, transactionList } from '../paiements/columns.ts';
import { formatDay, type OpenRange } from '../platform/values/period.ts';
import { visiteList } from '../recouvrement/columns.ts';
import { avisRemisList } from '../recouvrement/remises-avis-columns.ts';
import { MAX_VISITES } from '../recouvrement/visites.ts';
import { RESOURCES, type ResourcePath, SCREENS, type ScreenWith } from '../register.ts';

type Base = keyof typeof BASE_WORDS;

export interface PrintedDocument {
  title: string;
  /** Resource path of the list that gives the rows. */
  resource: ResourcePath;
  /** Screen on which « Exporter » is required. */
  screen: ScreenWith<'Exporter'>;
  page: { size: 'A0' | 'A3' | 'A4'; layout: 'portrait' | 'landscape' };
  /** File name with its extension. */
  file: string;
  /** Most rows; the document states how many were left out. */
  limit: number;
  /** Ids of the shown columns with their share of the width; all columns by default. */
  columns?: Readonly<Record<string, number>>;
  /** Columns that replace them for a given base. */
  columnsBy?: Readonly<Partial<Record<Base, Readonly<Record<string, number>>>>>;
  /** Bases that its figures may count, the default first; the document states the base used. */
  bases?: readonly Base[];
  /** It shows the state on the last requested day, today by default. */
  aUnJour?: boolean;
  /** Filters that always apply. */
  filters: readonly FilterRow[];
  /** Order when the request has none. */
  order: { orderBy: string; sortOrder: 'asc' | 'desc' };
}

/** The columns of a document for a base, with their shares of the width; undefined: all columns of the list. */
export const sheetColumns = (
  { columns, columnsBy }: Pick<PrintedDocument, 'columns' | 'columnsBy'>,
  base: Base | undefined,
): Readonly<Record<string, number>> | undefined => (base && columnsBy?.[base]) ?? columns;

/** The period line of a report on a day's state. */
export const etatText = ({ from, to }: OpenRange, today: string): string =>
  `Échéances tombées ${from ? `du ${formatDay(from)} ` : ''}au ${formatDay(to ?? today)}, encore impayées le ${formatDay(today)}`;

const A0 = { size: 'A0', layout: 'landscape' } as const;
const A3 = { size: 'A3', layout: 'landscape' } as const;
const A4 = { size: 'A4', layout: 'landscape' } as const;

/** The groupings of a printed list, with the level (`NIVEAUX`, from 1) of the places used as headings. */
export const GROUPES = { quartier: 2, secteur: 4 } as const;
export type Groupe = keyof typeof GROUPES;

/** Most rows of any document. */
export const MAX_PRINTED_ROWS = 500_000;
/** Printable lists on screen, and their documents (specification 2 section 9). */
export const MAX_PRINTABLE_ROWS = 3000;
const MAX_REPORT_ROWS = 5000;

const ENROLES = { orderBy: 'contrib.createdAt', sortOrder: 'asc' } as const;
const LISTE_TRANSACTIONS = sheetOf(transactionList, idsOf(transactionColumns));
/** A printed list includes the address, for which the screen has no room. */
const withAddress = <Id extends string>(ids: readonly Id[]): (Id | 'adresse')[] =>
  ids.flatMap((id) => (id === 'collectivite' ? [id, 'adresse' as const] : [id]));
const QUI = ['numKlis', 'fullName', 'localisation', 'collectivite', 'adresse', 'telephone'] as const;
/** Columns of received money: it has no amount due and no restant, but the years it paid. */
const RECU = ['payeExercice', 'payeAutres', 'paye'] as const;

export const DOCUMENTS = {
  contribuables: {
    title: 'Tous les contribuables',
    resource: 'contribuables',
    screen: 'contribuables',
    page: A0,
    file: 'liste-contribuables.pdf',
    limit: MAX_PRINTED_ROWS,
    columns: sheetOf(contribuableList, withAddress(idsOf(contribuableColumns)), { bases: 34, agentNom: 15 }),
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
    columns: sheetOf(contribuableList, withAddress(idsOf(enrollementColumns))),
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
      { heure: 8, fullName: 18, localisation: 15, statut: 8, bases: 25, agent: 11, agentNom: 13 },
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
    bases: ['enrolement', 'encaissement'],
    columns: sheetOf(contribuableList, [...QUI, 'prevu', 'paye', 'restant', 'solde'], {
      fullName: 22,
      localisation: 20,
      telephone: 11,
      prevu: 10,
      paye: 10,
      restant: 10,
    }),
    columnsBy: {
      encaissement: sheetOf(contribuableList, [...QUI, 'prevu', ...RECU], { fullName: 22, localisation: 20 }),
    },
    filters: [],
    order: ENROLES,
  },
  'situation-des-recouvrements': {
    title: SCREENS['situation-recouvrements'].nom,
    resource: 'contribuables',
    screen: 'situation-recouvrements',
    page: A4,
    file: 'situation-des-recouvrements.pdf',
    limit: MAX_REPORT_ROWS,
    columns: sheetOf(contribuableList, ['enrole', ...QUI, 'prevu', 'paye', 'restant'], {
      fullName: 18,
      localisation: 20,
    }),
    columnsBy: {
      encaissement: sheetOf(contribuableList, ['enrole', ...QUI, ...RECU], {
        fullName: 18,
        localisation: 20,
      }),
    },
    bases: ['encaissement', 'enrolement'],
    // taxpayers refunded more than they paid count too: the sum is then all money received
    filters: [{ column: 'contrib.paye', operator: 'not eq', x: '0' }],
    order: ENROLES,
  },
  'situation-des-impayes': {
    title: SCREENS['situation-impayes'].nom,
    resource: 'impayes',
    screen: 'situation-impayes',
    page: A4,
    file: 'situation-des-impayes.pdf',
    limit: MAX_REPORT_ROWS,
    columns: sheetOf(impayeList, idsOf(allColumns(impayeList)), { fullName: 18, localisation: 19 }),
    aUnJour: true,
    filters: [],
    order: ENROLES,
  },
  tournee: {
    title: RESOURCES.tournees.one,
    resource: 'visites',
    screen: 'tournees',
    page: A4,
    file: 'tournee.pdf',
    limit: MAX_VISITES,
    columns: sheetOf(
      visiteList,
      [
        'ordre',
        'numKlis',
        'fullName',
        'localisation',
        'adresse',
        'telephone',
        'arrieres',
        'exercice',
        'exigible',
        'attente',
        'issue',
      ],
      {
        numKlis: 13,
        localisation: 17,
        adresse: 11,
        telephone: 11,
        arrieres: 9,
        exercice: 9,
        exigible: 9,
        attente: 9,
      },
    ),
    filters: [],
    order: { orderBy: 'visite.ordre', sortOrder: 'asc' },
  },
  'avis-distribues': {
    title: SCREENS['avis-distribues'].nom,
    resource: 'avis_remis',
    screen: 'avis-distribues',
    page: A4,
    file: 'avis-distribues.pdf',
    limit: MAX_REPORT_ROWS,
    columns: sheetOf(avisRemisList, [
      'remisLe',
      'heure',
      'avis',
      'numKlis',
      'contribuable',
      'lieu',
      'collectivite',
      'etat',
      'remisA',
      'agent',
      'ecart',
      'photo',
    ]),
    filters: [],
    order: { orderBy: 'remise.remisLe', sortOrder: 'asc' },
  },
  'releve-valeurs': {
    title: SCREENS['releve-valeurs'].nom,
    resource: 'releves_valeurs',
    screen: 'valeurs-inactives',
    page: A3,
    file: 'recu-vendu-rendu.pdf',
    limit: MAX_REPORT_ROWS,
    columns: sheetOf(releveValeurList, [
      'detenteur',
      'categorie',
      'unite',
      'ouverture',
      'recu',
      'recus',
      'vendu',
      'vendus',
      'rendu',
      'rendus',
      'perdu',
      'cloture',
      'montantVendu',
      'montantCloture',
    ]),
    filters: [],
    order: { orderBy: 'cv.nom', sortOrder: 'asc' },
  },
  'releve-des-recouvrements': {
    title: SCREENS['releve-recouvrements'].nom,
    resource: 'transactions',
    screen: 'releve-recouvrements',
    page: A4,
    file: 'releve-des-recouvrements.pdf',
    limit: MAX_PRINTED_ROWS,
    bases: ['encaissement'],
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

const PEOPLE: readonly ResourcePath[] = ['contribuables', 'impayes', 'visites', 'releves_valeurs'];

/** Whether a signature column makes sense: the rows are people. */
export const isSignable = (document: DocumentId): boolean => PEOPLE.includes(DOCUMENTS[document].resource);
