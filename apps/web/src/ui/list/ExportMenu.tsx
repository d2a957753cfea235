import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { Export, ExportBody, FormatExport } from '@octroi/contract/exports';
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { askFile } from '#src/app/api.ts';
import { toastFailure, toastSuccess } from '#src/app/toasts.ts';
import { saveFile } from '../save-file.ts';
import { type Extra, type ListState, scopeQuery } from './list-state.ts';
import type { ListSelection } from './use-selection.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel (XLSX)', Icon: IconFileSpreadsheet },
  { format: 'csv', label: 'CSV', Icon: IconFileTypeCsv },
] as const;

interface ExportMenuProps {
  /** Resource below `/v2`. */
  path: string;
  state: ListState;
  query: Extra | undefined;
  selection: ListSelection;
}

/** Takes along what the list shows: its rows on every page or the ticked ones, in its order. */
export function ExportMenu({ path, state, query, selection }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const run = async (format: FormatExport): Promise<void> => {
    setBusy(true);
    try {
      const { orderBy, sortOrder, filters } = state;
      const order: [string, string][] = [
        ['orderBy', orderBy],
        ['sortOrder', sortOrder],
      ];
      const body: ExportBody = {
        resource: path,
        format,
        query: new URLSearchParams([...order, ...scopeQuery(filters, query)]).toString(),
        ...(await selection.exported()),
      };
      const made = await askFile<Export>('exports', body);
      if ('content' in made) saveFile(made);
      else toastSuccess('L’export est en préparation', 'Le fichier vous attendra dans « Mes exports ».');
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
