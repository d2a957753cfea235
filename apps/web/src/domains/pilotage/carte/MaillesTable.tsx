import { SCREENS } from '@octroi/contract/register';
import { Button } from '@mantine/core';
import { formatMaille, SANS_POSITION } from '@octroi/contract/territoire/maille';
import type { Carte, MailleCarte, Mailles } from '@octroi/contract/pilotage/carte';
import {
  beyondOf,
  CARTE_HEADS,
  cellText,
  orderedCells,
  PART_HEADS,
  partPayee,
  type Sums,
} from '@octroi/contract/pilotage/classeurs/carte';
import { IconZoomIn } from '@tabler/icons-react';
import type { Query } from '#src/platform/api.ts';
import { useMay } from '#src/platform/session.ts';
import { FigureCell, figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import { FigureCells } from '../FigureCells.tsx';
import type { ListAddress } from '../figure-links.ts';
import { TableExport } from '../TableExport.tsx';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';
import { opensList, PARTS } from './cellules.ts';
import figures from '#src/ui/figure/FigureTable.module.css';
import classes from './Carte.module.css';

interface MaillesTableProps {
  carte: Carte | undefined;
  mailles: Mailles | undefined;
  /** The query of the cells. */
  query: Query;
  scope: FigureScope;
  stale: boolean;
  onNear: (cell: MailleCarte) => void;
}

const degrees = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/**
 * The data of the map as a table, for keyboard and screen reader users: one row per cell, the part out of sight, TOTAL.
 */
export function MaillesTable({ carte, mailles, query, scope, stale, onNear }: MaillesTableProps) {
  const linkTo = useFigureLinks(scope);
  const mayExport = useMay('carte', 'Exporter');
  const { territory } = scope;
  const place = { entite: territory.entiteId, ms: territory.ms };
  const all = linkTo(place, 'montant');
  const cells = mailles && orderedCells(mailles.mailles);
  const addressOf = ({ x, y }: MailleCarte): ListAddress => ({
    ...all,
    maille: formatMaille({ zoom: mailles?.zoom ?? 0, x, y }),
  });
  const beyond = carte && cells && beyondOf(carte, cells);
  return (
    <TitledFigureTable
      title="Contribuables en vue"
      className={classes.cells}
      tools={mayExport ? <TableExport table="carte" query={carte && mailles && query} /> : null}
      busy={stale}
      heads={[
        'Lieu',
        ...[...CARTE_HEADS, 'Part payée', ...PART_HEADS.map(([, head]) => head)].map(figureHead),
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
        cells?.map((cell) => (
          <MailleRow
            key={`${cell.x}/${cell.y}`}
            cell={cell}
            address={addressOf(cell)}
            // a cell with few taxpayers opens its list instead
            onNear={opensList(cell, mailles?.zoom ?? 0) ? undefined : onNear}
          />
        ))}
    </TitledFigureTable>
  );
}

interface MailleRowProps {
  cell: MailleCarte;
  address: ListAddress;
  onNear: ((cell: MailleCarte) => void) | undefined;
}

function MailleRow({ cell, address, onNear }: MailleRowProps) {
  return (
    <tr>
      <th scope="row">
        {cellText(cell)}
        <small className={classes.where}>
          {degrees.format(cell.latitude)} ; {degrees.format(cell.longitude)}
        </small>
      </th>
      <SumCells sums={cell} address={address} />
      {PART_HEADS.map(([part]) => (
        <FigureCell
          key={part}
          value={cell[part]}
          address={{ to: SCREENS.contribuables.url, search: { ...address, f: PARTS[part] } }}
        />
      ))}
      <td>
        {onNear ? (
          <Button
            variant="subtle"
            size="compact-sm"
            title="Approcher la carte"
            aria-label={`Approcher la carte de ${cellText(cell)}`}
            onClick={() => onNear(cell)}
          >
            <IconZoomIn size={16} />
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

interface SumCellsProps {
  sums: Sums;
  /** Absent if no list matches. */
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
