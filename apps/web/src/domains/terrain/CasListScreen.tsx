import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import type { CasRow } from '@octroi/contract/terrain/cas';
import { casColumns, casList } from '@octroi/contract/terrain/cas-columns';
import { ETATS_CAS } from '@octroi/contract/terrain/rules';
import {
  IconBuilding,
  IconCheck,
  IconDeviceMobile,
  IconPlayerPlay,
  IconReceipt,
  IconReplace,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, linkOptions } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import type { RowAct } from '#src/ui/list/index.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { Segments } from '#src/ui/Segments.tsx';
import { carryOut, keepOffice, settle, takeField } from './settle.ts';
import classes from './Terrain.module.css';
import { useEntite } from './refresh.ts';

const route = getRouteApi(`/shell${SCREENS['cas-terrain'].url}`);

const COLUMNS = withLinks<CasRow, (typeof casColumns)[number]['id']>(casColumns, {
  contribuable: ({ contribuable, motif }) =>
    contribuable && motif !== 'à classer'
      ? linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } })
      : null,
  recu: ({ transaction }) =>
    transaction && linkOptions({ to: PAGES.transaction, params: { id: String(transaction.id) } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'k.recuLe', sortOrder: 'desc', itemperpage: 50 };
const ETATS = { ouverts: 'À voir', réglés: 'Réglés', tous: 'Tous' } as const;
const { nom } = SCREENS['cas-terrain'];

const actsOf = (row: CasRow, settles: boolean): RowAct[] => [
  ...(row.transaction
    ? [
        {
          label: row.motif === 'à classer' && row.etat === 'ouvert' ? 'Réimputer' : 'Voir le paiement',
          icon: row.motif === 'à classer' && row.etat === 'ouvert' ? IconReplace : IconReceipt,
          href: linkOptions({ to: PAGES.transaction, params: { id: String(row.transaction.id) } }),
        },
      ]
    : []),
  ...(settles && row.motif === 'panne' && row.etat === 'ouvert'
    ? [{ label: 'Exécuter', icon: IconPlayerPlay, run: () => carryOut(row) }]
    : []),
  ...(settles && row.motif === 'conflit' && row.etat === 'ouvert'
    ? [
        { label: 'Prendre la valeur du terrain', icon: IconDeviceMobile, run: () => takeField(row) },
        { label: 'Garder celle du bureau', icon: IconBuilding, run: () => keepOffice(row) },
      ]
    : []),
  ...(settles && row.motif !== 'conflit' && row.etat === 'ouvert'
    ? [{ label: 'Régler', icon: IconCheck, run: () => settle(row) }]
    : []),
];

/** Commands of the field that need a review, or were reviewed. */
export function CasListScreen() {
  const { etat = 'ouverts', appareil, ...search } = route.useSearch();
  const settles = useMay('terrain', 'Modifier');
  const patch = usePatchSearch();
  const query = { ...useEntite(), etat, appareil };
  const totals = useListTotals('cas_terrain', search, query, casColumns);
  const shown = useQuery({
    ...queryFor('GET /appareils/{id}', { params: { id: appareil ?? 0 } }),
    enabled: appareil !== undefined,
  });
  return (
    <ListScreen
      path="cas_terrain"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Terrain'), crumb('terrain'), { label: nom }]}
      columns={COLUMNS}
      filters={casList.fields}
      defaults={DEFAULTS}
      query={query}
      totals={totals}
      rowActs={(row) => actsOf(row, settles)}
      exporter="terrain"
      chips={
        appareil === undefined
          ? []
          : [
              {
                key: 'appareil',
                label: `Appareil : ${shown.data ? `${shown.data.code} ${shown.data.nom}` : appareil}`,
                onRemove: () => patch({ appareil: undefined }),
              },
            ]
      }
      notice={<AClasser />}
      toolbar={
        <Segments
          label="Cas"
          segments={ETATS_CAS.map((value) => ({ value, label: ETATS[value] }))}
          value={etat}
          onChange={(value) => patch({ etat: value === 'ouverts' ? undefined : value })}
        />
      }
      emptyText="Tout ce qui est arrivé des appareils a été appliqué."
    />
  );
}

/** Money to be assigned to a taxpayer, and where it is booked meanwhile. */
function AClasser() {
  const read = useQuery({
    ...queryFor('GET /cas_terrain/a_classer', { query: useEntite() }),
    staleTime: 0,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return <UnreadNote failure={failure}>Les recettes à classer n’ont pas pu être lues.</UnreadNote>;
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-label="Recettes à classer">
      <ul className={classes.waiting}>
        {data.data.map(({ entite, nombre, montant }) => (
          <li key={entite.id}>
            <Link
              to={SCREENS['cas-terrain'].url}
              search={{
                f: [
                  { column: 'k.motif', operator: 'eq', x: 'à classer' },
                  { column: 'ent.id', operator: 'eq', x: String(entite.id) },
                ],
              }}
            >
              {formatNumber(nombre)} paiement{nombre > 1 ? 's' : ''}, {formatFrancs(montant)}
            </Link>{' '}
            à classer, {entite.nom}.{' '}
            <Link
              to={SCREENS.transactions.url}
              search={{ entite: entite.id, dates: 'toutes', aClasser: 'ouverts' }}
            >
              Tout ce qui est à classer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
