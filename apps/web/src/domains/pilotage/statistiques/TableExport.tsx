import '@mantine/core/styles/Menu.layer.css';
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { Classeur, ClasseurBody } from '@octroi/contract/pilotage/statistiques';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { toastFailure } from '#src/app/toasts.ts';
import { type OpenRange, rangeText } from '#src/ui/period/period-search.ts';
import { takeFile } from '#src/ui/take-file.ts';
import type { TerritorySearch } from '#src/ui/territory/territory-search.ts';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { downloadCsv } from '../csv.ts';

interface TableExportProps {
  /** The table as it stands; absent while it is on its way. */
  table: Classeur | undefined;
  /** Days that it is about. */
  range: OpenRange;
}

/** Takes the table on screen along, on paper, as a workbook or as CSV. */
export function TableExport({ table, range }: TableExportProps) {
  const search: TerritorySearch = useSearch({ strict: false });
  const { names, everywhere } = useTerritory(search);
  const [busy, setBusy] = useState(false);
  const take = async (format: ClasseurBody['format']): Promise<void> => {
    setBusy(true);
    try {
      const details = [names.join(' > ') || everywhere, rangeText(range)];
      await takeFile('statistiques/classeur', { ...table, format, details });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const csv = (): void => {
    if (table) downloadCsv(`${table.file}.csv`, [table.columns.map(({ header }) => header), ...table.rows]);
  };
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          disabled={!table}
          leftSection={<IconDownload size={14} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Exporter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void take('pdf')}>
          PDF
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void take('xlsx')}>
          Excel (XLSX)
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={csv}>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
