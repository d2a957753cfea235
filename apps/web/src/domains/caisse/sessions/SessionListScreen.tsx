import { PAGES } from '@octroi/contract/pages';
import { sessionCaisseColumns, sessionCaisseList } from '@octroi/contract/caisse/session-columns';
import type { SessionCaisseRow } from '@octroi/contract/caisse/caisse';
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { useEntite } from '../refresh.ts';

const COLUMNS = withLinks<SessionCaisseRow, (typeof sessionCaisseColumns)[number]['id']>(
  sessionCaisseColumns,
  {
    titulaire: ({ id }) => linkOptions({ to: PAGES.sessionCaisse, params: { id: String(id) } }),
  },
);
const DEFAULTS: ListDefaults = { orderBy: 'sc.jour', sortOrder: 'desc', itemperpage: 50 };
const { nom } = SCREENS['sessions-caisse'];

/** The till sessions of a collectivité. */
export const SessionListScreen = () => (
  <ListScreen
    path="sessions_caisse"
    title={nom}
    breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]}
    columns={COLUMNS}
    filters={sessionCaisseList.fields}
    defaults={DEFAULTS}
    query={useEntite()}
    exporter="sessions-caisse"
    emptyText="Une session s’ouvre sur « Ma caisse »."
  />
);
