import { type Billets, COUPURES, type Coupure, sommeBillets } from '@octroi/contract/caisse/rules';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { type Whole, WholeInput } from '#src/ui/form/WholeInput.tsx';
import classes from '../Caisse.module.css';

/** A count as typed, by denomination. */
export type Typed = Readonly<Partial<Record<`${Coupure}`, Whole>>>;

/** The typed count; undefined if one entry is not a number. */
export function countOf(typed: Typed): Billets | undefined {
  const counted = Object.entries(typed).filter(([, number]) => number !== '');
  return counted.every(([, number]) => Number.isSafeInteger(number) && Number(number) >= 0)
    ? (Object.fromEntries(counted) as Billets)
    : undefined;
}

interface CountFieldsProps {
  typed: Typed;
  onType: (typed: Typed) => void;
}

/** Inputs for the number of notes and coins of each kind; the expected amount stays hidden. */
export function CountFields({ typed, onType }: CountFieldsProps) {
  const billets = countOf(typed) ?? {};
  return (
    <fieldset className={classes.count}>
      <legend>Nombre de billets et de pièces</legend>
      {COUPURES.map((coupure, index) => {
        const key = `${coupure}` as const;
        const number = billets[key];
        return (
          <div className={classes.line} key={coupure}>
            <label htmlFor={`coupure-${coupure}`}>{formatNumber(coupure)}</label>
            <WholeInput
              id={`coupure-${coupure}`}
              size="sm"
              value={typed[key] ?? ''}
              onChange={(value) => onType({ ...typed, [key]: value })}
              data-autofocus={index === 0 || undefined}
            />
            <output htmlFor={`coupure-${coupure}`}>{number ? formatNumber(number * coupure) : '–'}</output>
          </div>
        );
      })}
      <div className={classes.sum}>
        <span>Compté</span>
        <span>{formatFrancs(sommeBillets(billets))}</span>
      </div>
    </fieldset>
  );
}
