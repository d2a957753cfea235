import { Button } from '@mantine/core';
import { venteColumns, venteList } from '@octroi/contract/caisse/valeurs/valeur-columns';
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import type { VenteRow } from '@octroi/contract/caisse/valeurs/valeurs';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { IconArrowBackUp, IconTicket } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndOpenPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { refreshCaisse } from '../refresh.ts';
import { askVente } from './ask-vente.tsx';

const route = getRouteApi(`/shell${SCREENS['ventes-valeurs'].url}`);

const DEFAULTS: ListDefaults = { orderBy: 'vv.vendueLe', sortOrder: 'desc', itemperpage: 50 };
const { nom } = SCREENS['ventes-valeurs'];

const cancel = ({ id, de, a, montant, categorie }: VenteRow): Promise<void> =>
  performWithReason({
    title: 'Annuler cette vente',
    message: `${categorie.nom}, ${numerosText([[de, a]])} : ${formatFrancs(montant)} ressortent de votre caisse.`,
    confirm: 'Annuler la vente',
    name: `annulation de la vente ${id}`,
    act: async (motif) => {
      await call('POST /ventes_valeurs/{id}/annulation', { params: { id }, body: { motif } });
      toastSuccess('Vente annulée', 'Vous détenez ces numéros à nouveau.');
      void refreshCaisse();
    },
  });

/** Sales without a taxpayer (« Recettes au comptant ») of a place and a period. */
export function VenteListScreen() {
  const { from, to, ...search } = route.useSearch();
  const { user } = useSession();
  const sells = useMay('ventes-valeurs', 'Créer');
  const territory = useTerritory(search);
  const query = {
    entite: territory.entiteId,
    ms: territory.ms.length > 0 ? territory.ms : undefined,
    direct: search.direct,
    from,
    to,
  };
  const totals = useListTotals('ventes_valeurs', search, query, venteColumns);
  const acts = (row: VenteRow): RowAct[] =>
    row.agent.id === user.id && row.statut === 'Vendu'
      ? [{ label: 'Annuler la vente', icon: IconArrowBackUp, danger: true, run: () => void cancel(row) }]
      : [];
  return (
    <ListScreen
      path="ventes_valeurs"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${nom}`}
      breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]}
      columns={venteColumns}
      filters={venteList.fields}
      defaults={DEFAULTS}
      query={query}
      rowActs={sells ? acts : undefined}
      exporter="ventes-valeurs"
      totals={totals}
      toolbar={<PlaceAndOpenPeriod territory={territory} range={{ from, to }} />}
      actions={
        sells ? (
          <Button leftSection={<IconTicket size={16} />} onClick={askVente}>
            Vendre
          </Button>
        ) : null
      }
      emptyText="Une vente se saisit par « Vendre », par qui détient les valeurs."
    />
  );
}
