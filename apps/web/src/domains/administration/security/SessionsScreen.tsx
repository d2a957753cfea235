import {
  sessionOuverteColumns,
  sessionOuverteList,
} from '@octroi/contract/administration/security/securite-columns';
import { PAGES } from '@octroi/contract/pages';
import { RESOURCES } from '@octroi/contract/register';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { ADMINISTRATION, type Crumb, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { SecuriteTabs } from './SecuriteTabs.tsx';

const DEFAULTS: ListDefaults = { orderBy: 'session.seenAt', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB: readonly Crumb[] = [
  TABLEAU_DE_BORD,
  ADMINISTRATION,
  crumb('securite'),
  { label: RESOURCES['securite/sessions'].many },
];

/** Open sessions, last used first. */
export function SessionsScreen() {
  return (
    <ListScreen
      path="securite/sessions"
      title={RESOURCES['securite/sessions'].many}
      breadcrumb={BREADCRUMB}
      columns={sessionOuverteColumns}
      filters={sessionOuverteList.fields}
      defaults={DEFAULTS}
      exporter="securite"
      toolbar={<SecuriteTabs shown={PAGES.securiteSessions} />}
      emptyText="Personne n’est connecté."
    />
  );
}
