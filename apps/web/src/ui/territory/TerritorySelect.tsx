import { IconChevronDown } from '@tabler/icons-react';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import classes from './Territory.module.css';

interface TerritorySelectProps<Option extends Nested> {
  label: string;
  /** The empty option; absent if a choice is required. */
  everything: string | undefined;
  options: readonly Option[];
  /** Shows each option's parent, because names repeat. */
  above?: boolean;
  chosen: Nested | undefined;
  disabled?: boolean;
  failed?: boolean;
  onChange: (chosen: Option | undefined) => void;
}

/** One select of the cascade: native, to be fast and usable on a phone. */
export function TerritorySelect<Option extends Nested & { parent?: Nested | null }>(
  props: TerritorySelectProps<Option>,
) {
  const { label, everything, options, above, chosen, disabled = false, failed = false, onChange } = props;
  const [only] = options;
  if (!everything && only && options.length === 1)
    return (
      <span className={classes.single} title={label}>
        {only.nom}
      </span>
    );
  return (
    <span className={classes.frame}>
      <select
        className={classes.select}
        aria-label={label}
        disabled={disabled}
        data-chosen={chosen ? true : undefined}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(options.find(({ id }) => String(id) === value))}
      >
        {everything || !chosen ? <option value="">{everything ?? label}</option> : null}
        {options.map(({ id, nom, parent }) => (
          <option key={id} value={id}>
            {above && parent ? `${nom} – ${parent.nom}` : nom}
          </option>
        ))}
        {failed ? <option disabled>La liste n’a pas pu être chargée</option> : null}
      </select>
      <IconChevronDown size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}
