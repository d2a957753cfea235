import '@mantine/core/styles/Menu.layer.css';
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import type { FormatExport } from '@octroi/contract/platform/jobs/exports';
import type { MiseEnPage } from '@octroi/contract/impressions/requests';
import { IconChevronDown, IconFileTypePdf } from '@tabler/icons-react';
import { layoutOf, PaperItems } from '#src/ui/file/PaperItems.tsx';
import { useAct } from '#src/ui/use-act.ts';

interface PrintButtonProps {
  take: (format: FormatExport, layout: MiseEnPage) => Promise<void>;
  /** The rows are people, so a signature column may be added. */
  signable: boolean;
}

/** Prints a report, optionally grouped by place. */
export function PrintButton({ take, signable }: PrintButtonProps) {
  const { busy, perform } = useAct();
  const [signed, setSigned] = useState(false);
  const choice = { signable, signed, onSigned: setSigned };
  const print = async (layout: MiseEnPage): Promise<void> => {
    await perform(async () => {
      await take('pdf', layout);
    });
  };
  return (
    <Button.Group>
      <Button
        leftSection={<IconFileTypePdf size={16} />}
        loading={busy}
        onClick={() => void print(layoutOf(choice))}
      >
        Exporter en PDF
      </Button>
      <Menu position="bottom-end" width={230} shadow="md">
        <Menu.Target>
          <Button px={8} disabled={busy} aria-label="Mise en page du PDF">
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <PaperItems choice={choice} print={(layout) => void print(layout)} />
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
