import {
  arrieresText,
  AVANT_TEXT,
  hasAhead,
  MOIS,
  rythmeHeads,
} from '@octroi/contract/pilotage/classeurs/rythme';
import type { DayRange } from '@octroi/contract/platform/values/period';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import type { Query } from '#src/platform/api.ts';
import { useMay } from '#src/platform/session.ts';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import { TableExport } from '../TableExport.tsx';
import { moisRange, yearRange } from './cumuls.ts';
import type { RythmeLinks } from './links.ts';

interface RythmeTableProps {
  title: string;
  rythme: Rythme | undefined;
  links: RythmeLinks;
  /** The query of the data. */
  query: Query;
}

/** Received and due by month, cumulated too, with the year before. */
export function RythmeTable({ title, rythme, links, query }: RythmeTableProps) {
  const mayExport = useMay('rythme', 'Exporter');
  const heads = rythmeHeads(rythme?.annee);
  return (
    <TitledFigureTable
      title={title}
      tools={mayExport ? <TableExport table="rythme" query={rythme && query} /> : null}
      heads={['Mois', ...heads.map(figureHead)]}
      waiting={rythme ? false : MOIS.length}
      total={
        rythme ? (
          <>
            <tr>
              <th scope="row">TOTAL</th>
              <TotalCells rythme={rythme} links={links} />
            </tr>
            <tr>
              <th scope="row">{arrieresText(rythme.annee)}</th>
              <ArrearsCells rythme={rythme} links={links} />
            </tr>
          </>
        ) : null
      }
    >
      {rythme && hasAhead(rythme) ? (
        <tr>
          <th scope="row">{AVANT_TEXT}</th>
          <AheadCells rythme={rythme} links={links} />
        </tr>
      ) : null}
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
      <FigureCell value={encaisse} address={links.recus(annee, { to: jour ?? year.to })} />
      <td />
      <FigureCell value={attendu} address={links.echus(year)} />
      <td />
      <FigureCell value={precedent.total} address={links.recus(annee - 1, { to: `${annee - 1}-12-31` })} />
      <td />
    </>
  );
}

/** Payments received before each of the two years began. */
function AheadCells({ rythme: { annee, avant, precedent }, links }: { rythme: Rythme; links: RythmeLinks }) {
  const yearLink = links.recus(annee, { to: `${annee - 1}-12-31` });
  const previous = links.recus(annee - 1, { to: `${annee - 2}-12-31` });
  return (
    <>
      <FigureCell value={avant} address={yearLink} />
      <FigureCell value={avant} address={yearLink} />
      <td />
      <td />
      <FigureCell value={precedent.avant} address={previous} />
      <FigureCell value={precedent.avant} address={previous} />
    </>
  );
}

function ArrearsCells({ rythme: { annee, jour, arrieres }, links }: { rythme: Rythme; links: RythmeLinks }) {
  const year = yearRange(annee);
  return (
    <>
      <FigureCell value={arrieres} address={links.arrieres(annee, { ...year, to: jour ?? year.to })} />
      <td colSpan={5} />
    </>
  );
}

function MoisCells({ rythme, index, links }: { rythme: Rythme; index: number; links: RythmeLinks }) {
  const row = rythme.mois[index];
  if (!row) return null;
  const { annee } = rythme;
  const until = moisRange(rythme, index + 1);
  const fullMonth = moisRange({ annee, jour: null }, index + 1);
  const before = moisRange({ annee: annee - 1, jour: null }, index + 1);
  const hasBegun = row.encaisse !== null;
  return (
    <>
      <FigureCell value={row.encaisse} address={hasBegun ? links.recus(annee, until) : undefined} />
      <FigureCell value={row.cumul} address={hasBegun ? links.recus(annee, { to: until.to }) : undefined} />
      <FigureCell value={row.exigible} address={links.echus(fullMonth)} />
      <FigureCell value={row.cumulExigible} address={links.echus(sinceJanuary(fullMonth))} />
      <FigureCell value={row.precedent} address={links.recus(annee - 1, before)} />
      <FigureCell value={row.cumulPrecedent} address={links.recus(annee - 1, { to: before.to })} />
    </>
  );
}

const sinceJanuary = ({ to }: DayRange): DayRange => ({ from: `${to.slice(0, 4)}-01-01`, to });
