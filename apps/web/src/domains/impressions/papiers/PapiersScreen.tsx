import { NativeSelect, Skeleton } from '@mantine/core';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor, linkTo } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { type Session, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ReadOnlyNote } from '#src/ui/page/MissingRight.tsx';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { EcussonField } from './EcussonField.tsx';
import { PapiersForm } from './PapiersForm.tsx';
import { useMissingForPapers } from './use-missing.ts';
import classes from './Papiers.module.css';

const { nom: TITLE, url } = SCREENS.papiers;
const route = getRouteApi(`/shell${url}`);

/** The collectivités whose papers the person may see: their own, or those of their sub-entities. */
const collectivitesOf = ({ collectivites, ramifications }: Session) => [
  ...new Map(
    [...collectivites, ...ramifications.map(({ entite }) => entite)].map((entite) => [entite.id, entite]),
  ).values(),
];

/** The texts of official papers, beside the preview of a notice. */
export function PapiersScreen() {
  const session = useSession();
  const { chosenPlace } = useChosenPlace();
  const navigate = route.useNavigate();
  const { entite: addressEntite } = route.useSearch();
  const collectivites = collectivitesOf(session);
  const chosen = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const entite = collectivites.find(({ id }) => id === (addressEntite ?? chosen))?.id ?? collectivites[0]?.id;
  return (
    <div className={classes.frame}>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, { label: TITLE }]} title={TITLE} />
      {collectivites.length > 1 ? (
        <NativeSelect
          className={classes.entite}
          label="Collectivité"
          data={collectivites.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={String(entite)}
          onChange={(event) => void navigate({ search: { entite: Number(event.currentTarget.value) } })}
        />
      ) : null}
      {entite === undefined ? (
        <EmptyState title="Rien encore" text="Aucune collectivité ne vous est confiée." />
      ) : (
        <Papiers key={entite} entite={entite} />
      )}
    </div>
  );
}

function Papiers({ entite }: { entite: number }) {
  const missing = useMissingForPapers(entite);
  const papiers = useQuery({
    ...queryFor('GET /entites/{id}/papiers', { params: { id: entite } }),
    // the form edits this version: a refetch must not replace it while the person types
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [data, failure] = [papiers.data, failureOf(papiers)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data || (papiers.isFetching && !papiers.isFetchedAfterMount))
    return <Skeleton height={560} radius={8} role="status" aria-label="Chargement des papiers" />;
  const apercu = linkTo('GET /entites/{id}/papiers/apercu', { params: { id: entite } });
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        <ReadOnlyNote missing={missing} />
        <EcussonField papiers={data} readOnly={missing !== undefined} />
        <PapiersForm
          papiers={data}
          readOnly={missing !== undefined}
          onReload={async () => (await papiers.refetch()).data}
        />
      </div>
      <Card
        title="Aperçu"
        actions={
          <a href={apercu} target="_blank" rel="noreferrer">
            Ouvrir en grand
          </a>
        }
      >
        <p className={classes.note}>
          L’avis d’un contribuable inventé, avec ce qui est enregistré. Il suit chaque enregistrement.
        </p>
        <iframe
          key={`${data.version} ${data.ecusson}`}
          className={classes.apercu}
          src={apercu}
          title="Aperçu de l’avis"
        />
      </Card>
    </div>
  );
}
