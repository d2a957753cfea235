/** The columns of the list of who may see a sub-entity. */
import { stateList, allColumns } from '../../platform/listing/columns.ts';
import { personColumns } from '../accounts/person-columns.ts';
import { type AccesRow, RAISONS_ACCES } from './acces.ts';

export const accesList = stateList<AccesRow>()(
  {
    ...personColumns,
    type: { header: 'Type', value: ({ type }) => type.nom, width: 110, grow: 0 },
    groupe: { header: 'Groupe', value: ({ groupe }) => groupe?.nom, filter: { field: 'g.nom' } },
    raison: { header: 'Accès', value: ({ raison }) => RAISONS_ACCES[raison], width: 220 },
    via: { header: 'Rattachement', value: ({ via }) => via?.nom },
  },
  { 'user.email': { type: 'text', label: 'Email' } },
);

export const accesColumns = allColumns(accesList);
