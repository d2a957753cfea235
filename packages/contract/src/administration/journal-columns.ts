/** The columns of the journal's exported list. */
import type { TableColumn } from '../columns.ts';
import type { JournalAct } from './journal.ts';
import { acteLabel, champLabel, domaineLabel, ressourceLabel } from './journal-words.ts';

const record = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const journalColumns: readonly TableColumn<JournalAct>[] = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  { id: 'personne', header: 'Personne', kind: 'text', value: (row) => row.utilisateur?.fullName },
  { id: 'pseudo', header: 'Pseudo', kind: 'text', value: (row) => row.utilisateur?.username },
  { id: 'acte', header: 'Acte', kind: 'text', value: (row) => acteLabel(row.acte) },
  { id: 'domaine', header: 'Domaine', kind: 'text', value: (row) => domaineLabel(row.domaine) },
  { id: 'ressource', header: 'Ressource', kind: 'text', value: (row) => ressourceLabel(row.ressource) },
  { id: 'enregistrement', header: 'N°', kind: 'number', value: (row) => row.enregistrement },
  { id: 'collectivite', header: 'Collectivité', kind: 'text', value: (row) => row.entite?.nom },
  {
    id: 'champs',
    header: 'Champs modifiés',
    kind: 'text',
    value: (row) => row.resume.map(champLabel).join(', '),
  },
  { id: 'avant', header: 'Avant', kind: 'text', value: (row) => record(row.avant) },
  { id: 'apres', header: 'Après', kind: 'text', value: (row) => record(row.apres) },
  { id: 'reference', header: 'Référence', kind: 'text', value: (row) => row.requestId },
  { id: 'scelle', header: 'Scellé', kind: 'text', value: (row) => (row.scelle ? 'oui' : 'non') },
];
