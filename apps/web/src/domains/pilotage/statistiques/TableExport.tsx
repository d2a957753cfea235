import '@mantine/core/styles/Menu.layer.css';
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { ClasseurBody } from '@octroi/contract/pilotage/statistiques';
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { askFile, type NamedFile } from '#src/app/api.ts';
import { toastFailure } from '#src/app/toasts.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { downloadCsv } from '../csv.ts';

interface TableExportProps {
  /** The table as it stands; absent while it is on its way. */
  table: ClasseurBody | undefined;
}

/** Takes the table on screen along, as a workbook or as CSV. */
export function TableExport({ table }: TableExportProps) {
  const [busy, setBusy] = useState(false);
  const workbook = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await askFile<NamedFile>('statistiques/classeur', table));
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
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void workbook()}>
          Excel (XLSX)
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={csv}>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
