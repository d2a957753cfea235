/** The columns of the journal. */
import { stateList, allColumns } from '../../platform/listing/columns.ts';
import type { JournalRow } from './journal.ts';
import {
  acteLabel,
  ACTES,
  champLabel,
  domaineLabel,
  DOMAINES,
  ressourceLabel,
  RESSOURCES,
} from './journal-words.ts';

/** List rows omit the records before and after the act; exported files contain them. */
type JournalCells = JournalRow & { avant?: unknown; apres?: unknown };

const record = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
/** A column whose value is stored in the journal as a key and shown through its label. */
const word = (field: string, labels: Readonly<Record<string, string>>) =>
  ({ field, type: 'choice', values: Object.keys(labels), labels, sorts: false }) as const;

export const journalList = stateList<JournalCells>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.createdAt,
      filter: { field: 'journal.createdAt', sorts: false },
    },
    heure: { header: 'Heure', kind: 'time', value: (row) => row.createdAt },
    personne: { header: 'Personne', value: (row) => row.utilisateur?.fullName, width: 140 },
    pseudo: { header: 'Pseudo', value: (row) => row.utilisateur?.username },
    acte: {
      header: 'Acte',
      value: (row) => acteLabel(row.acte),
      filter: word('journal.acte', ACTES),
      width: 116,
      grow: 0,
    },
    domaine: {
      header: 'Domaine',
      value: (row) => domaineLabel(row.domaine),
      filter: word('journal.domaine', DOMAINES),
      width: 116,
      grow: 0,
    },
    ressource: {
      header: 'Ressource',
      value: (row) => ressourceLabel(row.ressource),
      filter: word('journal.ressource', RESSOURCES),
      width: 190,
    },
    enregistrement: {
      header: 'Identifiant',
      kind: 'number',
      value: (row) => row.enregistrement,
      filter: { field: 'journal.enregistrement', label: "Identifiant de l'enregistrement", sorts: false },
    },
    collectivite: { header: 'Collectivité', value: (row) => row.entite?.nom, width: 124 },
    champs: {
      header: 'Champs modifiés',
      value: (row) => row.resume.map(champLabel).join(', ') || null,
      width: 160,
    },
    avant: { header: 'Avant', value: (row) => record(row.avant) },
    apres: { header: 'Après', value: (row) => record(row.apres) },
    reference: { header: 'Référence', value: (row) => row.requestId },
    scelle: { header: 'Scellé', value: (row) => (row.scelle ? 'oui' : 'non') },
  },
  {
    'user.id': { type: 'reference', label: 'Personne', to: 'users' },
    'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  },
);

export const journalColumns = allColumns(journalList);
