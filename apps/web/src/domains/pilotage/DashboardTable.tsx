import { NIVEAUX } from '@octroi/contract/constants';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '#src/app/session.ts';
import { figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { levelOf, type Territory } from '#src/ui/territory/use-territory.ts';
import { downloadCsv } from './csv.ts';
import { CsvButton } from './CsvButton.tsx';
import { FigureCells } from './FigureCells.tsx';
import type { FigureSearch } from './figure-search.ts';
import { useFigureLinks } from './use-figure-links.ts';
import type { Figured } from './use-figures.ts';

type Detail = Dashboard['details'][number];

interface DashboardTableProps {
  data: Dashboard | undefined;
  figured: Figured;
  search: FigureSearch;
}

const HEADS = ['Enrôlement', 'Prévu', 'Payé', 'Montant Restant'] as const;

/** The same figures by sub-entity, one level down; a name leads there. */
export function DashboardTable({ data, figured, search }: DashboardTableProps) {
  const { territory, range } = figured;
  const linkTo = useFigureLinks(figured);
  const mayExport = useMay('tableau-de-bord', 'Exporter');
  const here = territory.chain.at(-1)?.id;
  const rows = data ? rowsOf(data.details) : [];
  const title = titleOf(data?.details[0], territory);
  const exportRows = (): void => {
    if (!data) return;
    const line = (nom: string, { contribuables, prevu, paiement, restant }: Dashboard['stats'] | Detail) =>
      [nom, contribuables, prevu, paiement, restant] as const;
    const name = ['tableau-de-bord', range.from, range.to].filter(Boolean).join('-');
    downloadCsv(`${name}.csv`, [
      ['Sous-entité', ...HEADS],
      ...rows.map((row) => line(row.nom, row)),
      line('TOTAL', data.stats),
    ]);
  };
  return (
    <TitledFigureTable
      title={title}
      tools={mayExport ? <CsvButton ready={data !== undefined} onClick={exportRows} /> : null}
      heads={['Sous-entité', ...HEADS.map(figureHead)]}
      waiting={data ? false : 5}
      total={
        data ? (
          <tr>
            <th scope="row">TOTAL</th>
            <FigureCells
              figures={data.stats}
              contribuables={linkTo({ entite: territory.asked, ms: territory.ms }, 'contribuables')}
              amounts={linkTo({ entite: territory.asked, ms: territory.ms }, 'montant')}
            />
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
            figures={row}
            contribuables={linkTo(placeOf(row, territory), 'contribuables')}
            amounts={linkTo(placeOf(row, territory), 'montant')}
          />
        </tr>
      ))}
    </TitledFigureTable>
  );
}

/** The row of the place itself counts what stands on none of its sub-entities: shown only when there is some. */
const rowsOf = (details: readonly Detail[]): Detail[] =>
  details.filter((row) => !row.direct || row.contribuables !== 0 || row.prevu !== 0 || row.paiement !== 0);

const placeOf = ({ id, type, direct }: Detail, territory: Territory) =>
  type === 'entite' ? { entite: id, ms: [] } : { entite: territory.asked, ms: [id], direct };

function titleOf(first: Detail | undefined, { chain, ms, names, own, topLevel }: Territory): string {
  if (first ? first.type === 'entite' : names.length === 0) return 'Par collectivité';
  if (ms.length > 1 || (own && chain.length === 0)) return 'Par sous-entité';
  const level = chain.length > 0 ? levelOf(chain.at(-1)) + 1 : topLevel;
  return `Par ${(NIVEAUX[Math.min(level, NIVEAUX.length - 1)] ?? 'sous-entité').toLowerCase()}`;
}

interface PlaceNameProps {
  row: Detail;
  here: number | undefined;
  search: FigureSearch;
}

function PlaceName({ row: { id, type, nom, direct }, here, search }: PlaceNameProps) {
  const kept = { ...search, ms: undefined, entite: undefined };
  if (type === 'entite')
    return (
      <Link to="/" search={{ ...kept, entite: id }}>
        {nom}
      </Link>
    );
  if (direct) return `${nom}, directement`;
  if (id === here) return nom;
  return (
    <Link to="/$id" params={{ id: String(id) }} search={kept}>
      {nom}
    </Link>
  );
}
