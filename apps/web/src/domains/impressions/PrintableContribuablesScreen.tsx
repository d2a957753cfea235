import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { may } from '@octroi/contract/rights';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { DOCUMENTS, MAX_PRINTABLE_ROWS } from '@octroi/contract/impressions/documents';
import { IconEdit, IconFileText, IconUser } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useListActs } from '#src/platform/list-acts.ts';
import { useSession } from '#src/platform/session.ts';
import { useFigureScope } from '#src/domains/pilotage/index.ts';
import type { RowAct } from '#src/ui/list/acts/acts.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { contribuablePreview } from './columns.ts';
import { usePreview } from './use-preview.ts';

const route = getRouteApi(`/shell${SCREENS['impression-contribuables'].url}`);

const DOCUMENT = 'liste-des-contribuables';
const { title, order, screen } = DOCUMENTS[DOCUMENT];
const COLUMNS = contribuablePreview(DOCUMENT);
const DEFAULTS: ListDefaults = { ...order, itemperpage: MAX_PRINTABLE_ROWS };
const BREADCRUMB = [TABLEAU_DE_BORD, section('Impressions'), { label: title }];

/** The printable list of taxpayers (specification 2 section 2.14). */
export function PrintableContribuablesScreen() {
  const search = route.useSearch();
  const { defaults } = usePreview(DEFAULTS);
  const session = useSession();
  const { territory, range, query } = useFigureScope(search);
  const totals = useListTotals('contribuables', search, query, COLUMNS);
  const deletion = useDeletion('contribuables');
  const rowActs = ({ id, fullName }: ContribuableRow): RowAct[] => [
    {
      label: 'Fiche contribuable',
      icon: IconUser,
      href: linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
    },
    {
      label: 'Fiche individuelle',
      icon: IconFileText,
      href: linkOptions({ to: PAGES.ficheIndividuelle, params: { id: String(id) } }),
    },
    ...(may(session.permissions, 'contribuables', 'Modifier')
      ? [
          {
            label: 'Modifier',
            icon: IconEdit,
            href: linkOptions({ to: PAGES.contribuableEdit, params: { id: String(id) } }),
          },
        ]
      : []),
    ...(may(session.permissions, 'contribuables', 'Supprimer') ? [deletion.rowAct(id, fullName)] : []),
  ];
  return (
    <ListScreen
      path="contribuables"
      title={[title, ...territory.names].join(' > ')}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={contribuableList.fields}
      defaults={defaults}
      query={query}
      exporter={screen}
      document={DOCUMENT}
      toolbar={<PlaceAndPeriod territory={territory} range={range} lastYear />}
      totals={totals}
      rowActs={rowActs}
      bulkActs={useListActs('contribuables')}
    />
  );
}
