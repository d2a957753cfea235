import { SCREENS, RESOURCES } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { may, mayOpen } from '@octroi/contract/rights';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import { IconEyeCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { A_VALIDER } from './a-valider.ts';
import { COLUMNS } from './columns.ts';
import { useEnrolmentActs } from './use-acts.tsx';

const route = getRouteApi(`/shell${SCREENS.enrollements.url}`);

const BREADCRUMB = [TABLEAU_DE_BORD, CONFIGURATIONS, { label: RESOURCES.enrollements.one }];

/** Enrolments to be validated; a row is a taxpayer (specification 2 section 2.10). */
export function EnrollementListScreen() {
  const search = route.useSearch();
  const session = useSession();
  const patch = usePatchSearch();
  const territory = useTerritory(search);
  const { rowActs, bulkActs } = useEnrolmentActs();
  return (
    <ListScreen
      path="contribuables"
      screen="enrollements"
      title={`${territory.entite?.nom ?? territory.everywhere} › Tous les contribuables`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={contribuableList.fields}
      defaults={A_VALIDER}
      query={{
        entite: territory.entiteId,
        ms: territory.ms.length > 0 ? territory.ms : undefined,
      }}
      sizeLinks
      exporter="enrollements"
      document="enrollements"
      toolbar={
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      }
      actions={
        mayOpen(session.permissions, 'revue') ? (
          <ButtonLink
            to={SCREENS.revue.url}
            search={{ ...search, page: undefined, itemperpage: undefined }}
            variant="default"
            leftSection={<IconEyeCheck size={16} aria-hidden />}
          >
            {SCREENS.revue.nom}
          </ButtonLink>
        ) : null
      }
      rowActs={rowActs}
      bulkActs={bulkActs}
      {...(may(session.permissions, 'contribuables', 'Créer')
        ? { create: { href: { to: PAGES.contribuableCreate } } }
        : {})}
      emptyText="Les enrôlements des agents apparaissent ici jusqu’à leur validation."
    />
  );
}
