import { Button } from '@mantine/core';
import { ecrireMaille, SANS_POSITION } from '@octroi/contract/maille';
import type { Carte, MailleCarte, Mailles } from '@octroi/contract/pilotage/carte';
import { IconZoomIn } from '@tabler/icons-react';
import { useMay } from '#src/app/session.ts';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/FigureTable.tsx';
import { CsvButton } from '../CsvButton.tsx';
import { downloadCsv } from '../csv.ts';
import { FigureCells } from '../FigureCells.tsx';
import type { ListAddress } from '../figure-links.ts';
import { useFigureLinks } from '../use-figure-links.ts';
import type { Figured } from '../use-figures.ts';
import { nomDe, opensList, PARTS, partPayee } from './cellules.ts';
import figures from '#src/ui/FigureTable.module.css';
import classes from './Carte.module.css';

type Sums = Carte['total'];

interface MaillesTableProps {
  carte: Carte | undefined;
  mailles: Mailles | undefined;
  figured: Figured;
  stale: boolean;
  onNear: (cell: MailleCarte) => void;
}

const HEADS = ['Contribuables', 'Prévu', 'Payé', 'Montant Restant'] as const;
const PART_HEADS = [
  ['soldes', 'Soldés'],
  ['partiels', 'En partie'],
  ['impayes', 'Rien payé'],
] as const;
const degrees = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** What the map shows, for the keyboard and those who do not see it: a row a cell, what is out of sight, TOTAL. */
export function MaillesTable({ carte, mailles, figured, stale, onNear }: MaillesTableProps) {
  const linkTo = useFigureLinks(figured);
  const mayExport = useMay('carte', 'Exporter');
  const place = { entite: figured.territory.asked, ms: figured.territory.ms };
  const all = linkTo(place, 'montant');
  const cells = mailles?.mailles.toSorted((one, other) => other.restant - one.restant);
  const addressOf = ({ x, y }: MailleCarte): ListAddress => ({
    ...all,
    maille: ecrireMaille({ zoom: mailles?.zoom ?? 0, x, y }),
  });
  const beyond = carte && cells && beyondOf(carte, cells);
  const exportRows = (): void => {
    if (!carte || !cells || !beyond) return;
    const line = (nom: string, { contribuables, prevu, paye, restant }: Sums) => [
      nom,
      contribuables,
      prevu,
      paye,
      restant,
    ];
    downloadCsv(`carte-${figured.annee}.csv`, [
      ['Lieu', ...HEADS, 'Latitude', 'Longitude', ...PART_HEADS.map(([, head]) => head)],
      ...cells.map((cell) => [
        ...line(nomDe(cell), cell),
        cell.latitude.toFixed(5),
        cell.longitude.toFixed(5),
        ...PART_HEADS.map(([part]) => cell[part]),
      ]),
      line('Hors de la vue', beyond),
      line('Sans position', carte.sansPosition),
      line('TOTAL', carte.total),
    ]);
  };
  return (
    <TitledFigureTable
      title="Contribuables en vue"
      tools={mayExport ? <CsvButton ready={beyond !== undefined} onClick={exportRows} /> : null}
      busy={stale}
      heads={[
        'Lieu',
        ...[...HEADS, 'Part payée', ...PART_HEADS.map(([, head]) => head)].map(figureHead),
        { text: <span className={classes.hidden}>Carte</span> },
      ]}
      waiting={cells && carte ? false : 5}
      total={
        carte && beyond ? (
          <>
            <OtherRow name="Hors de la vue" sums={beyond} />
            <OtherRow
              name="Sans position"
              sums={carte.sansPosition}
              address={{ ...all, maille: SANS_POSITION }}
            />
            <tr>
              <th scope="row">TOTAL</th>
              <SumCells sums={carte.total} address={all} />
              <td colSpan={PART_HEADS.length + 1} />
            </tr>
          </>
        ) : null
      }
    >
      {carte &&
        cells?.map((cell) => {
          const address = addressOf(cell);
          return (
            <tr key={`${cell.x}/${cell.y}`}>
              <th scope="row">
                {nomDe(cell)}
                <small className={classes.where}>
                  {degrees.format(cell.latitude)} ; {degrees.format(cell.longitude)}
                </small>
              </th>
              <SumCells sums={cell} address={address} />
              {PART_HEADS.map(([part]) => (
                <FigureCell
                  key={part}
                  value={cell[part]}
                  address={{ to: '/contribuables', search: { ...address, f: PARTS[part] } }}
                />
              ))}
              <td>
                {opensList(cell, mailles?.zoom ?? 0) ? null : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    title="Approcher la carte"
                    aria-label={`Approcher la carte de ${nomDe(cell)}`}
                    onClick={() => onNear(cell)}
                  >
                    <IconZoomIn size={16} />
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
    </TitledFigureTable>
  );
}

/** What is chosen, has a position, and lies outside the part of the map in sight. */
function beyondOf({ total, sansPosition }: Carte, cells: readonly MailleCarte[]): Sums {
  const left = (name: keyof Sums): number =>
    total[name] - sansPosition[name] - cells.reduce((sum, cell) => sum + cell[name], 0);
  return {
    contribuables: left('contribuables'),
    prevu: left('prevu'),
    paye: left('paye'),
    restant: left('restant'),
  };
}

interface SumCellsProps {
  sums: Sums;
  /** Absent where no list can be named. */
  address: ListAddress | undefined;
}

function SumCells({ sums, address }: SumCellsProps) {
  const part = partPayee(sums);
  return (
    <>
      <FigureCells figures={{ ...sums, paiement: sums.paye }} contribuables={address} amounts={address} />
      <td className={figures.figure}>{part === null ? '–' : `${part} %`}</td>
    </>
  );
}

const OtherRow = ({ name, sums, address }: { name: string; sums: Sums; address?: ListAddress }) =>
  sums.contribuables === 0 ? null : (
    <tr className={classes.other}>
      <th scope="row">{name}</th>
      <SumCells sums={sums} address={address} />
      <td colSpan={PART_HEADS.length + 1} />
    </tr>
  );
