/** What is exported of the journal: whole acts, before and after. */
import { journalColumns, journalFilterFields } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { JOURNAL, journalService } from './journal.service.ts';

export const journalExport = (db: Database): ListExport =>
  listExport({
    title: 'Journal',
    file: 'journal',
    domain: 'administration',
    navigations: [JOURNAL],
    columns: journalColumns,
    fields: journalFilterFields,
    ask: journalService(db).ask,
  });
