import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import classes from './Aide.module.css';
import { chaptersFor, type Page, pagesWith } from './pages.ts';

/** The pages of the guide, with a text search. */
export function AideScreen() {
  const [words, setWords] = useState('');
  const { permissions } = useSession();
  const matches = words.trim() ? pagesWith(words, permissions) : undefined;
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, { label: 'Aide' }]}
        title="Aide"
        subtitle="Une page par tâche, à lire ici ou à imprimer."
        actions={
          <ButtonLink to={PAGES.aideEntiere} variant="default">
            Tout le guide
          </ButtonLink>
        }
      />
      <div className={classes.guide}>
        <TextInput
          label="Que voulez-vous faire ?"
          placeholder="encaisser, avis, tarif…"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {matches ? (
          <section aria-label="Résultats" aria-live="polite">
            {matches.length > 0 ? (
              <Links pages={matches} />
            ) : (
              <EmptyState title="Rien trouvé" text={`Aucune page ne parle de « ${words.trim()} ».`} />
            )}
          </section>
        ) : (
          <div className={classes.chapters}>
            {chaptersFor(permissions).map(({ chapitre, pages }) => (
              <section key={chapitre} aria-label={chapitre}>
                <h2>{chapitre}</h2>
                <Links pages={pages} />
              </section>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

const Links = ({ pages }: { pages: readonly Page[] }) => (
  <ul className={classes.links}>
    {pages.map(({ name, titre }) => (
      <li key={name}>
        <Link to={PAGES.aidePage} params={{ page: name }}>
          {titre}
        </Link>
      </li>
    ))}
  </ul>
);
