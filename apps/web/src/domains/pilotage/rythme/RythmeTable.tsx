import type { Classeur } from '@octroi/contract/pilotage/classeur';
import type { DayRange } from '@octroi/contract/period';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { TableExport } from '../TableExport.tsx';
import { MOIS, moisRange, yearRange } from './cumuls.ts';
import type { RythmeLinks } from './links.ts';

interface RythmeTableProps {
  title: string;
  rythme: Rythme | undefined;
  links: RythmeLinks;
  /** Name of its file; absent where the person may not take it along. */
  fileName: string | undefined;
  /** Said above it on paper. */
  details: readonly string[];
}

const headsOf = (annee: number | undefined): string[] => {
  const before = annee === undefined ? 'année précédente' : String(annee - 1);
  return ['Encaissé', 'Cumul', 'Échu', 'Cumul échu', `Encaissé ${before}`, `Cumul ${before}`];
};
type Mois = Rythme['mois'][number];
const valuesOf = (row: Mois): (number | null)[] => [
  row.encaisse,
  row.cumul,
  row.exigible,
  row.cumulExigible,
  row.precedent,
  row.cumulPrecedent,
];

/** The table as a file takes it. */
function classeurOf(title: string, file: string, rythme: Rythme): Classeur {
  const { annee, mois, encaisse, attendu, precedent } = rythme;
  return {
    navigation: 'rythme',
    title,
    file,
    columns: [
      { header: 'Mois', kind: 'text' },
      ...headsOf(annee).map((header) => ({ header, kind: 'amount' as const })),
    ],
    rows: mois.map((row, index) => [MOIS[index] ?? '', ...valuesOf(row)]),
    sommes: [['TOTAL', encaisse, null, attendu, null, precedent.total, null]],
  };
}

/** The months of the year with what each brought in and what fell due, the same cumulated, and the year before. */
export function RythmeTable({ title, rythme, links, fileName, details }: RythmeTableProps) {
  const heads = headsOf(rythme?.annee);
  return (
    <TitledFigureTable
      title={title}
      tools={
        fileName ? (
          <TableExport table={rythme && classeurOf(title, fileName, rythme)} details={details} />
        ) : null
      }
      heads={['Mois', ...heads.map(figureHead)]}
      waiting={rythme ? false : MOIS.length}
      total={
        rythme ? (
          <tr>
            <th scope="row">TOTAL</th>
            <TotalCells rythme={rythme} links={links} />
          </tr>
        ) : null
      }
    >
      {rythme
        ? MOIS.map((nom, index) => (
            <tr key={nom}>
              <th scope="row">{nom}</th>
              <MoisCells rythme={rythme} index={index} links={links} />
            </tr>
          ))
        : null}
    </TitledFigureTable>
  );
}

function TotalCells({ rythme, links }: { rythme: Rythme; links: RythmeLinks }) {
  const { annee, jour, encaisse, attendu, precedent } = rythme;
  const year = yearRange(annee);
  return (
    <>
      <FigureCell value={encaisse} address={links.recus({ ...year, to: jour ?? year.to })} />
      <td />
      <FigureCell value={attendu} address={links.echus(year)} />
      <td />
      <FigureCell value={precedent.total} address={links.recus(yearRange(annee - 1))} />
      <td />
    </>
  );
}

function MoisCells({ rythme, index, links }: { rythme: Rythme; index: number; links: RythmeLinks }) {
  const row = rythme.mois[index];
  if (!row) return null;
  const { annee } = rythme;
  const until = moisRange(rythme, index + 1);
  const whole = moisRange({ annee, jour: null }, index + 1);
  const before = moisRange({ annee: annee - 1, jour: null }, index + 1);
  const begun = row.encaisse !== null;
  return (
    <>
      <FigureCell value={row.encaisse} address={begun ? links.recus(until) : undefined} />
      <FigureCell value={row.cumul} address={begun ? links.recus(sinceJanuary(until)) : undefined} />
      <FigureCell value={row.exigible} address={links.echus(whole)} />
      <FigureCell value={row.cumulExigible} address={links.echus(sinceJanuary(whole))} />
      <FigureCell value={row.precedent} address={links.recus(before)} />
      <FigureCell value={row.cumulPrecedent} address={links.recus(sinceJanuary(before))} />
    </>
  );
}

const sinceJanuary = ({ to }: DayRange): DayRange => ({ from: `${to.slice(0, 4)}-01-01`, to });
