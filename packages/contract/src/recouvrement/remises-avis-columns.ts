/** The columns of the register of notices handed over. */
import { formatNumber } from '../platform/values/money.ts';
import { allColumns, COLLECTIVITE, deciding, placeText, stateList } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import { ETAT_REMISE_WORDS, ETATS_REMISE, REMIS_A, REMIS_A_WORDS } from './remis.ts';
import type { AvisRemisRow } from './remises-avis.ts';

/** `13,51370 2,10980 à 12 m près` */
function positionText({ position }: AvisRemisRow): string | null {
  if (!position) return null;
  const degrees = (value: number) => value.toFixed(5).replace('.', ',');
  return `${degrees(position.latitude)} ${degrees(position.longitude)} à ${formatNumber(Math.round(position.precision))} m près`;
}

export const avisRemisList = stateList<AvisRemisRow>()(
  {
    remisLe: {
      header: 'Remis le',
      kind: 'day',
      value: ({ remisLe }) => remisLe,
      filter: { field: 'remise.remisLe', type: 'day' },
    },
    heure: { header: 'Heure', kind: 'time', value: ({ instant }) => instant, paper: 8 },
    contribuable: {
      header: 'Contribuable',
      value: ({ contribuable }) => contribuable.fullName,
      filter: { field: 'contrib.fullName', identifies: true, sorts: false },
      primary: true,
      width: 190,
      paper: 20,
    },
    numKlis: {
      header: 'Numéro',
      value: ({ contribuable }) => contribuable.numKlis,
      filter: { field: 'contrib.numKlis', label: 'Numéro du contribuable', identifies: true, sorts: false },
      width: 130,
      grow: 0,
      paper: 13,
    },
    avis: {
      header: 'Avis',
      value: ({ avis }) => avis.numero,
      filter: { field: 'piece.numero', label: 'Numéro de l’avis', identifies: true, sorts: false },
      width: 190,
      paper: 20,
    },
    etat: {
      header: 'État',
      kind: 'status',
      value: ({ etat }) => ETAT_REMISE_WORDS[etat],
      filter: { field: 'remise.etat', values: ETATS_REMISE, labels: ETAT_REMISE_WORDS, sorts: false },
      width: 100,
      paper: 9,
    },
    remisA: {
      header: 'À qui',
      value: ({ remisA }) => REMIS_A_WORDS[remisA],
      filter: {
        field: 'remise.remisA',
        type: 'choice',
        values: REMIS_A,
        labels: REMIS_A_WORDS,
        sorts: false,
      },
      width: 130,
      paper: 13,
    },
    agent: {
      header: 'Agent',
      value: ({ agent }) => agent.fullName,
      filter: { field: 'user.nom', label: "Nom de l'agent", sorts: false },
      width: 170,
      paper: 15,
    },
    lieu: {
      header: 'Localisation',
      value: ({ ramification }) => placeText(ramification),
      filter: { field: 'ram.nom', label: 'Nom de la localisation', sorts: false },
      width: 200,
      paper: 20,
    },
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'], sorts: false } },
    montant: {
      header: 'Montant demandé',
      kind: 'number',
      value: ({ avis }) => avis.montant,
      width: 130,
    },
    annee: {
      header: 'Année',
      // a year is no figure to group by thousands
      value: ({ avis }) => String(avis.annee),
      filter: { field: 'remise.annee', type: 'integer', label: 'Année de l’avis', sorts: false },
      width: 70,
      grow: 0,
    },
    position: { header: 'Position du téléphone', value: positionText, width: 220, optional: true },
    ecart: {
      header: 'Écart (m)',
      kind: 'number',
      value: ({ ecart }) => ecart,
      width: 90,
      paper: 8,
    },
    photo: { header: 'Talon', value: ({ photo }) => (photo ? 'Photo' : null), width: 80, paper: 7 },
    saisiePar: { header: 'Saisi par', value: ({ saisiePar }) => saisiePar?.username, width: 140 },
    annuleeLe: { header: 'Annulé le', kind: 'instant', value: ({ annuleeLe }) => annuleeLe },
    annuleePar: { header: 'Annulé par', value: ({ annuleePar }) => annuleePar?.username, width: 140 },
    motif: { header: 'Motif', value: ({ motif }) => motif, width: 200 },
  },
  {
    'ent.id': placeFields['ent.id'],
    'ram.id': placeFields['ram.id'],
    'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  },
);
export const avisRemisColumns = deciding(allColumns(avisRemisList), [
  'remisLe',
  'contribuable',
  'etat',
  'remisA',
  'agent',
]);
