import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { NIVEAUX } from '@octroi/contract/constants';
import type { Classeur } from '@octroi/contract/pilotage/classeur';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { rangeText } from '#src/ui/period/period-search.ts';
import { levelOf, type Territory } from '#src/ui/territory/use-territory.ts';
import { datedFile, detailsOf } from './details.ts';
import { FigureCells } from './FigureCells.tsx';
import type { FigureSearch } from './figure-search.ts';
import { TableExport } from './TableExport.tsx';
import { useFigureLinks } from './use-figure-links.ts';
import type { Figured } from './use-figures.ts';

type Detail = Dashboard['details'][number];

interface DashboardTableProps {
  data: Dashboard | undefined;
  figured: Figured;
  search: FigureSearch;
}

const HEADS = ['Enrôlement', 'Prévu', 'Payé', 'Montant Restant'] as const;
const BASE_TEXTS = { enrolement: 'par enrôlement', encaissement: 'par encaissement' } as const;

/** The same figures by sub-entity, one level down; a name leads there. */
export function DashboardTable({ data, figured, search }: DashboardTableProps) {
  const { territory, range, annee, base, betail } = figured;
  const linkTo = useFigureLinks(figured);
  const mayExport = useMay('tableau-de-bord', 'Exporter');
  const here = territory.chain.at(-1)?.id;
  const rows = data ? rowsOf(data.details) : [];
  const title = titleOf(data?.details[0], territory);
  const written = data && classeurOf(title, datedFile('tableau-de-bord', range), rows, data.stats);
  const said = [rangeText(range), BASE_TEXTS[base], `exercice ${annee}`];
  return (
    <TitledFigureTable
      title={title}
      tools={mayExport ? <TableExport table={written} details={detailsOf(territory, betail, said)} /> : null}
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

/** The table as a file takes it. */
function classeurOf(
  title: string,
  file: string,
  rows: readonly Detail[],
  stats: Dashboard['stats'],
): Classeur {
  const line = (name: string, { contribuables, prevu, paiement, restant }: Dashboard['stats'] | Detail) => [
    name,
    contribuables,
    prevu,
    paiement,
    restant,
  ];
  const [number, ...amounts] = HEADS;
  return {
    navigation: 'tableau-de-bord',
    title: `${SCREENS['tableau-de-bord'].nom} ${title.toLowerCase()}`,
    file,
    columns: [
      { header: 'Sous-entité', kind: 'text' },
      { header: number, kind: 'number' },
      ...amounts.map((header) => ({ header, kind: 'amount' as const })),
    ],
    rows: rows.map((row) => line(nameOf(row), row)),
    sommes: [line('TOTAL', stats)],
  };
}

const nameOf = ({ nom, direct }: Detail): string => (direct ? `${nom}, directement` : nom);

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

function PlaceName({ row, here, search }: PlaceNameProps) {
  const { id, type, nom, direct } = row;
  const kept = { ...search, ms: undefined, entite: undefined };
  if (type === 'entite')
    return (
      <Link to={SCREENS['tableau-de-bord'].url} search={{ ...kept, entite: id }}>
        {nom}
      </Link>
    );
  if (direct || id === here) return nameOf(row);
  return (
    <Link to={PAGES.place} params={{ id: String(id) }} search={kept}>
      {nom}
    </Link>
  );
}
