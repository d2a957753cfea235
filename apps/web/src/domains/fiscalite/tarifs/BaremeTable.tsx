import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountInput } from '#src/ui/form/WholeInput.tsx';
import { type Bareme, type Ligne, lignesFaults, EMPTY } from './rates.ts';
import classes from '../taxes/Wizard.module.css';

interface BaremeTableProps {
  /** Accessible name: the owner of the rates. */
  name: string;
  annees: readonly number[];
  bareme: Bareme;
  precisions: boolean;
  readOnly: boolean;
  /** Whether missing values are reported. */
  showErrors: boolean;
  onChange: (annee: number, lignes: readonly Ligne[]) => void;
}

/** Year and rate, or year, label and rate (specification 1 section 2). */
export function BaremeTable({ annees, bareme, onChange, ...shared }: BaremeTableProps) {
  const { name, precisions, readOnly } = shared;
  return (
    <table className={classes.bareme} aria-label={`Tarifs : ${name}`}>
      <thead>
        <tr>
          <th scope="col">Année</th>
          {precisions ? <th scope="col">Libellé</th> : null}
          <th scope="col">Tarif</th>
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
  );
}

interface AnneeRowsProps extends Omit<BaremeTableProps, 'annees' | 'bareme' | 'onChange'> {
  annee: number;
  lignes: readonly Ligne[];
  onChange: (lignes: readonly Ligne[]) => void;
}

/** The rates of one year. */
function AnneeRows({ name, annee, lignes, precisions, readOnly, showErrors, onChange }: AnneeRowsProps) {
  const faults = lignesFaults(lignes, precisions);
  const change = (index: number, part: Partial<Ligne>): void =>
    onChange(lignes.with(index, { ...(lignes[index] ?? EMPTY), ...part }));
  const rowLabel = (index: number): string =>
    `${annee}${lignes.length > 1 ? `, ligne ${index + 1}` : ''} - ${name}`;
  return (
    <tbody>
      {lignes.map((ligne, index) => (
        <tr key={index}>
          <th scope="row">{index === 0 ? annee : null}</th>
          {precisions ? (
            <td className={classes.libelle}>
              <TextInput
                aria-label={`Libellé ${rowLabel(index)}`}
                value={ligne.libelle}
                maxLength={255}
                disabled={readOnly}
                error={showErrors && faults[index]?.libelle}
                onChange={(event) => change(index, { libelle: event.currentTarget.value })}
              />
            </td>
          ) : null}
          <td className={classes.tarif}>
            <AmountInput
              aria-label={`Tarif ${rowLabel(index)}`}
              value={ligne.tarif}
              rightSection="F"
              disabled={readOnly}
              error={(showErrors || ligne.tarif !== '') && faults[index]?.tarif}
              onChange={(tarif) => change(index, { tarif })}
            />
          </td>
          {precisions && !readOnly ? (
            <td>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={`Retirer ${rowLabel(index)}`}
                disabled={lignes.length === 1}
                onClick={() => onChange(lignes.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </td>
          ) : null}
        </tr>
      ))}
      {precisions && !readOnly ? (
        <tr>
          <td />
          <td colSpan={3}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              aria-label={`Ajouter une précision ${annee} - ${name}`}
              onClick={() => onChange([...lignes, EMPTY])}
            >
              Ajouter une précision
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
