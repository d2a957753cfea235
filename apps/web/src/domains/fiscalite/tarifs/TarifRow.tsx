import '@mantine/core/styles/Checkbox.layer.css';
import type { ReactNode } from 'react';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconBan, IconCalendarPlus, IconTrash } from '@tabler/icons-react';
import { AmountInput, DecimalInput } from '#src/ui/form/WholeInput.tsx';
import type { Ligne, lignesFaults } from './rates.ts';
import classes from '../taxes/Wizard.module.css';

interface TarifRowProps {
  precisions: boolean;
  /** The unit of the base; null while it is counted by piece. */
  unite: string | null;
  readOnly: boolean;
  /** Whether missing values are reported. */
  showErrors: boolean;
  /** Accessible name: the year, the row and the owner of the rates. */
  name: string;
  /** The year, in the first of its rows. */
  head: number | null;
  /** The cell of the first day. */
  debut: ReactNode;
  removable: boolean;
  /** Columns beside the year. */
  width: number;
  ligne: Ligne;
  faults: ReturnType<typeof lignesFaults>[number];
  /** Whether it is the only row of its year, which stays. */
  alone: boolean;
  onChange: (part: Partial<Ligne>) => void;
  /** Adds another rate to the year, that begins later; only in its last row. */
  onSplit: (() => void) | undefined;
  /** Leaves the place out of the tax from the first day of the rate on. */
  onExclude: (() => void) | undefined;
  onRemove: () => void;
}

/** One rate of a table of rates. */
export function TarifRow({
  name,
  head,
  debut,
  removable,
  width,
  ligne,
  faults,
  alone,
  precisions,
  unite,
  readOnly,
  showErrors,
  onChange,
  onSplit,
  onExclude,
  onRemove,
}: TarifRowProps) {
  const remove = readOnly ? null : (
    <ActsCell
      {...{ name, alone, removable, onSplit, onRemove }}
      onExclude={ligne.exclue ? undefined : onExclude}
    />
  );
  if (ligne.exclue) return <ExcludedRow {...{ head, debut, remove }} width={width - (remove ? 2 : 1)} />;
  return (
    <tr>
      <YearCell head={head} />
      {debut}
      {precisions ? (
        <PrecisionCells {...{ name, ligne, faults, unite, readOnly, showErrors, onChange }} />
      ) : null}
      <td className={classes.tarif}>
        <AmountInput
          aria-label={`Tarif ${name}`}
          value={ligne.tarif}
          rightSection="F"
          disabled={readOnly}
          error={(showErrors || ligne.tarif !== '') && faults.tarif}
          onChange={(tarif) => onChange({ tarif })}
        />
      </td>
      {unite === null ? null : (
        <td className={classes.parUnite}>
          <Checkbox
            aria-label={`Par ${unite} ${name}`}
            checked={ligne.parUnite ?? false}
            disabled={readOnly}
            onChange={({ currentTarget: { checked } }) => onChange({ parUnite: checked })}
          />
        </td>
      )}
      {remove}
    </tr>
  );
}

type PrecisionProps = Pick<
  TarifRowProps,
  'name' | 'ligne' | 'faults' | 'unite' | 'readOnly' | 'showErrors' | 'onChange'
>;

/** The label of a précision, and the quantity that its tranche begins at. */
const PrecisionCells = ({ name, ligne, faults, unite, readOnly, showErrors, onChange }: PrecisionProps) => (
  <>
    <td className={classes.libelle}>
      <TextInput
        aria-label={`Libellé ${name}`}
        value={ligne.libelle}
        maxLength={255}
        disabled={readOnly}
        error={showErrors && faults.libelle}
        onChange={(event) => onChange({ libelle: event.currentTarget.value })}
      />
    </td>
    {unite === null ? null : (
      <td className={classes.seuil}>
        <DecimalInput
          aria-label={`À partir de ${name}`}
          rightSection={unite}
          rightSectionWidth={56}
          value={ligne.seuil ?? ''}
          disabled={readOnly}
          error={(showErrors || ligne.seuil !== undefined) && faults.seuil}
          onChange={(seuil) => onChange({ seuil })}
        />
      </td>
    )}
  </>
);

type ActsProps = Pick<TarifRowProps, 'name' | 'alone' | 'removable' | 'onSplit' | 'onExclude' | 'onRemove'>;

const ActsCell = ({ name, alone, removable, onSplit, onExclude, onRemove }: ActsProps) => (
  <td className={classes.acteTarif}>
    {removable ? (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={`Retirer ${name}`}
        disabled={alone}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    ) : null}
    {onSplit ? (
      <ActionIcon
        variant="subtle"
        size={34}
        aria-label={`Changer le tarif en cours d’année ${name}`}
        title="Changer le tarif en cours d’année"
        onClick={onSplit}
      >
        <IconCalendarPlus size={16} />
      </ActionIcon>
    ) : null}
    {onExclude ? (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={`Laisser hors de la taxe dès ce jour ${name}`}
        title="Laisser hors de la taxe dès ce jour"
        onClick={onExclude}
      >
        <IconBan size={16} />
      </ActionIcon>
    ) : null}
  </td>
);

/** The year, on its first line only. */
const YearCell = ({ head }: Pick<TarifRowProps, 'head'>) =>
  head === null ? <td /> : <th scope="row">{head}</th>;

/** From a day on the place is out of the tax. */
const ExcludedRow = ({
  head,
  debut,
  width,
  remove,
}: Pick<TarifRowProps, 'head' | 'debut' | 'width'> & { remove: ReactNode }) => (
  <tr>
    <YearCell head={head} />
    {debut}
    <td colSpan={width} className={classes.horsTaxe}>
      hors de la taxe
    </td>
    {remove}
  </tr>
);
