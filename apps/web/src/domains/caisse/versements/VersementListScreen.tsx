import type { VersementRow } from '@octroi/contract/caisse/caisse';
import { versementColumns, versementList } from '@octroi/contract/caisse/versement-columns';
import { SCREENS } from '@octroi/contract/register';
import { IconCheck, IconFileTypePdf, IconPhoto, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { callFile, linkTo } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { askReception, askRefusal } from './ask-reception.tsx';
import { savePaper } from '../PaperButton.tsx';
import { isParty, paperOf } from '../paper-of.ts';
import { useEntite } from '../refresh.ts';

const route = getRouteApi(`/shell${SCREENS.versements.url}`);

const DEFAULTS: ListDefaults = { orderBy: 've.createdAt', sortOrder: 'desc', itemperpage: 50 };
const { nom } = SCREENS.versements;

/** Cash handed over between people, and to the treasury. */
export function VersementListScreen() {
  const decides = useMay('versements', 'Valider');
  const mayReceive = useMay('versements', 'Émettre');
  const { user } = useSession();
  const search = route.useSearch();
  const entiteQuery = useEntite();
  const totals = useListTotals('versements', search, entiteQuery, versementColumns);
  const acts = (row: VersementRow): RowAct[] => [
    ...(decides && row.statut === 'déclaré' && row.declarant.id !== user.id
      ? [
          { label: 'Recevoir', icon: IconCheck, run: () => askReception(row) },
          { label: 'Refuser', icon: IconX, danger: true, run: () => askRefusal(row) },
        ]
      : []),
    ...(paperOf(row) && (mayReceive || isParty(row, user.id))
      ? [
          {
            label: paperOf(row) as string,
            icon: IconFileTypePdf,
            run: () => savePaper(() => callFile('POST /versements/{id}/papier', { params: { id: row.id } })),
          },
        ]
      : []),
    ...(row.bordereau
      ? [
          {
            label: 'Voir la photo du bordereau',
            icon: IconPhoto,
            run: () =>
              void window.open(
                linkTo('GET /versements/{id}/bordereau', { params: { id: row.id } }),
                '_blank',
              ),
          },
        ]
      : []),
  ];
  return (
    <ListScreen
      path="versements"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]}
      columns={versementColumns}
      filters={versementList.fields}
      defaults={DEFAULTS}
      query={entiteQuery}
      totals={totals}
      rowActs={acts}
      exporter="versements"
      emptyText="Un versement se déclare sur « Ma caisse »."
    />
  );
}
