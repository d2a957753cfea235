import { NativeSelect } from '@mantine/core';
import { ARRONDIS, exempleText, type Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import { AmountInput, DecimalInput } from '#src/ui/form/WholeInput.tsx';
import {
  baremeOf,
  type Etat,
  type Ligne,
  NO_RULES,
  type Regles,
  reglesFaults,
  reglesOf,
  tarification,
} from './rates.ts';
import classes from '../taxes/Wizard.module.css';

interface ReglesFieldsProps {
  etat: Etat;
  unite: Unite;
  readOnly: boolean;
  onChange: (annee: number, regles: Regles) => void;
}

/** A quantity for the example, beyond the franchise. */
function exampleQuantity({ franchise }: Regles, { uniteDecimales }: Unite): number {
  const typed = typeof franchise === 'number' && franchise > 0 ? franchise : 0;
  return Number((typed + (uniteDecimales > 0 ? 3.5 : 3)).toFixed(2));
}

const isSet = (regles: Regles): boolean => JSON.stringify(regles) !== JSON.stringify(NO_RULES);

/** What goes with rates by the unit, year by year: franchise, bounds and rounding, and what a line would owe. */
export function ReglesFields({ etat, unite, readOnly, onChange }: ReglesFieldsProps) {
  const { general } = tarification(etat);
  const counted = etat.annees.flatMap((annee) => {
    const lignes = (general[annee] ?? []).filter(({ parUnite }) => parUnite);
    return lignes.length === 0 ? [] : [{ annee, lignes, ...reglesOf(etat, annee) }];
  });
  if (counted.length === 0) return null;
  return (
    <details className={classes.regles} open={counted.some(({ regles }) => isSet(regles)) || undefined}>
      <summary>Barème</summary>
      <p className={classes.hint}>
        Franchise : la part de la quantité qui ne compte pas. Minimum et maximum : par période de la
        fréquence.
        {counted.some(({ differ }) => differ)
          ? ' Ces règles diffèrent selon les lieux : celle que vous changez ici vaudra partout cette année-là.'
          : ''}
      </p>
      <table className={classes.bareme} aria-label="Barème">
        <thead>
          <tr>
            <th scope="col">Année</th>
            <th scope="col">Franchise</th>
            <th scope="col">Minimum</th>
            <th scope="col">Maximum</th>
            <th scope="col">Arrondi</th>
          </tr>
        </thead>
        {counted.map(({ annee, lignes, regles }) => (
          <ReglesRow
            key={annee}
            annee={annee}
            lignes={lignes}
            regles={regles}
            unite={unite}
            readOnly={readOnly}
            onChange={(part) => onChange(annee, { ...regles, ...part })}
          />
        ))}
      </table>
    </details>
  );
}

interface ReglesRowProps {
  annee: number;
  /** The rates by the unit of the year. */
  lignes: readonly Ligne[];
  regles: Regles;
  unite: Unite;
  readOnly: boolean;
  onChange: (part: Partial<Regles>) => void;
}

/** The rules of one year, and an example of each of its rates. */
function ReglesRow({ annee, lignes, regles, unite, readOnly, onChange }: ReglesRowProps) {
  const faults = reglesFaults(regles);
  const quantity = exampleQuantity(regles, unite);
  const bound = (field: 'minimum' | 'maximum', label: string) => (
    <td>
      <AmountInput
        aria-label={`${label} ${annee}`}
        rightSection="F"
        value={regles[field]}
        disabled={readOnly}
        error={faults[field]}
        onChange={(value) => onChange({ [field]: value })}
      />
    </td>
  );
  return (
    <tbody>
      <tr>
        <th scope="row">{annee}</th>
        <td>
          <DecimalInput
            aria-label={`Franchise ${annee}`}
            rightSection={unite.unite}
            rightSectionWidth={64}
            value={regles.franchise}
            disabled={readOnly}
            error={faults.franchise}
            onChange={(franchise) => onChange({ franchise })}
          />
        </td>
        {bound('minimum', 'Minimum')}
        {bound('maximum', 'Maximum')}
        <td>
          <NativeSelect
            aria-label={`Arrondi ${annee}`}
            data={ARRONDIS.map((pas) => ({ value: String(pas), label: `${pas} F` }))}
            value={String(regles.arrondi)}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => onChange({ arrondi: Number(value) })}
          />
        </td>
      </tr>
      <tr>
        <td />
        <td colSpan={4} className={classes.exemple}>
          {lignes.map((ligne, index) => {
            const bareme = baremeOf(ligne);
            return bareme ? (
              <span key={index}>
                {ligne.libelle ? `${ligne.libelle} : ` : ''}
                {exempleText(bareme, Math.max(quantity, ligne.seuil || 0), unite.unite)}
              </span>
            ) : null;
          })}
        </td>
      </tr>
    </tbody>
  );
}
