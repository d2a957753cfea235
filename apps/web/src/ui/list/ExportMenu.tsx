import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { Export, ExportBody, FormatExport } from '@octroi/contract/exports';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody } from '@octroi/contract/impressions/requests';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { askFile } from '#src/app/api.ts';
import { toastFailure, toastSuccess } from '#src/app/toasts.ts';
import { printDocument } from '../print.ts';
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
  /** What its rows are printed as; absent: no PDF. */
  document?: DocumentId | undefined;
}

/** Takes along what the list shows: its rows on every page or the ticked ones, in its order. */
export function ExportMenu({ path, state, query, selection, document }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const run = async (format: FormatExport | 'pdf'): Promise<void> => {
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
      if (format === 'pdf') return await printDocument(document as DocumentId, rows);
      const body: ExportBody = { resource: path, format, ...rows };
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
        {document ? (
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void run('pdf')}>
            PDF
          </Menu.Item>
        ) : null}
        {FORMATS.map(({ format, label, Icon }) => (
          <Menu.Item key={format} leftSection={<Icon size={16} />} onClick={() => void run(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
