import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { TemplateLink } from '#src/ui/file/TemplateLink.tsx';
import classes from './MiseEnService.module.css';

/** Import of taxpayers: the template, and a link to the import screen. */
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
        <TemplateLink />
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
