import type { DashboardOrdre } from '@octroi/contract/pilotage/classeurs/dashboard';
import type { TableDeChiffres } from '@octroi/contract/pilotage/classeurs/tables';
import { FormatMenu } from '#src/ui/file/FormatMenu.tsx';
import { type Query, queryText } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { saveResult } from '#src/ui/file/take-file.ts';

interface TableExportProps {
  table: TableDeChiffres;
  /** The query of the table on screen; absent while unknown. */
  query: Query | undefined;
  /** The row order on screen, if the person may change it. */
  ordre?: DashboardOrdre;
}

/** Exports the table on screen as PDF, workbook or CSV: the server computes its figures again. */
export const TableExport = ({ table, query, ordre }: TableExportProps) => (
  <FormatMenu
    size="xs"
    disabled={!query}
    take={async (format) => {
      const body = { table, format, query: queryText(query), ...ordre };
      saveResult(await callFile('POST /statistiques/classeur', { body }));
    }}
  />
);
