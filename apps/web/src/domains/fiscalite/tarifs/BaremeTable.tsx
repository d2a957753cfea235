import { Fragment, type ReactNode } from 'react';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { avecDepuis, depuisLe, groupesDe, isSansPeriode } from './depuis.ts';
import { type Bareme, type Ligne, lignesFaults, EMPTY } from './rates.ts';
import { TarifRow } from './TarifRow.tsx';
import classes from '../taxes/Wizard.module.css';

interface BaremeTableProps {
  /** Accessible name: the owner of the rates. */
  name: string;
  annees: readonly number[];
  bareme: Bareme;
  precisions: boolean;
  /** The unit of the base; null while it is counted by piece. */
  unite: string | null;
  /** Periods per year of the tax; undefined while they load, 0: collected once, and no rate changes within a year. */
  occurrences: number | undefined;
  readOnly: boolean;
  /** Whether missing values are reported. */
  showErrors: boolean;
  onChange: (annee: number, lignes: readonly Ligne[]) => void;
}

/** Year and rate, or year, label and rate (specification 1 section 2). */
export function BaremeTable({ annees, bareme, onChange, ...shared }: BaremeTableProps) {
  const { name, precisions, unite, readOnly } = shared;
  const depuis = annees.some((annee) => (bareme[annee] ?? []).some((ligne) => ligne.depuis !== undefined));
  return (
    <div
      className={classes.rates}
      // without fields, the keyboard has nothing else to scroll a wide table by
      {...(readOnly ? { role: 'region', 'aria-label': `Tarifs : ${name}`, tabIndex: 0 } : {})}
    >
      <table className={classes.bareme} aria-label={`Tarifs : ${name}`}>
        <thead>
          <tr>
            <th scope="col">Année</th>
            {depuis ? <th scope="col">Applicable depuis</th> : null}
            {precisions ? <th scope="col">Libellé</th> : null}
            {precisions && unite !== null ? <th scope="col">À partir de</th> : null}
            <th scope="col">Tarif</th>
            {unite === null ? null : <th scope="col">Par {unite}</th>}
            {readOnly ? null : (
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        {annees.map((annee) => (
          <AnneeRows
            key={annee}
            {...shared}
            depuis={depuis}
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
  /** Whether some rate of the table begins within its year: then the first days are shown. */
  depuis: boolean;
  lignes: readonly Ligne[];
  onChange: (lignes: readonly Ligne[]) => void;
}

/** A new précision counts as the one before it. */
const countedLike = (ligne: Ligne | undefined): Partial<Ligne> => ({
  ...(ligne?.depuis !== undefined && { depuis: ligne.depuis }),
  ...(ligne?.parUnite && { parUnite: true, ...(ligne.regles && { regles: ligne.regles }) }),
});

/** The rates of one year, each from its first day on. */
function AnneeRows({ name, annee, depuis, lignes, onChange, ...shared }: AnneeRowsProps) {
  const { precisions, unite, occurrences, readOnly } = shared;
  const groupes = groupesDe(lignes);
  const rows = groupes.flatMap((groupe) => groupe.lignes);
  const faults = lignesFaults(rows, precisions, annee);
  const replace = (rank: number, by: readonly Ligne[]): void =>
    onChange(groupes.flatMap((groupe, at) => (at === rank ? by : groupe.lignes)));
  const sansPeriode = (rank: number): string | undefined =>
    occurrences !== undefined && isSansPeriode(groupes, rank, annee, occurrences)
      ? `Sans effet en ${annee} : aucune période ne commence alors`
      : undefined;
  const width =
    2 + (depuis ? 1 : 0) + (unite === null ? 0 : 1) + (precisions ? 1 + (unite === null ? 0 : 1) : 0);
  return (
    <tbody>
      {groupes.map((groupe, rank) => (
        <Fragment key={rank}>
          {groupe.lignes.map((ligne, at) => {
            const index = rows.indexOf(ligne);
            const label = `${annee}${rows.length > 1 ? `, ligne ${index + 1}` : ''} - ${name}`;
            return (
              <TarifRow
                {...shared}
                key={at}
                name={label}
                head={index === 0 ? annee : null}
                debut={
                  depuis ? (
                    <Debut
                      {...{ annee, label, readOnly, ligne }}
                      isFirst={at === 0}
                      error={faults[index]?.depuis}
                      note={sansPeriode(rank)}
                      onChange={(day) => replace(rank, depuisLe(groupe.lignes, day))}
                    />
                  ) : null
                }
                removable={precisions || groupes.length > 1}
                width={width}
                ligne={ligne}
                faults={faults[index] ?? {}}
                alone={rows.length === 1}
                onChange={(part) => replace(rank, groupe.lignes.with(at, { ...ligne, ...part }))}
                onSplit={
                  !readOnly && occurrences !== 0 && index === rows.length - 1
                    ? () => onChange(avecDepuis(rows, annee))
                    : undefined
                }
                onExclude={
                  // the whole year is left out by unticking the place
                  !readOnly && (groupe.depuis !== null || groupes.length > 1) && at === 0
                    ? () => replace(rank, depuisLe([{ ...EMPTY, exclue: true }], groupe.depuis))
                    : undefined
                }
                onRemove={() => replace(rank, groupe.lignes.toSpliced(at, 1))}
              />
            );
          })}
          {precisions && !readOnly && !groupe.lignes.some(({ exclue }) => exclue) ? (
            <AddRow
              width={width}
              icon={<IconPlus size={14} />}
              text="Ajouter une précision"
              name={`Ajouter une précision ${annee}${rank > 0 ? `, tarif ${rank + 1}` : ''} - ${name}`}
              onClick={() =>
                replace(rank, [...groupe.lignes, { ...EMPTY, ...countedLike(groupe.lignes.at(-1)) }])
              }
            />
          ) : null}
        </Fragment>
      ))}
    </tbody>
  );
}

interface DebutProps {
  annee: number;
  /** Accessible name of the row. */
  label: string;
  readOnly: boolean;
  ligne: Ligne;
  /** Whether the row is the first one of its rate, which shows the day. */
  isFirst: boolean;
  error: string | undefined;
  /** What the person should know of the day. */
  note: string | undefined;
  /** Null: the first day of the year. */
  onChange: (day: string | null) => void;
}

/** The first day of a rate; an erased one is empty until another is entered. */
const Debut = ({ annee, label, readOnly, ligne, isFirst, error, note, onChange }: DebutProps) => (
  <td className={classes.depuis}>
    {isFirst ? (
      <DayInput
        aria-label={`Applicable depuis ${label}`}
        value={(ligne.depuis ?? `${annee}-01-01`) || null}
        min={`${annee}-01-01`}
        max={`${annee}-12-31`}
        disabled={readOnly}
        error={error}
        onChange={(day) => onChange(day === `${annee}-01-01` ? null : (day ?? ''))}
      />
    ) : null}
    {isFirst && note && !error ? (
      <p className={classes.sansPeriode} role="status">
        {note}
      </p>
    ) : null}
  </td>
);

interface AddRowProps {
  width: number;
  icon: ReactNode;
  text: string;
  /** Accessible name. */
  name: string;
  onClick: () => void;
}

const AddRow = ({ width, icon, text, name, onClick }: AddRowProps) => (
  <tr>
    <td />
    <td colSpan={width}>
      <Button variant="subtle" size="compact-sm" leftSection={icon} aria-label={name} onClick={onClick}>
        {text}
      </Button>
    </td>
  </tr>
);
