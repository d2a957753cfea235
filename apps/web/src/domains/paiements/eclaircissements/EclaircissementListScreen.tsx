import {
  eclaircissementColumns,
  eclaircissementList,
} from '@octroi/contract/paiements/eclaircissement-columns';
import { ETATS_ECLAIRCISSEMENT, isBookable } from '@octroi/contract/paiements/eclaircissement-words';
import type { EclaircissementRow } from '@octroi/contract/paiements/notifications';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { IconArrowBackUp, IconCash, IconReceipt, IconX } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { Segments } from '#src/ui/Segments.tsx';
import { askBooking } from './ask-booking.tsx';
import { dismiss, markGivenBack } from './settle.ts';

const route = getRouteApi(`/shell${SCREENS['a-eclaircir'].url}`);

const COLUMNS = withLinks<EclaircissementRow, (typeof eclaircissementColumns)[number]['id']>(
  eclaircissementColumns,
  {
    contribuable: ({ contribuable }) =>
      contribuable && linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
    reference: ({ encaisse, transaction }) => {
      const id = encaisse ?? transaction?.id;
      return id ? linkOptions({ to: PAGES.transaction, params: { id: String(id) } }) : null;
    },
  },
);
const DEFAULTS: ListDefaults = { orderBy: 'n.recueLe', sortOrder: 'desc', itemperpage: 50 };
const ETATS = { ouverts: 'À éclaircir', réglés: 'Réglés', tous: 'Tous' } as const;
const { nom } = SCREENS['a-eclaircir'];

const actsOf = (row: EclaircissementRow, settles: boolean): RowAct[] => [
  ...(settles && row.acte === null
    ? [
        ...(isBookable(row) ? [{ label: 'Encaisser', icon: IconCash, run: () => askBooking(row) }] : []),
        { label: 'Rendu par l’opérateur', icon: IconArrowBackUp, run: () => markGivenBack(row) },
        { label: 'Écarter', icon: IconX, run: () => dismiss(row) },
      ]
    : []),
  ...(row.transaction
    ? [
        {
          label: 'Voir le paiement',
          icon: IconReceipt,
          href: linkOptions({ to: PAGES.transaction, params: { id: String(row.transaction.id) } }),
        },
      ]
    : []),
];

const NOTHING_LEFT = {
  title: 'Rien à éclaircir',
  text: 'Tout ce que les opérateurs ont dit a été appliqué.',
};

/** Operator notifications that could not be applied, to be reviewed. */
export function EclaircissementListScreen() {
  const { etat = 'ouverts', contribuable, entite, ...search } = route.useSearch();
  const settles = useMay('transactions', 'Valider');
  const patch = usePatchSearch();
  const query = { etat, contribuable, entite };
  const isUnfiltered = contribuable === undefined && !search.q && (search.f ?? []).length === 0;
  const totals = useListTotals('a_eclaircir', search, query, eclaircissementColumns);
  return (
    <ListScreen
      path="a_eclaircir"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, crumb('transactions'), { label: nom }]}
      columns={COLUMNS}
      filters={eclaircissementList.fields}
      defaults={DEFAULTS}
      query={query}
      totals={totals}
      rowActs={(row) => actsOf(row, settles)}
      chips={
        contribuable === undefined
          ? []
          : [
              {
                key: 'contribuable',
                label: 'Un contribuable',
                onRemove: () => patch({ contribuable: undefined }),
              },
            ]
      }
      toolbar={
        <Segments
          label="Cas"
          segments={ETATS_ECLAIRCISSEMENT.map((value) => ({ value, label: ETATS[value] }))}
          value={etat}
          onChange={(value) => patch({ etat: value === 'ouverts' ? undefined : value })}
        />
      }
      empty={isUnfiltered && etat === 'ouverts' ? () => NOTHING_LEFT : undefined}
    />
  );
}
