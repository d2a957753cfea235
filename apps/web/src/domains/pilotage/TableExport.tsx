import type { Classeur } from '@octroi/contract/pilotage/classeur';
import { FormatMenu } from '#src/ui/FormatMenu.tsx';
import { callFile } from '#src/platform/call.ts';
import { saveMade } from '#src/ui/take-file.ts';

interface TableExportProps {
  /** The table as it stands; absent while it is on its way. */
  table: Classeur | undefined;
  /** Said above it on paper. */
  details: readonly string[];
}

/** Takes the table on screen along, on paper, as a workbook or as CSV. */
export const TableExport = ({ table, details }: TableExportProps) => (
  <FormatMenu
    size="xs"
    disabled={!table}
    take={async (format) => {
      if (!table) return;
      const body = { ...table, format, details: [...details] };
      saveMade(await callFile('POST /statistiques/classeur', { body }));
    }}
  />
);
