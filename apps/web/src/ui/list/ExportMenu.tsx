import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { FormatExport } from '@octroi/contract/exports';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody } from '@octroi/contract/impressions/requests';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { toastFailure } from '#src/app/toasts.ts';
import { exportList, printDocument } from '../take-file.ts';
import { type Extra, type ListState, scopeQuery } from './list-state.ts';
import type { ListSelection } from './use-selection.ts';

const FORMATS = [
  { format: 'pdf', label: 'PDF', Icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Excel (XLSX)', Icon: IconFileSpreadsheet },
  { format: 'csv', label: 'CSV', Icon: IconFileTypeCsv },
] as const;

interface ExportMenuProps {
  /** Resource below `/v2`. */
  path: string;
  state: ListState;
  query: Extra | undefined;
  selection: ListSelection;
  /** What its rows are printed as; absent: all its columns. */
  document?: DocumentId | undefined;
}

/** Takes along what the list shows: its rows on every page or the ticked ones, in its order. */
export function ExportMenu({ path, state, query, selection, document }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const run = async (format: FormatExport): Promise<void> => {
    setBusy(true);
    try {
      const { orderBy, sortOrder, filters } = state;
      const order: [string, string][] = [
        ['orderBy', orderBy],
        ['sortOrder', sortOrder],
      ];
      const rows: DocumentBody = {
        query: new URLSearchParams([...order, ...scopeQuery(filters, query)]).toString(),
        ...(await selection.exported()),
      };
      if (document && format === 'pdf') await printDocument(document, rows);
      else await exportList({ resource: path, format, ...rows });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Exporter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label, Icon }) => (
          <Menu.Item key={format} leftSection={<Icon size={16} />} onClick={() => void run(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
