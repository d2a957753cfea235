/** The state of a form in a dialog: faults at its fields, and whether it is being sent. */
import { useState } from 'react';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { useAct } from '../use-act.ts';

/** Messages by field; `form` stands above the buttons. */
export type Faults = Readonly<Record<string, string | undefined>>;

/** A refusal at the fields that it names; what names none of them is a fault of the whole form. */
export function faultsOf(error: unknown, fields: readonly string[]): Faults {
  const named = error instanceof ApiError ? error.errors.filter(({ field }) => fields.includes(field)) : [];
  return named.length > 0
    ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
    : { form: reasonOf(error) };
}

export interface DialogFormState {
  faults: Faults;
  busy: boolean;
}

/**
 * @param fields that show their own fault, by the names that the API gives them
 * @returns `send` performs an act unless something is missing
 */
export function useDialogForm(fields: readonly string[] = []): DialogFormState & {
  send: (missing: Faults, act: () => Promise<unknown>) => Promise<void>;
} {
  const [faults, setFaults] = useState<Faults>({});
  const { busy, perform } = useAct((error) => setFaults(faultsOf(error, fields)));
  const send = async (missing: Faults, act: () => Promise<unknown>): Promise<void> => {
    setFaults(missing);
    if (!Object.values(missing).some(Boolean)) await perform(act);
  };
  return { faults, busy, send };
}
