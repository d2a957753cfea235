import { approbationList } from '@octroi/contract/approbations/columns';
import type { ApprobationRow } from '@octroi/contract/approbations/approbations';
import { viewOf } from '@octroi/contract/platform/listing/columns';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { IconEye } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import type { Column } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';

const BREADCRUMB = [TABLEAU_DE_BORD, section('Collectivité'), { label: SCREENS.approbations.nom }];
/** The list opens on waiting requests; removing the filter shows the others. */
const DEFAULTS: ListDefaults = {
  orderBy: 'appro.createdAt',
  sortOrder: 'desc',
  itemperpage: 50,
  filters: [{ column: 'appro.statut', operator: 'eq', x: 'attente' }],
};

const hrefOf = ({ id }: ApprobationRow): Href =>
  linkOptions({ to: PAGES.approbation, params: { id: String(id) } });

const COLUMNS: readonly Column<ApprobationRow>[] = [
  {
    id: 'objet',
    header: 'Objet',
    kind: 'link',
    value: ({ objet }) => objet,
    href: hrefOf,
    width: 260,
    primary: true,
  },
  ...viewOf(approbationList, [
    'nature',
    'montant',
    'demandeur',
    'createdAt',
    'statut',
    'expireLe',
    'decideur',
    'collectivite',
  ]),
];

/** Requests for a second person's approval, and their outcome. */
export function ApprobationListScreen() {
  return (
    <ListScreen
      path="approbations"
      title={SCREENS.approbations.nom}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={approbationList.fields}
      defaults={DEFAULTS}
      emptyText="Rien n’attend une seconde personne. Ce qui attend se règle dans « Seuils d'approbation »."
      rowActs={(row) => [{ label: 'Voir', icon: IconEye, href: hrefOf(row) }]}
    />
  );
}
