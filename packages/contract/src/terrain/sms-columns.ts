/** The columns of the list of SMS. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { ETAT_SMS_WORDS, ETATS_SMS } from '../platform/values/sms.ts';
import { placeFields } from '../territoire/place-fields.ts';
import { collectivite } from './shared-columns.ts';
import type { MessageSmsRow } from './sms.ts';

export const messageSmsList = stateList<MessageSmsRow>()(
  {
    createdAt: {
      header: 'Date',
      kind: 'instant',
      value: (row) => row.createdAt,
      filter: { field: 'sms.createdAt' },
    },
    contribuable: {
      header: 'Contribuable',
      value: (row) => row.contribuable.fullName,
      filter: { field: 'contrib.fullName', identifies: true, sorts: false },
      width: 190,
      primary: true,
    },
    telephone: {
      header: 'Téléphone',
      value: (row) => row.telephone,
      filter: { field: 'sms.telephone', identifies: true, sorts: false },
      width: 130,
      grow: 0,
    },
    etat: {
      header: 'État',
      kind: 'status',
      value: (row) => ETAT_SMS_WORDS[row.etat],
      filter: { field: 'sms.etat', values: ETATS_SMS, labels: ETAT_SMS_WORDS, sorts: false },
    },
    texte: { header: 'Texte', value: (row) => row.texte, width: 340, paper: 30 },
    cause: { header: 'Cause', value: (row) => row.cause, width: 220 },
    segments: {
      header: 'Segments',
      kind: 'number',
      value: (row) => row.segments,
      filter: { field: 'sms.segments' },
    },
    recu: {
      header: 'Reçu',
      value: (row) => row.transaction.numeroRecu,
      filter: { field: 't.numeroRecu', label: 'Numéro de reçu', identifies: true, sorts: false },
      width: 190,
    },
    passerelle: { header: 'Passerelle', value: (row) => row.passerelle, width: 140 },
    essais: { header: 'Essais', kind: 'number', value: (row) => row.essais, filter: { field: 'sms.essais' } },
    envoyeLe: {
      header: 'Envoyé le',
      kind: 'instant',
      value: (row) => row.envoyeLe,
      filter: { field: 'sms.envoyeLe', sorts: false },
    },
    collectivite,
  },
  { 'ent.id': placeFields['ent.id'] },
);
export const messageSmsColumns = deciding(allColumns(messageSmsList), [
  'createdAt',
  'telephone',
  'etat',
  'texte',
]);
