import { useEffect, useEffectEvent } from 'react';
import { Button } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { avisRemisColumns, avisRemisList } from '@octroi/contract/recouvrement/remises-avis-columns';
import type { AvisRemisRow } from '@octroi/contract/recouvrement/remises-avis';
import { SCREENS } from '@octroi/contract/register';
import { IconArrowBackUp, IconMailCheck, IconPhoto } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { call, linkTo } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndOpenPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { askRemise } from './ask-remise.tsx';
import { Compte } from './Compte.tsx';

const route = getRouteApi(`/shell${SCREENS['avis-distribues'].url}`);
const { nom } = SCREENS['avis-distribues'];

const COLUMNS = withLinks(avisRemisColumns, {
  contribuable: ({ contribuable }) =>
    linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'remise.remisLe', sortOrder: 'desc', itemperpage: 50 };

const undo = ({ id, avis, contribuable }: AvisRemisRow): Promise<void> =>
  performWithReason({
    title: 'Annuler cette remise',
    message: `${avis.numero}, ${contribuable.fullName} : l’avis est de nouveau à remettre. La ligne reste dans le registre, avec le motif.`,
    confirm: 'Annuler la remise',
    name: `annulation de la remise ${id}`,
    act: async (motif) => {
      await call('POST /avis_remis/{id}/annulation', { params: { id }, body: { motif } });
      toastSuccess('Remise annulée');
      void queryClient.invalidateQueries();
    },
  });

const actsOf = (row: AvisRemisRow, undoes: boolean): RowAct[] => [
  ...(row.photo
    ? [
        {
          label: 'Voir le talon signé',
          icon: IconPhoto,
          run: () =>
            void window.open(linkTo('GET /avis_remis/{id}/photo', { params: { id: row.id } }), '_blank'),
        },
      ]
    : []),
  ...(undoes && row.etat !== 'annulé'
    ? [{ label: 'Annuler la remise', icon: IconArrowBackUp, danger: true, run: () => undo(row) }]
    : []),
];

/** The register of notices handed over, by agent, place and period; and how many are left. */
export function AvisRemisListScreen() {
  const { from, to, noter, ...search } = route.useSearch();
  const records = useMay('avis-distribues', 'Créer');
  const undoes = useMay('avis-distribues', 'Supprimer');
  const patch = usePatchSearch();
  const territory = useTerritory(search);
  const place = {
    entite: territory.entiteId,
    ms: territory.ms.length > 0 ? territory.ms : undefined,
  };
  // the address names a notice once
  const askNamed = useEffectEvent((avis: string) => {
    askRemise(avis);
    patch({ noter: undefined });
  });
  useEffect(() => {
    if (noter !== undefined) askNamed(noter);
  }, [noter]);
  return (
    <ListScreen
      path="avis_remis"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${nom}`}
      breadcrumb={[TABLEAU_DE_BORD, section('Restes à recouvrer'), { label: nom }]}
      columns={COLUMNS}
      filters={avisRemisList.fields}
      defaults={DEFAULTS}
      query={{ ...place, from, to }}
      rowActs={(row) => actsOf(row, undoes)}
      exporter="avis-distribues"
      document="avis-distribues"
      notice={<Compte place={place} />}
      toolbar={<PlaceAndOpenPeriod territory={territory} range={{ from, to }} />}
      actions={
        records ? (
          <Button leftSection={<IconMailCheck size={16} />} onClick={() => askRemise()}>
            Noter une remise
          </Button>
        ) : null
      }
      emptyText="Les agents notent la remise d’un avis sur leur téléphone ; le bureau la note par « Noter une remise »."
    />
  );
}
