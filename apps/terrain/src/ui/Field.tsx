/** Fields as large as a thumb, with what is wrong beneath. */
import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  aide?: string | undefined;
  faute?: string | undefined;
  type?: 'text' | 'password' | 'tel' | 'date' | 'search';
  name?: string;
  inputMode?: 'numeric' | 'tel';
  autoComplete?: 'off' | 'username' | 'current-password' | 'one-time-code';
  autoCapitalize?: 'none' | 'characters';
  spellCheck?: boolean;
  required?: boolean;
  maxLength?: number;
  min?: string;
  max?: string;
}

export function Field({ label, value, onValue, aide, faute, type = 'text', ...input }: FieldProps) {
  const told = useId();
  return (
    <label className="champ">
      <span>{label}</span>
      <input
        {...input}
        // the union of what each type allows is wider than any of them
        type={type as 'text'}
        value={value}
        aria-invalid={faute ? true : undefined}
        aria-describedby={told}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <small id={told} className={faute ? 'rouge' : ''}>
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
  const told = useId();
  return (
    <label className="champ">
      <span>{label}</span>
      <select
        value={value}
        aria-invalid={faute ? true : undefined}
        aria-describedby={told}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        {children}
      </select>
      <small id={told} className={faute ? 'rouge' : ''}>
        {faute ?? aide}
      </small>
    </label>
  );
}

export const Options = ({ of }: { of: readonly (readonly [number, string])[] }) =>
  of.map(([id, nom]) => (
    <option key={id} value={id}>
      {nom}
    </option>
  ));
