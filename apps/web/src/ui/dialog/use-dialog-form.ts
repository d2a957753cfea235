/** The state of a form in a dialog: faults at its fields, and whether it is being sent. */
import { useEffect, useRef, useState } from 'react';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { type KeptValues, useKeptTyping } from '../form/use-kept-typing.ts';
import { isOvertaken } from '../form/SaveFailure.tsx';
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
  /** Why it was not saved, if somebody else changed the record since: the typed values stay. */
  overtaken: ApiError | undefined;
  busy: boolean;
  /** Forgets what was typed. */
  throwAway: () => void;
}

/** What is typed in a dialog: `name` is the act and its record, so that it comes back in the same dialog only. */
export type DialogValues<Values> = Omit<KeptValues<Values>, 'everywhere'> & { name: string };

/**
 * @param fields that show their own fault, by the names that the API gives them
 * @param kept what is typed, to bring it back when the dialog is opened again; absent for passwords
 * @returns `send` performs an act unless something is missing; after a failure the act must not wait for reads, which
 * wait for the network
 */
export function useDialogForm<Values extends object = object>(
  fields: readonly string[] = [],
  kept?: DialogValues<Values>,
): DialogFormState & {
  send: (missing: Faults, act: () => Promise<unknown>) => Promise<void>;
  /** Once the stored record is shown. */
  forgetOvertaken: () => void;
} {
  const [faults, setFaults] = useState<Faults>({});
  const [overtaken, setOvertaken] = useState<ApiError>();
  const { busy, perform } = useAct((error) => {
    if (isOvertaken(error)) setOvertaken(error);
    else setFaults(faultsOf(error, fields));
  });
  const text = JSON.stringify(kept?.values);
  const [untouched] = useState(text);
  const throwAway = useKeptTyping(text !== untouched, kept && { ...kept, everywhere: true });
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = false;
  }, [text]);
  const send = async (missing: Faults, act: () => Promise<unknown>): Promise<void> => {
    setFaults(missing);
    setOvertaken(undefined);
    // a press while the dialog closes would do the act again
    if (isDone.current || Object.values(missing).some(Boolean)) return;
    await perform(async () => {
      await act();
      isDone.current = true;
      throwAway();
    });
  };
  return { faults, overtaken, busy, send, throwAway, forgetOvertaken: () => setOvertaken(undefined) };
}
