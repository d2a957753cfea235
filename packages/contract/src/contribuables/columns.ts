/** The columns of the taxpayer list (specification 2 section 2.4). */
import type { TableColumn } from '../columns.ts';
import type { ContribuableRow } from './contribuables.ts';
import { rowColumns as row } from './row-columns.ts';

export const contribuableColumns = [
  row.date,
  row.heure,
  row.numKlis,
  row.fullName,
  row.localisation,
  {
    id: 'telephone',
    header: 'Téléphone',
    kind: 'text',
    value: ({ telephone }) => telephone,
    sort: 'contrib.telephone',
  },
  { ...row.statut, sort: 'contrib.statut' },
  row.bases,
  { ...row.prevu, sort: 'contrib.prevu' },
  { ...row.paye, sort: 'contrib.paye' },
  { ...row.restant, sort: 'contrib.restant' },
  row.agent,
  row.agentNom,
] as const satisfies readonly TableColumn<ContribuableRow>[];
