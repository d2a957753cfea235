/** The columns of the list of who may see a sub-entity. */
import type { TableColumn } from '../columns.ts';
import { type AccesRow, RAISONS_ACCES } from './acces.ts';

export const accesColumns = [
  { id: 'nom', header: 'Nom', kind: 'text', value: ({ fullName }) => fullName, sort: 'user.nom' },
  {
    id: 'username',
    header: 'Pseudo',
    kind: 'text',
    value: ({ username }) => username,
    sort: 'user.username',
  },
  { id: 'type', header: 'Type', kind: 'text', value: ({ type }) => type.nom },
  { id: 'groupe', header: 'Groupe', kind: 'text', value: ({ groupe }) => groupe?.nom, sort: 'g.nom' },
  { id: 'raison', header: 'Accès', kind: 'text', value: ({ raison }) => RAISONS_ACCES[raison] },
  { id: 'via', header: 'Rattachement', kind: 'text', value: ({ via }) => via?.nom },
] as const satisfies readonly TableColumn<AccesRow>[];
