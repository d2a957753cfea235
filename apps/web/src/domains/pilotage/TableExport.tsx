import type { DashboardOrdre } from '@octroi/contract/pilotage/classeurs/dashboard';
import type { TableDeChiffres } from '@octroi/contract/pilotage/classeurs/tables';
import { FormatMenu } from '#src/ui/file/FormatMenu.tsx';
import { type Query, queryText } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { saveMade } from '#src/ui/file/take-file.ts';

interface TableExportProps {
  table: TableDeChiffres;
  /** What the screen asked for the table with; absent while that is not known. */
  query: Query | undefined;
  /** The order of its rows on screen, where that is the person's. */
  ordre?: DashboardOrdre;
}

/** Takes the table on screen along, on paper, as a workbook or as CSV: the server reads its figures again. */
export const TableExport = ({ table, query, ordre }: TableExportProps) => (
  <FormatMenu
    size="xs"
    disabled={!query}
    take={async (format) => {
      const body = { table, format, query: queryText(query), ...ordre };
      saveMade(await callFile('POST /statistiques/classeur', { body }));
    }}
  />
);
