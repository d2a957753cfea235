import '@mantine/core/styles/Menu.layer.css';
import { useState } from 'react';
import { Button, Menu, type MantineSize } from '@mantine/core';
import type { FormatExport } from '@octroi/contract/platform/jobs/exports';
import type { MiseEnPage } from '@octroi/contract/impressions/requests';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { layoutOf, PaperItems } from './PaperItems.tsx';
import { useAct } from '#src/ui/use-act.ts';

const FORMATS = [
  { format: 'pdf', label: 'PDF', Icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Excel (XLSX)', Icon: IconFileSpreadsheet },
  { format: 'csv', label: 'CSV', Icon: IconFileTypeCsv },
] as const;

interface FormatMenuProps {
  /** Produces the file; failures are shown in a toast. @param layout of a PDF */
  take: (format: FormatExport, layout?: MiseEnPage) => Promise<void>;
  /** A PDF may be grouped by place, and get a signature column if its rows are people. */
  paper?: { signable: boolean } | undefined;
  label?: string;
  /** Offered formats; all when absent. */
  formats?: readonly FormatExport[];
  /** Disabled while there is nothing to export. */
  disabled?: boolean;
  size?: MantineSize;
}

/** Exports what is on screen as PDF, workbook or CSV. */
export function FormatMenu({
  take,
  paper,
  label: name = 'Exporter',
  formats,
  disabled = false,
  size = 'sm',
}: FormatMenuProps) {
  const { busy, perform } = useAct();
  const [signed, setSigned] = useState(false);
  const choice = paper && { ...paper, signed, onSigned: setSigned };
  const icon = size === 'sm' ? 16 : 14;
  const run = async (format: FormatExport, layout?: MiseEnPage): Promise<void> => {
    await perform(async () => {
      await take(format, layout);
    });
  };
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          loading={busy}
          disabled={disabled}
          leftSection={<IconDownload size={icon} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.filter(({ format }) => formats?.includes(format) ?? true).map(({ format, label, Icon }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} />}
            onClick={() => void run(format, format === 'pdf' && choice ? layoutOf(choice) : undefined)}
          >
            {label}
          </Menu.Item>
        ))}
        {choice ? <PaperItems choice={choice} print={(layout) => void run('pdf', layout)} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}
