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
 * @returns `send` stores a record unless something is missing
 */
export function useDialogForm<Values extends object = object>(
  fields: readonly string[] = [],
  kept?: DialogValues<Values>,
): DialogFormState & {
  /**
   * @param store sends what is typed, and waits for nothing else: once it is stored, it must not come back
   * @param then what follows: reads, which may wait for the network, and the end of the dialog
   */
  send: <Stored>(
    missing: Faults,
    store: () => Promise<Stored>,
    then: (stored: Stored) => unknown,
  ) => Promise<void>;
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
  const send = async <Stored>(
    missing: Faults,
    store: () => Promise<Stored>,
    then: (stored: Stored) => unknown,
  ): Promise<void> => {
    setFaults(missing);
    setOvertaken(undefined);
    // a press while the dialog closes would do the act again
    if (isDone.current || Object.values(missing).some(Boolean)) return;
    await perform(async () => {
      const stored = await store();
      isDone.current = true;
      throwAway();
      await then(stored);
    });
  };
  return { faults, overtaken, busy, send, throwAway, forgetOvertaken: () => setOvertaken(undefined) };
}
