import { Button } from '@mantine/core';
import { suspensionColumns, suspensionList } from '@octroi/contract/fiscalite/suspensions/suspension-columns';
import { SCREENS } from '@octroi/contract/register';
import type { SuspensionRow } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { type Grants, may } from '@octroi/contract/rights';
import { IconFileText, IconPaperclip, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { linkTo } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import type { RowAct } from '#src/ui/list/acts/acts.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { askFin } from './finir.tsx';
import { askDocument } from './joindre.tsx';
import { askSuspension } from './suspendre.tsx';

const route = getRouteApi(`/shell${SCREENS.suspensions.url}`);

const DEFAULTS: ListDefaults = { orderBy: 'susp.du', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, section('Taxes'), { label: SCREENS.suspensions.nom }];

/** The suspensions of collection, and the moratoires. */
export function SuspensionListScreen() {
  const search = route.useSearch();
  const { permissions } = useSession();
  const patch = usePatchSearch();
  const territory = useTerritory(search);
  return (
    <ListScreen
      path="suspensions"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${SCREENS.suspensions.nom}`}
      breadcrumb={BREADCRUMB}
      columns={suspensionColumns}
      filters={suspensionList.fields}
      defaults={DEFAULTS}
      query={{ entite: territory.entiteId, ms: territory.ms.length > 0 ? territory.ms : undefined }}
      exporter="suspensions"
      actions={
        may(permissions, 'suspensions', 'Créer') ? (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => askSuspension({ entite: territory.entiteId })}
          >
            Suspendre ou différer
          </Button>
        ) : undefined
      }
      toolbar={
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      }
      rowActs={(row) => actsOf(row, permissions)}
      emptyText="Par délibération, une suspension dit qu’une taxe n’est pas due pendant quelque temps ; un moratoire, qu’elle est exigible plus tard."
    />
  );
}

function actsOf(row: SuspensionRow, grants: Grants): RowAct[] {
  const openDocument = () => {
    window.open(linkTo('GET /suspensions/{id}/document', { params: { id: row.id } }), '_blank', 'noopener');
  };
  return [
    ...(row.document ? [{ label: 'Voir le document', icon: IconFileText, run: openDocument }] : []),
    ...(!row.document && may(grants, 'suspensions', 'Créer')
      ? [{ label: 'Joindre le document', icon: IconPaperclip, run: () => askDocument(row) }]
      : []),
    ...(row.fin >= row.du && may(grants, 'suspensions', 'Modifier')
      ? [{ label: 'Finir', icon: IconPlayerPlay, run: () => askFin(row) }]
      : []),
  ];
}
