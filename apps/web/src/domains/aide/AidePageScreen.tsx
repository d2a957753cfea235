import { PAGES } from '@octroi/contract/pages';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import classes from './Aide.module.css';
import { mayRead, needText } from './besoins.ts';
import { chaptersFor, type Page, pageNamed } from './pages.ts';
import { PrintPage } from './PrintPage.tsx';
import { Texte } from './Texte.tsx';

const route = getRouteApi(`/shell${PAGES.aidePage}`);
const AIDE = { label: 'Aide', to: PAGES.aide } as const;

/** One page of the guide: a task, step by step. */
export function AidePageScreen() {
  const { page: name } = route.useParams();
  const page = pageNamed(name);
  if (page) return <Read page={page} />;
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, AIDE]} title="Aide" />
      <EmptyState
        title="Rien trouvé"
        text="Le guide n’a pas de page à cette adresse."
        action={<ButtonLink to={PAGES.aide}>Voir toutes les pages</ButtonLink>}
      />
    </>
  );
}

function Read({ page: { name, titre, contenu } }: { page: Page }) {
  const { permissions } = useSession();
  const breadcrumb = [TABLEAU_DE_BORD, AIDE, { label: titre }];
  const need = needText(name);
  if (!mayRead(permissions, name))
    return (
      <>
        <PageHeader breadcrumb={breadcrumb} title={titre} />
        <EmptyState
          title="Vos droits ne permettent pas ceci"
          text={`${need} Demandez-le à votre administrateur.`}
          action={<ButtonLink to={PAGES.aide}>Voir ce que vous pouvez faire</ButtonLink>}
        />
      </>
    );
  return (
    <>
      <PageHeader breadcrumb={breadcrumb} title={titre} subtitle={need} actions={<PrintPage />} />
      <article className={classes.guide}>
        <Texte tokens={contenu} />
      </article>
    </>
  );
}

/** All that the person may do, for reading or printing. */
export function AideEntiereScreen() {
  const { permissions } = useSession();
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, AIDE, { label: 'Tout le guide' }]}
        title="Guide de l’utilisateur"
        actions={<PrintPage />}
      />
      <div className={classes.guide}>
        {chaptersFor(permissions)
          .flatMap(({ pages }) => pages)
          .map(({ name, titre, contenu }) => (
            <article key={name} className={classes.page} aria-label={titre}>
              <h2 className={classes.title}>{titre}</h2>
              <Texte tokens={contenu} />
            </article>
          ))}
      </div>
    </>
  );
}
