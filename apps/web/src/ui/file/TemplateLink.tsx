import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { linkTo } from '#src/platform/call.ts';

/** Leads to the file that an import of taxpayers begins with: its heads, and an example. */
export const TemplateLink = () => (
  <Button
    component="a"
    href={linkTo('GET /contribuables/imports/modele.xlsx')}
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    Télécharger le modèle (XLSX)
  </Button>
);
