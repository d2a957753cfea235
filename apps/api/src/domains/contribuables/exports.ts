/** Exports of taxpayer lists. */
import {
  baseTaxableColumns,
  baseTaxableList,
  contribuableColumns,
  contribuableList,
  contribuableQuerySchema,
  enrollementColumns,
  enrollementListQuery,
  equipementColumns,
  equipementList,
  impayeList,
  impayeQuerySchema,
  equipementListQuery,
  exonerationColumns,
  exonerationList,
  exonerationQuerySchema,
  RESOURCES,
  SCREENS,
  allColumns,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { contribuableService } from './contribuables.service.ts';
import { narrowExonerations } from './exonerations/exonerations.service.ts';
import { impayeService } from './impayes.service.ts';
import { enrollementReader } from './lignes/enrollements.service.ts';
import { narrowEquipements } from './lignes/equipements.service.ts';

/** The taxpayer list (specification 2 section 2.4). */
export function contribuableExport(db: Database, today: () => string): ListExport {
  const service = contribuableService(db, today);
  return listExport({
    title: RESOURCES.contribuables.many,
    file: 'liste-contribuables',
    domain: 'contribuables',
    screens: ['contribuables'],
    columns: contribuableColumns,
    printable: allColumns(contribuableList),
    fields: contribuableList.fields,
    annual: true,
    narrow: (person, query) => service.narrow(person, ownQuery(contribuableQuerySchema, query)),
  });
}

/** Taxpayers who owe something on a day (specification 2 section 2.14). */
export function impayeExport(db: Database, today: () => string): ListExport {
  const { narrow } = impayeService(db, today);
  return listExport({
    title: RESOURCES.impayes.many,
    file: 'impayes',
    domain: 'contribuables',
    screens: ['situation-impayes'],
    columns: allColumns(impayeList),
    fields: impayeList.fields,
    narrow: (person, query) => narrow(person, ownQuery(impayeQuerySchema, query)),
  });
}

/** The enrolment list: taxpayers waiting for a controller (specification 2 section 2.10). */
export function enrollementExport(db: Database, today: () => string): ListExport {
  const service = contribuableService(db, today);
  return listExport({
    title: RESOURCES.enrollements.many,
    file: 'liste-contribuables',
    domain: 'contribuables',
    screens: ['enrollements'],
    columns: enrollementColumns,
    fields: contribuableList.fields,
    annual: true,
    narrow: (person, query) => service.narrow(person, ownQuery(contribuableQuerySchema, query)),
  });
}

/** The list of taxable bases: the lines behind the enrolments by activity (specification 2 section 2.15). */
export function baseTaxableExport(db: Database): ListExport {
  const { narrow } = enrollementReader(db);
  return listExport({
    title: RESOURCES['bases-taxables'].many,
    file: 'liste-bases-taxables',
    domain: 'contribuables',
    screens: ['enrollements'],
    columns: baseTaxableColumns,
    fields: baseTaxableList.fields,
    narrow: (person, query) => narrow(person, ownQuery(enrollementListQuery, query)),
  });
}

/** The equipment list (specification 2 section 2.12). */
export const equipementExport: ListExport = listExport({
  title: RESOURCES.equipements.many,
  file: 'liste-contribuables',
  domain: 'contribuables',
  screens: ['equipements'],
  columns: equipementColumns,
  fields: equipementList.fields,
  narrow: (person, query) => narrowEquipements(person, ownQuery(equipementListQuery, query)),
});

/** Exonérations of taxpayers. */
export const exonerationExport: ListExport = listExport({
  title: SCREENS.exonerations.nom,
  file: 'exoneres',
  domain: 'contribuables',
  screens: ['exonerations'],
  columns: exonerationColumns,
  fields: exonerationList.fields,
  narrow: (person, query) => narrowExonerations(person, ownQuery(exonerationQuerySchema, query)),
});
