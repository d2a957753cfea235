import { Button } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/schemas';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { linkTo } from '#src/platform/call.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { MissingRight, useMissing } from '#src/ui/MissingRight.tsx';
import classes from './MiseEnService.module.css';

/** Taxpayers from a file: the template, and the way to the screen that takes it. */
export function ImportStep({ entite }: { entite: Nested }) {
  const missing = useMissing([['contribuables', 'Créer']]);
  if (missing) return <MissingRight missing={missing} />;
  return (
    <div className={classes.form}>
      <p className={classes.hint}>
        Remplissez le modèle, une ligne par contribuable ; l’écran d’import vérifie le fichier avant d’écrire.
        Sans registre, les agents enrôlent sur le terrain.
      </p>
      <div className={classes.acts}>
        <Button
          component="a"
          href={linkTo('GET /contribuables/imports/modele.xlsx')}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Télécharger le modèle (XLSX)
        </Button>
        <ButtonLink
          to={SCREENS.import.url}
          search={{ entite: entite.id }}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          Importer un fichier
        </ButtonLink>
        <Link to={PAGES.contribuableCreate}>Enrôler un contribuable</Link>
      </div>
    </div>
  );
}
