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
  /** Makes the file; a failure is told. @param layout of a paper that may be laid out */
  take: (format: FormatExport, layout?: MiseEnPage) => Promise<void>;
  /** Its paper may be parted by place; and signed, where its rows are people. */
  paper?: { signable: boolean } | undefined;
  label?: string;
  /** Those offered; all of them where none are named. */
  formats?: readonly FormatExport[];
  /** Nothing to take yet. */
  disabled?: boolean;
  size?: MantineSize;
}

/** Takes along what is on screen: on paper, as a workbook or as CSV. */
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
