import { PAGES } from '@octroi/contract/pages';
import { sansTarifColumns, sansTarifList } from '@octroi/contract/fiscalite/tarifs/sans-tarif-columns';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useExercice } from '#src/platform/kept/choices.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/index.ts';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { useTerritory } from '#src/ui/territory/use-territory.ts';

const route = getRouteApi(`/shell${PAGES.sansTarif}`);

const COLUMNS = withLinks(sansTarifColumns, {
  contribuable: ({ contribuable }) =>
    linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
});
const DEFAULTS = { orderBy: 'l.createdAt', sortOrder: 'desc', itemperpage: 50 } as const;

/** The lines of a year without a rate, with the reason. */
export function SansTarifScreen() {
  const search = route.useSearch();
  const { exercice } = useExercice();
  const { entiteId, ms, entite } = useTerritory(search);
  return (
    <ListScreen
      path="echeances/sans-tarif"
      exporter="ramifications"
      title={`Lignes sans tarif ${exercice}${entite ? ` - ${entite.nom}` : ''}`}
      breadcrumb={[TABLEAU_DE_BORD, section('Taxes'), crumb('echeances'), { label: 'Sans tarif' }]}
      columns={COLUMNS}
      filters={sansTarifList.fields}
      defaults={DEFAULTS}
      query={{ entite: entiteId, ramification: ms.length > 0 ? [...ms] : undefined, annee: exercice }}
      emptyText="Toutes les lignes de cet exercice ont leur échéance."
    />
  );
}
