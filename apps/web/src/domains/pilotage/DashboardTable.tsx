import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import {
  DASHBOARD_HEADS,
  dashboardRows,
  dashboardTitle,
  hasRestant,
  TAUX,
} from '@octroi/contract/pilotage/classeurs/dashboard';
import { sousEntiteText } from '@octroi/contract/pilotage/classeurs/statistique';
import { share } from '@octroi/contract/pilotage/share';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { FigureCells } from './FigureCells.tsx';
import type { FigureSearch } from './figure-search.ts';
import { lieuOf } from './lieu.ts';
import { TableExport } from './TableExport.tsx';
import { useFigureLinks } from './use-figure-links.ts';
import type { Figured } from './use-figures.ts';
import table from '#src/ui/FigureTable.module.css';

type Detail = Dashboard['details'][number];

interface DashboardTableProps {
  data: Dashboard | undefined;
  figured: Figured;
  search: FigureSearch;
}

/** The same figures by sub-entity, one level down; a name leads there. */
export function DashboardTable({ data, figured, search }: DashboardTableProps) {
  const { territory, query, base } = figured;
  const linkTo = useFigureLinks(figured);
  const mayExport = useMay('tableau-de-bord', 'Exporter');
  const here = territory.chain.at(-1)?.id;
  const rows = data ? dashboardRows(data.details) : [];
  const left = !data || hasRestant(base, data.stats);
  const withLeft = <Row extends { restant: number }>(row: Row) => ({
    ...row,
    restant: left ? row.restant : null,
  });
  return (
    <TitledFigureTable
      title={dashboardTitle(rows, lieuOf(territory))}
      tools={mayExport ? <TableExport table="tableau-de-bord" query={data && query} /> : null}
      heads={['Sous-entité', ...[...DASHBOARD_HEADS, TAUX].map(figureHead)]}
      waiting={data ? false : 5}
      total={
        data ? (
          <tr>
            <th scope="row">TOTAL</th>
            <FigureCells
              figures={withLeft(data.stats)}
              contribuables={linkTo({ entite: territory.asked, ms: territory.ms }, 'contribuables')}
              amounts={linkTo({ entite: territory.asked, ms: territory.ms }, 'montant')}
            />
            <TauxCell figures={data.stats} />
          </tr>
        ) : null
      }
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <PlaceName row={row} here={here} search={search} />
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

/** Paid of what is expected. */
function TauxCell({ figures: { paiement, prevu } }: { figures: { paiement: number; prevu: number } }) {
  const taux = share(paiement, prevu);
  return <td className={table.figure}>{taux === undefined ? '–' : `${taux} %`}</td>;
}

const placeOf = ({ id, type, direct }: Detail, territory: Territory) =>
  type === 'entite' ? { entite: id, ms: [] } : { entite: territory.asked, ms: [id], direct };

interface PlaceNameProps {
  row: Detail;
  here: number | undefined;
  search: FigureSearch;
}

function PlaceName({ row, here, search }: PlaceNameProps) {
  const { id, type, nom, direct } = row;
  const kept = { ...search, ms: undefined, entite: undefined };
  if (type === 'entite')
    return (
      <Link to={SCREENS['tableau-de-bord'].url} search={{ ...kept, entite: id }}>
        {nom}
      </Link>
    );
  if (direct || id === here) return sousEntiteText(row);
  return (
    <Link to={PAGES.place} params={{ id: String(id) }} search={kept}>
      {nom}
    </Link>
  );
}
