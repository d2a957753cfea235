import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

export const PrintPage = () => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={16} aria-hidden />}
    onClick={() => window.print()}
  >
    Imprimer
  </Button>
);
