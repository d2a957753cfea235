/** Export of suspensions of collection. */
import { RESOURCES, suspensionColumns, suspensionList, suspensionQuerySchema } from '@octroi/contract';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { narrowSuspensions } from './suspensions.service.ts';

export const suspensionExport: ListExport = listExport({
  title: RESOURCES.suspensions.many,
  file: 'suspensions',
  domain: 'fiscalite',
  screens: ['suspensions'],
  columns: suspensionColumns,
  fields: suspensionList.fields,
  narrow: (person, query) => narrowSuspensions(person, ownQuery(suspensionQuerySchema, query)),
});
