import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** Takes a table away as CSV, once there is one. */
export const CsvButton = ({ ready, onClick }: { ready: boolean; onClick: () => void }) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconDownload size={14} />}
    disabled={!ready}
    onClick={onClick}
  >
    Exporter
  </Button>
);
