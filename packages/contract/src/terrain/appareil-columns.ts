/** The columns of the list of devices. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { lieuxText } from '../recouvrement/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import type { AppareilRow } from './appareils.ts';
import {
  CONTACT_WORDS,
  CONTACTS,
  ETAT_APPAREIL_WORDS,
  ETAT_PLAFOND_WORDS,
  ETATS_APPAREIL,
  ETATS_PLAFOND,
} from './rules.ts';
import { collectivite } from './shared-columns.ts';

/**
 * What became of a device's phone. Papers that a replaced device gave after the last receipt received are unknown to the
 * office.
 */
function suiteOf({ remplacePar, remplace, series }: AppareilRow): string | null {
  if (remplacePar !== null) {
    const last = series.at(-1);
    const known = last
      ? `Dernier reçu connu : ${last.annee}, n° ${last.dernier}. D’autres peuvent exister sur papier.`
      : 'Aucun reçu connu : il peut en exister sur papier.';
    return `Remplacé par ${remplacePar}. ${known}`;
  }
  return remplace === null ? null : `Remplace ${remplace}`;
}

export const appareilList = stateList<AppareilRow>()(
  {
    appareil: {
      header: 'Appareil',
      value: (row) => `${row.code} ${row.nom}`,
      filter: { field: 'a.code', label: 'Code', identifies: true },
      width: 200,
      primary: true,
    },
    agent: {
      header: 'Agent',
      value: (row) => row.agent.fullName,
      filter: { field: 'ag.nom', identifies: true },
      width: 150,
    },
    statut: {
      header: 'État',
      kind: 'status',
      value: (row) => ETAT_APPAREIL_WORDS[row.statut],
      filter: {
        field: 'a.statut',
        values: ETATS_APPAREIL,
        labels: ETAT_APPAREIL_WORDS,
        sorts: false,
      },
      width: 104,
      paper: 11,
    },
    contact: {
      header: 'Contact',
      kind: 'status',
      value: (row) => CONTACT_WORDS[row.contact],
      filter: { field: 'a.contact', values: CONTACTS, labels: CONTACT_WORDS, sorts: false },
      width: 108,
      paper: 11,
    },
    dernierContact: {
      header: 'Dernier contact',
      kind: 'instant',
      value: (row) => row.dernierContact,
      filter: { field: 'a.dernierContact' },
      paper: 18,
    },
    enAttente: {
      header: 'En attente',
      kind: 'number',
      value: (row) => row.enAttente,
      filter: { field: 'a.enAttente', label: 'Commandes en attente' },
    },
    detenu: { header: 'Détenu', kind: 'amount', value: (row) => row.detenu, width: 96 },
    plafond: {
      header: 'Plafond du jour',
      // a limit, not an amount: it has no total
      kind: 'number',
      value: (row) => row.plafond,
      filter: { field: 'a.plafond', type: 'amount' },
      width: 124,
    },
    plafondDuJour: {
      header: 'Espèces du jour',
      kind: 'status',
      value: (row) => ETAT_PLAFOND_WORDS[row.plafondDuJour],
      filter: {
        field: 'a.plafondDuJour',
        values: ETATS_PLAFOND,
        labels: ETAT_PLAFOND_WORDS,
        sorts: false,
      },
      width: 120,
      paper: 12,
    },
    cas: { header: 'Cas ouverts', kind: 'number', value: (row) => row.cas },
    lieux: {
      header: 'Sous-entités',
      value: (row) => lieuxText(row.ramifications.map(({ nom }) => nom)),
      width: 220,
    },
    suite: { header: 'Suite', value: suiteOf, width: 260 },
    procesVerbal: {
      header: 'Procès-verbal',
      value: (row) => row.procesVerbal,
      filter: { field: 'a.procesVerbal' },
      width: 140,
    },
    recusDeclares: {
      header: 'Reçus déclarés perdus',
      kind: 'number',
      value: (row) => row.recusDeclares,
      width: 160,
    },
    logiciel: { header: 'Version', value: (row) => row.logiciel, width: 90, paper: 8 },
    collectivite,
  },
  {
    'a.nom': { type: 'text', label: 'Nom', identifies: true },
    'ent.id': placeFields['ent.id'],
    'ag.id': { type: 'reference', label: 'Agent', to: 'users' },
  },
);
export const appareilColumns = deciding(allColumns(appareilList), [
  'agent',
  'statut',
  'contact',
  'enAttente',
  'detenu',
  'cas',
]);
