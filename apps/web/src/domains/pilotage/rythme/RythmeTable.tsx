import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { CsvButton } from '../CsvButton.tsx';
import { downloadCsv } from '../csv.ts';
import { MOIS, moisRange } from './cumuls.ts';
import type { RythmeLinks } from './RythmeScreen.tsx';

interface RythmeTableProps {
  title: string;
  rythme: Rythme | undefined;
  links: RythmeLinks;
  /** Absent where the person may not take the table away. */
  fileName: string | undefined;
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

/** The months of the year with what each brought in and what fell due, the same cumulated, and the year before. */
export function RythmeTable({ title, rythme, links, fileName }: RythmeTableProps) {
  const heads = headsOf(rythme?.annee);
  const exportRows = (): void => {
    if (!rythme || !fileName) return;
    const rows = rythme.mois.map((row, index) => [
      MOIS[index] ?? '',
      ...valuesOf(row).map((value) => value ?? ''),
    ]);
    downloadCsv(`${fileName}.csv`, [['Mois', ...heads], ...rows]);
  };
  return (
    <TitledFigureTable
      title={title}
      tools={fileName ? <CsvButton ready={rythme !== undefined} onClick={exportRows} /> : null}
      heads={['Mois', ...heads.map(figureHead)]}
      waiting={rythme ? false : MOIS.length}
      total={
        rythme ? (
          <tr>
            <th scope="row">TOTAL</th>
            <FigureCell value={rythme.encaisse} />
            <td />
            <FigureCell value={rythme.attendu} />
            <td />
            <FigureCell value={rythme.precedent.total} />
            <td />
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

function MoisCells({ rythme, index, links }: { rythme: Rythme; index: number; links: RythmeLinks }) {
  const row = rythme.mois[index];
  if (!row) return null;
  const { annee } = rythme;
  const whole = moisRange({ annee, jour: null }, index + 1);
  return (
    <>
      <FigureCell value={row.encaisse} address={links.recus(moisRange(rythme, index + 1))} />
      <FigureCell value={row.cumul} />
      <FigureCell value={row.exigible} address={links.echus(whole)} />
      <FigureCell value={row.cumulExigible} />
      <FigureCell
        value={row.precedent}
        address={links.recus(moisRange({ annee: annee - 1, jour: null }, index + 1))}
      />
      <FigureCell value={row.cumulPrecedent} />
    </>
  );
}
