import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { numerosFault } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { WholeInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import classes from './Valeurs.module.css';

export interface Typed {
  de: Whole;
  a: Whole;
}

const isNumber = (value: Whole): value is number => value !== '' && !Number.isNaN(value) && value > 0;

/** First and last number; undefined if one is missing or invalid. */
export const numerosOf = ({ de, a }: Typed): { de: number; a: number } | undefined =>
  isNumber(de) && isNumber(a) && numerosFault(de, a) === undefined ? { de, a } : undefined;

interface NumerosProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  /** Price of one number in francs, if known. */
  valeur?: number | undefined;
}

/** Inputs for a range of numbers, with its length and value. */
export function Numeros({ typed, onType, valeur }: NumerosProps) {
  const { de, a } = typed;
  const fault = isNumber(de) && isNumber(a) ? numerosFault(de, a) : undefined;
  const numeros = numerosOf(typed);
  const nombre = numeros ? numeros.a - numeros.de + 1 : 0;
  return (
    <div>
      <div className={classes.numeros}>
        <WholeInput label="Du numéro" required value={de} onChange={(value) => onType({ de: value, a })} />
        <WholeInput
          label="Au numéro"
          required
          value={a}
          error={fault}
          onChange={(value) => onType({ de, a: value })}
        />
      </div>
      <output className={classes.sum}>
        {formatNumber(nombre)} numéro{nombre > 1 ? 's' : ''}
        {valeur === undefined ? '' : ` · ${formatFrancs(nombre * valeur)}`}
      </output>
    </div>
  );
}
