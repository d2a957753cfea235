import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountInput, DecimalInput } from '#src/ui/form/WholeInput.tsx';
import { type Bareme, type Ligne, lignesFaults, EMPTY } from './rates.ts';
import classes from '../taxes/Wizard.module.css';

interface BaremeTableProps {
  /** Accessible name: the owner of the rates. */
  name: string;
  annees: readonly number[];
  bareme: Bareme;
  precisions: boolean;
  /** The unit of the base; null while it is counted by piece. */
  unite: string | null;
  readOnly: boolean;
  /** Whether missing values are reported. */
  showErrors: boolean;
  onChange: (annee: number, lignes: readonly Ligne[]) => void;
}

/** Year and rate, or year, label and rate (specification 1 section 2). */
export function BaremeTable({ annees, bareme, onChange, ...shared }: BaremeTableProps) {
  const { name, precisions, unite, readOnly } = shared;
  return (
    <div className={classes.rates}>
      <table className={classes.bareme} aria-label={`Tarifs : ${name}`}>
        <thead>
          <tr>
            <th scope="col">Année</th>
            {precisions ? <th scope="col">Libellé</th> : null}
            {precisions && unite !== null ? <th scope="col">À partir de</th> : null}
            <th scope="col">Tarif</th>
            {unite === null ? null : <th scope="col">Par {unite}</th>}
            {precisions && !readOnly ? <th scope="col" aria-label="Retirer" /> : null}
          </tr>
        </thead>
        {annees.map((annee) => (
          <AnneeRows
            key={annee}
            {...shared}
            annee={annee}
            lignes={bareme[annee] ?? [EMPTY]}
            onChange={(lignes) => onChange(annee, lignes)}
          />
        ))}
      </table>
    </div>
  );
}

interface AnneeRowsProps extends Omit<BaremeTableProps, 'annees' | 'bareme' | 'onChange'> {
  annee: number;
  lignes: readonly Ligne[];
  onChange: (lignes: readonly Ligne[]) => void;
}

/** A new précision counts as the one before it. */
const countedLike = (ligne: Ligne | undefined): Partial<Ligne> =>
  ligne?.parUnite ? { parUnite: true, ...(ligne.regles && { regles: ligne.regles }) } : {};

/** The rates of one year. */
function AnneeRows({
  name,
  annee,
  lignes,
  precisions,
  unite,
  readOnly,
  showErrors,
  onChange,
}: AnneeRowsProps) {
  const faults = lignesFaults(lignes, precisions);
  const change = (index: number, part: Partial<Ligne>): void =>
    onChange(lignes.with(index, { ...(lignes[index] ?? EMPTY), ...part }));
  const rowLabel = (index: number): string =>
    `${annee}${lignes.length > 1 ? `, ligne ${index + 1}` : ''} - ${name}`;
  return (
    <tbody>
      {lignes.map((ligne, index) => (
        <TarifRow
          key={index}
          name={rowLabel(index)}
          head={index === 0 ? annee : null}
          ligne={ligne}
          faults={faults[index] ?? {}}
          alone={lignes.length === 1}
          precisions={precisions}
          unite={unite}
          readOnly={readOnly}
          showErrors={showErrors}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(lignes.toSpliced(index, 1))}
        />
      ))}
      {precisions && !readOnly ? (
        <tr>
          <td />
          <td colSpan={unite === null ? 3 : 5}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              aria-label={`Ajouter une précision ${annee} - ${name}`}
              onClick={() => onChange([...lignes, { ...EMPTY, ...countedLike(lignes.at(-1)) }])}
            >
              Ajouter une précision
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

interface TarifRowProps extends Pick<BaremeTableProps, 'precisions' | 'unite' | 'readOnly' | 'showErrors'> {
  /** Accessible name: the year, the row and the owner of the rates. */
  name: string;
  /** The year, in the first of its rows. */
  head: number | null;
  ligne: Ligne;
  faults: ReturnType<typeof lignesFaults>[number];
  /** Whether it is the only row of its year, which stays. */
  alone: boolean;
  onChange: (part: Partial<Ligne>) => void;
  onRemove: () => void;
}

/** One rate. */
function TarifRow({
  name,
  head,
  ligne,
  faults,
  alone,
  precisions,
  unite,
  readOnly,
  showErrors,
  onChange,
  onRemove,
}: TarifRowProps) {
  return (
    <tr>
      <th scope="row">{head}</th>
      {precisions ? (
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
      ) : null}
      {precisions && unite !== null ? (
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
      {precisions && !readOnly ? (
        <td>
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
        </td>
      ) : null}
    </tr>
  );
}
