import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import {
  DASHBOARD_HEADS,
  DASHBOARD_ORDERS,
  dashboardRows,
  dashboardText,
  dashboardTitle,
  hasRestant,
  TAUX,
} from '@octroi/contract/pilotage/classeurs/dashboard';
import { share } from '@octroi/contract/pilotage/share';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { FigureCells } from '../FigureCells.tsx';
import { type DashboardSearch, nextOrdre } from './dashboard-search.ts';
import { lieuOf } from '../lieu.ts';
import { TableExport } from '../TableExport.tsx';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';
import table from '#src/ui/figure/FigureTable.module.css';

type Detail = Dashboard['details'][number];

const HEADS = ['Sous-entité', ...DASHBOARD_HEADS, TAUX];

interface DashboardTableProps {
  data: Dashboard | undefined;
  scope: FigureScope;
  search: DashboardSearch;
}

/** The same figures by sub-entity of the next level, in the order of the address; names link to their dashboard. */
export function DashboardTable({ data, scope, search }: DashboardTableProps) {
  const { territory, query, base } = scope;
  const { orderBy, sortOrder } = search;
  const ordre = { orderBy, sortOrder };
  const patch = usePatchSearch();
  const linkTo = useFigureLinks(scope);
  const mayExport = useMay('tableau-de-bord', 'Exporter');
  const placeId = territory.chain.at(-1)?.id;
  const rows = data ? dashboardRows(data.details, ordre) : [];
  const showsRestant = !data || hasRestant(base, data.stats);
  const withLeft = <Row extends { restant: number }>(row: Row) => ({
    ...row,
    restant: showsRestant ? row.restant : null,
  });
  return (
    <TitledFigureTable
      title={dashboardTitle(rows, lieuOf(territory))}
      tools={mayExport ? <TableExport table="tableau-de-bord" query={data && query} ordre={ordre} /> : null}
      heads={HEADS.map((text, index) => {
        const column = DASHBOARD_ORDERS[index];
        return {
          ...(index === 0 ? { text } : figureHead(text)),
          sort: {
            order: orderBy === column ? (sortOrder ?? 'asc') : undefined,
            onSort: () => patch({ ...nextOrdre(ordre, column) }),
          },
        };
      })}
      waiting={data ? false : 5}
      total={
        data ? (
          <tr>
            <th scope="row">TOTAL</th>
            <FigureCells
              figures={withLeft(data.stats)}
              contribuables={linkTo({ entite: territory.entiteId, ms: territory.ms }, 'contribuables')}
              amounts={linkTo({ entite: territory.entiteId, ms: territory.ms }, 'montant')}
            />
            <TauxCell figures={data.stats} />
          </tr>
        ) : null
      }
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <PlaceName row={row} placeId={placeId} search={search} />
          </th>
          <FigureCells
            figures={withLeft(row)}
            contribuables={linkTo(placeOf(row, territory), 'contribuables')}
            amounts={linkTo(placeOf(row, territory), 'montant')}
          />
          <TauxCell figures={row} />
        </tr>
      ))}
    </TitledFigureTable>
  );
}

/** Paid share of the planned amount. */
function TauxCell({ figures: { paiement, prevu } }: { figures: { paiement: number; prevu: number } }) {
  const taux = share(paiement, prevu);
  return <td className={table.figure}>{taux === undefined ? '–' : `${taux} %`}</td>;
}

const placeOf = ({ id, type, direct }: Detail, territory: Territory) =>
  type === 'entite' ? { entite: id, ms: [] } : { entite: territory.entiteId, ms: [id], direct };

interface PlaceNameProps {
  row: Detail;
  placeId: number | undefined;
  search: DashboardSearch;
}

function PlaceName({ row, placeId, search }: PlaceNameProps) {
  const { id, type, direct } = row;
  const otherSearch = { ...search, ms: undefined, entite: undefined };
  if (type === 'entite')
    return (
      <Link to={SCREENS['tableau-de-bord'].url} search={{ ...otherSearch, entite: id }}>
        {dashboardText(row)}
      </Link>
    );
  if (direct || id === placeId) return dashboardText(row);
  return (
    <Link to={PAGES.place} params={{ id: String(id) }} search={otherSearch}>
      {dashboardText(row)}
    </Link>
  );
}
