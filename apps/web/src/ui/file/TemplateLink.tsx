import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { linkTo } from '#src/platform/call.ts';

/** Link to the template of a taxpayer import: headings and an example. */
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
