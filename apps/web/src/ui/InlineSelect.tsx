import { useId } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './InlineSelect.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface InlineSelectProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A small native select with its label inside, for toolbars. */
export function InlineSelect<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: InlineSelectProps<Value>) {
  const id = useId();
  return (
    <span className={classes.frame}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}
