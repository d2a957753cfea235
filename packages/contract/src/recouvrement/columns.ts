/** The columns of the lists of tours and of the visits of one. */
import { COLLECTIVITE, placeText, stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { contribuableList } from '../contribuables/columns.ts';
import { impayeList } from '../contribuables/impaye-columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import type { TourneeRow, VisiteRow } from './tournees.ts';
import { ISSUE_WORDS, ISSUES, presenceText } from './visites.ts';

const MAX_PLACES = 3;

/** `Plateau, Lazaret et 2 autres`. */
export function lieuxText(lieux: readonly string[]): string {
  const others = lieux.length - MAX_PLACES;
  if (others <= 0) return lieux.join(', ');
  return `${lieux.slice(0, MAX_PLACES).join(', ')} et ${others} autre${others > 1 ? 's' : ''}`;
}

export const tourneeList = stateList<TourneeRow>()(
  {
    jour: {
      header: 'Jour',
      kind: 'day',
      value: (row) => row.jour,
      filter: { field: 'tournee.jour', type: 'day' },
    },
    agent: {
      header: 'Agent',
      value: (row) => row.agent.fullName,
      filter: { field: 'user.nom', label: "Nom de l'agent" },
      width: 180,
      primary: true,
    },
    lieux: { header: 'Lieux', value: (row) => lieuxText(row.lieux), width: 220 },
    collectivite: {
      ...COLLECTIVITE,
      value: (row) => row.entite.nom,
      filter: { field: 'ent.nom', ...placeFields['ent.nom'] },
    },
    visites: { header: 'Visites', kind: 'number', value: (row) => row.visites },
    aVisiter: { header: 'À visiter', kind: 'number', value: (row) => row.aVisiter },
    visitees: { header: 'Visités', kind: 'number', value: (row) => row.visitees },
    proposees: { header: 'Proposées', kind: 'number', value: (row) => row.proposees },
    proposeesFaites: {
      header: 'Proposées et faites',
      kind: 'number',
      value: (row) => row.proposeesFaites,
      width: 130,
    },
    horsProposition: {
      header: 'Faites sans proposition',
      kind: 'number',
      value: (row) => row.visitees - row.proposeesFaites,
      width: 150,
    },
    promesses: { header: 'Promesses', kind: 'number', value: (row) => row.promesses },
    promis: { header: 'Promis', kind: 'amount', value: (row) => row.promis },
    payeDepuis: { header: 'Payé depuis', kind: 'amount', value: (row) => row.payeDepuis },
    createdBy: { header: 'Préparée par', value: (row) => row.createdBy.username, width: 140 },
  },
  {
    'ent.id': placeFields['ent.id'],
    'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  },
);
export const tourneeColumns = deciding(allColumns(tourneeList), [
  'jour',
  'visites',
  'visitees',
  'proposees',
  'proposeesFaites',
  'payeDepuis',
]);

const { numKlis, fullName, localisation, adresse, telephone } = contribuableList.columns;
const { arrieres, exercice, exigible, attente } = impayeList.columns;

export const visiteList = stateList<VisiteRow>()(
  {
    ordre: {
      header: 'N°',
      // a text: on paper, the first column also holds the group headings
      value: (row) => String(row.ordre),
      filter: { field: 'visite.ordre', label: 'Ordre de passage', type: 'integer' },
      width: 48,
      grow: 0,
      paper: 4,
    },
    numKlis: { ...numKlis, kind: 'text', value: (row) => row.numKlis, filter: { field: 'contrib.numKlis' } },
    fullName: {
      ...fullName,
      kind: 'text',
      value: (row) => row.fullName,
      filter: { field: 'contrib.fullName' },
    },
    depuis: {
      header: 'Depuis',
      value: (row) => presenceText(row.presence),
      width: 150,
      paper: 9,
    },
    localisation: {
      ...localisation,
      kind: 'text',
      value: (row) => placeText(row.ramification),
      filter: { field: 'ram.nom', label: 'Localisation (nom)' },
    },
    adresse: { ...adresse, kind: 'text', value: (row) => row.adresse, filter: { field: 'contrib.adresse' } },
    telephone: {
      ...telephone,
      kind: 'text',
      value: (row) => row.telephone,
      filter: { field: 'contrib.telephone' },
    },
    arrieres: {
      ...arrieres,
      kind: 'amount',
      value: (row) => row.arrieres,
      filter: { field: 'contrib.arrieres' },
    },
    exercice: {
      ...exercice,
      kind: 'amount',
      value: (row) => row.exercice,
      filter: { field: 'contrib.exercice' },
    },
    exigible: {
      ...exigible,
      kind: 'amount',
      value: (row) => row.exigible,
      filter: { field: 'contrib.exigible' },
    },
    attente: {
      ...attente,
      kind: 'amount',
      value: (row) => row.attente,
      filter: { field: 'contrib.attente' },
    },
    payeDepuis: {
      header: 'Payé depuis',
      kind: 'amount',
      value: (row) => row.payeDepuis,
      filter: { field: 'contrib.payeDepuis' },
      paper: 10,
    },
    raison: {
      header: 'Proposé parce que',
      value: (row) => row.raison,
      filter: { field: 'visite.raison', label: 'Raison de la proposition' },
      width: 220,
      paper: 20,
    },
    issue: {
      header: 'Issue',
      value: (row) => row.issue && ISSUE_WORDS[row.issue],
      filter: { field: 'visite.issue', type: 'choice', values: ISSUES, labels: ISSUE_WORDS },
      width: 110,
      paper: 8,
    },
    promisLe: {
      header: 'Promis pour le',
      kind: 'day',
      value: (row) => row.promisLe,
      filter: { field: 'visite.promisLe', type: 'day' },
      paper: 10,
    },
    promis: {
      header: 'Promis',
      kind: 'amount',
      value: (row) => row.promis,
      filter: { field: 'visite.promis' },
      paper: 9,
    },
    note: {
      header: 'Note',
      value: (row) => row.note,
      filter: { field: 'visite.note' },
      paper: 14,
    },
    saisiePar: {
      header: 'Saisi par',
      value: (row) => row.saisiePar?.username,
      width: 140,
      paper: 10,
    },
    saisieLe: { header: 'Saisi le', kind: 'instant', value: (row) => row.saisieLe },
  },
  {
    'ram.id': placeFields['ram.id'],
  },
);
export const visiteColumns = allColumns(visiteList);
