import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { SCREENS } from '@octroi/contract/register';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asks } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/choices.ts';
import { useMay } from '#src/platform/session.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { AppareilTable } from './AppareilTable.tsx';
import { askAppareil } from './ask-appareil.tsx';
import { CasTable } from './CasTable.tsx';

const { nom } = SCREENS.terrain;

/** Agents' devices, and what came from them that somebody must look at. */
export function TerrainScreen() {
  const { chosenPlace } = useChosenPlace();
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace : undefined;
  const query = entite ? { entite: entite.id } : {};
  const appareils = useQuery({ ...asks('GET /appareils', { query }), staleTime: 0 });
  const cas = useQuery({
    ...asks('GET /cas_terrain', { query: { ...query, itemperpage: 200 } }),
    staleTime: 0,
  });
  const creates = useMay('terrain', 'Créer');
  const failed = [appareils, cas].find(({ isError, data }) => isError && !data);
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, { label: nom }]}
        title={nom}
        {...(creates && {
          actions: (
            <Button leftSection={<IconPlus size={16} />} onClick={() => askAppareil(undefined, entite)}>
              Ajouter un appareil
            </Button>
          ),
        })}
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : appareils.data && cas.data ? (
        <>
          <CasTable rows={cas.data.data} total={cas.data.meta.total_records} />
          <AppareilTable rows={appareils.data.data} />
        </>
      ) : (
        <Skeleton height={220} radius="md" role="status" aria-label="Chargement des appareils" />
      )}
    </>
  );
}
