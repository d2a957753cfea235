import { compteSurColumns, compteSurList } from '@octroi/contract/administration/security/securite-columns';
import { SCREENS } from '@octroi/contract/register';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { ADMINISTRATION, type Crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { SecuriteTabs } from './SecuriteTabs.tsx';

const DEFAULTS: ListDefaults = { orderBy: 'user.nom', itemperpage: 50 };
const BREADCRUMB: readonly Crumb[] = [TABLEAU_DE_BORD, ADMINISTRATION, { label: SCREENS.securite.nom }];

/** Accounts that may sign in: without a second factor, delayed, unused for long. */
export function ComptesScreen() {
  return (
    <ListScreen
      path="securite/comptes"
      title={SCREENS.securite.nom}
      breadcrumb={BREADCRUMB}
      columns={compteSurColumns}
      filters={compteSurList.fields}
      defaults={DEFAULTS}
      exporter="securite"
      toolbar={<SecuriteTabs shown={SCREENS.securite.url} />}
      emptyText="Aucun compte dans votre périmètre."
    />
  );
}
