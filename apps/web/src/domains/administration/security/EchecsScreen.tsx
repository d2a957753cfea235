import { echecColumns, echecList } from '@octroi/contract/administration/security/securite-columns';
import { PAGES } from '@octroi/contract/pages';
import { RESOURCES } from '@octroi/contract/register';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { ADMINISTRATION, type Crumb, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { SecuriteTabs } from './SecuriteTabs.tsx';

const DEFAULTS: ListDefaults = { orderBy: 'echec.seenAt', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB: readonly Crumb[] = [
  TABLEAU_DE_BORD,
  ADMINISTRATION,
  crumb('securite'),
  { label: RESOURCES['securite/echecs'].many },
];

/** Refused sign-ins, newest first. */
export function EchecsScreen() {
  return (
    <ListScreen
      path="securite/echecs"
      title={RESOURCES['securite/echecs'].many}
      breadcrumb={BREADCRUMB}
      columns={echecColumns}
      filters={echecList.fields}
      defaults={DEFAULTS}
      exporter="securite"
      toolbar={<SecuriteTabs shown={PAGES.securiteEchecs} />}
      emptyText="Chaque connexion refusée laissera ici une ligne, gardée trois mois."
    />
  );
}
