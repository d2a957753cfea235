/** What is exported of tours. */
import {
  avisRemisColumns,
  avisRemisList,
  avisRemisQuery,
  formatDay,
  RESOURCES,
  tourneeColumns,
  tourneeList,
  tourneeQuerySchema,
  visiteColumns,
  visiteList,
  visiteQuerySchema,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { narrowRemises } from './distribution/remises.service.ts';
import { tourneeService } from './tournees.service.ts';
import { visiteService } from './visites.service.ts';

export function tourneeExport(db: Database): ListExport {
  const { narrow } = tourneeService(db);
  return listExport({
    title: RESOURCES.tournees.many,
    file: 'liste-tournees',
    domain: 'recouvrement',
    screens: ['tournees'],
    columns: tourneeColumns,
    fields: tourneeList.fields,
    narrow: (person, query) => narrow(person, ownQuery(tourneeQuerySchema, query)),
  });
}

/** The visits of a tour: the sheet that the agent takes along is drawn of them. */
export function visiteExport(db: Database, today: () => string): ListExport {
  const { narrow } = visiteService(db, today);
  const { find } = tourneeService(db);
  return listExport({
    title: RESOURCES.visites.many,
    file: 'tournee',
    domain: 'recouvrement',
    screens: ['tournees'],
    columns: visiteColumns,
    fields: visiteList.fields,
    narrow: (person, query) => narrow(person, ownQuery(visiteQuerySchema, query)),
    async subject(person, query) {
      const { jour, agent, entite } = await find(person, ownQuery(visiteQuerySchema, query).tournee);
      return { collectivite: entite.nom, text: `Tournée du ${formatDay(jour)} · Agent : ${agent.fullName}` };
    },
  });
}

/** The register of notices handed over. */
export const avisRemisExport: ListExport = listExport({
  title: RESOURCES.avis_remis.many,
  file: 'avis-distribues',
  domain: 'recouvrement',
  screens: ['avis-distribues'],
  columns: avisRemisColumns,
  fields: avisRemisList.fields,
  narrow: (person, query) => narrowRemises(person, ownQuery(avisRemisQuery, query)),
});
