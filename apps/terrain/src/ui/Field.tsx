/** Form fields of thumb size, with their error below. */
import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  aide?: string | undefined;
  faute?: string | undefined;
  type?: 'text' | 'password' | 'tel' | 'date' | 'search';
  name?: string;
  inputMode?: 'numeric' | 'decimal' | 'tel';
  autoComplete?: 'off' | 'username' | 'current-password' | 'one-time-code';
  autoCapitalize?: 'none' | 'characters';
  spellCheck?: boolean;
  required?: boolean;
  maxLength?: number;
  min?: string;
  max?: string;
}

export function Field({ label, value, onValue, aide, faute, type = 'text', ...input }: FieldProps) {
  const errorId = useId();
  return (
    <label className="champ">
      <span>{label}</span>
      <input
        {...input}
        // the union of what each type allows is wider than any of them
        type={type as 'text'}
        value={value}
        aria-invalid={faute ? true : undefined}
        aria-describedby={errorId}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <small id={errorId} className={faute ? 'rouge' : ''}>
        {faute ?? aide}
      </small>
    </label>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  aide?: string | undefined;
  faute?: string | undefined;
  children: ReactNode;
}

export function Select({ label, value, onValue, aide, faute, children }: SelectProps) {
  const errorId = useId();
  return (
    <label className="champ">
      <span>{label}</span>
      <select
        value={value}
        aria-invalid={faute ? true : undefined}
        aria-describedby={errorId}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        {children}
      </select>
      <small id={errorId} className={faute ? 'rouge' : ''}>
        {faute ?? aide}
      </small>
    </label>
  );
}

export const Options = ({ entries }: { entries: readonly (readonly [number, string])[] }) =>
  entries.map(([id, nom]) => (
    <option key={id} value={id}>
      {nom}
    </option>
  ));
