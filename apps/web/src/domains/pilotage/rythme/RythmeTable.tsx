import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/money';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { downloadCsv } from '../csv.ts';
import type { Address } from '../statistiques/declaration.ts';
import { MOIS, moisRange } from './cumuls.ts';
import type { RythmeLinks } from './RythmeScreen.tsx';
import table from '#src/ui/FigureTable.module.css';

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
    <section className={table.card} aria-label={title}>
      <h2 className={table.head}>
        {title}
        {fileName ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            disabled={!rythme}
            onClick={exportRows}
          >
            Exporter
          </Button>
        ) : null}
      </h2>
      <div className={table.scroller}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Mois</th>
              {heads.map((head) => (
                <th key={head} scope="col" className={table.figure}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MOIS.map((nom, index) => (
              <tr key={nom}>
                <th scope="row">{nom}</th>
                {rythme ? (
                  <MoisCells rythme={rythme} index={index} links={links} />
                ) : (
                  <Waiting heads={heads} />
                )}
              </tr>
            ))}
          </tbody>
          {rythme ? (
            <tfoot>
              <tr>
                <th scope="row">TOTAL</th>
                <Cell value={rythme.encaisse} />
                <td />
                <Cell value={rythme.attendu} />
                <td />
                <Cell value={rythme.precedent.total} />
                <td />
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
    </section>
  );
}

function MoisCells({ rythme, index, links }: { rythme: Rythme; index: number; links: RythmeLinks }) {
  const row = rythme.mois[index];
  if (!row) return null;
  const { annee } = rythme;
  const whole = moisRange({ annee, jour: null }, index + 1);
  return (
    <>
      <Cell value={row.encaisse} address={links.recus(moisRange(rythme, index + 1))} />
      <Cell value={row.cumul} />
      <Cell value={row.exigible} address={links.echus(whole)} />
      <Cell value={row.cumulExigible} />
      <Cell
        value={row.precedent}
        address={links.recus(moisRange({ annee: annee - 1, jour: null }, index + 1))}
      />
      <Cell value={row.cumulPrecedent} />
    </>
  );
}

function Cell({ value, address }: { value: number | null; address?: Address }) {
  if (value === null) return <td className={table.figure}>–</td>;
  const text = formatNumber(value);
  return (
    <td className={table.figure} data-none={value === 0 || undefined}>
      {address ? (
        <Link to={address.to} search={address.search}>
          {text}
        </Link>
      ) : (
        text
      )}
    </td>
  );
}

const Waiting = ({ heads }: { heads: readonly string[] }) =>
  heads.map((head) => (
    <td key={head} className={table.figure}>
      <Skeleton height={10} width={80} ml="auto" />
    </td>
  ));
