import { IconChevronDown } from '@tabler/icons-react';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { SearchMenu } from '../SearchMenu.tsx';
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

/** Options from which the list is searched by any part of a name: a native select finds beginnings only. */
const SEARCHED_FROM = 100;

/** One select of the cascade: native, to be fast and usable on a phone; searched where it is long. */
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
  const textOf = ({ nom, parent }: Nested & { parent?: Nested | null }): string =>
    above && parent ? `${nom} – ${parent.nom}` : nom;
  if (options.length >= SEARCHED_FROM && !disabled)
    return (
      <SearchMenu
        label={chosen ? `${label} : ${chosen.nom}` : label}
        searchLabel={`Rechercher dans « ${label} »`}
        listLabel={label}
        everything={everything ? { value: '', nom: everything } : undefined}
        choices={options.map((option) => ({ value: String(option.id), nom: textOf(option) }))}
        current={chosen ? String(chosen.id) : ''}
        className={classes.searched}
        onChoose={(value) => onChange(options.find(({ id }) => String(id) === value))}
      >
        <span data-chosen={chosen ? true : undefined}>{chosen?.nom ?? everything ?? label}</span>
      </SearchMenu>
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
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {textOf(option)}
          </option>
        ))}
        {failed ? <option disabled>La liste n’a pas pu être chargée</option> : null}
      </select>
      <IconChevronDown size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}
