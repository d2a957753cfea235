import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { claimForm } from '#src/platform/kept/claims.ts';
import { forgetTyping, keepTyping, typedIn } from '#src/platform/kept/typing.ts';
import { useSession } from '#src/platform/session.ts';
import { toastNote } from '#src/platform/toasts.ts';

export interface KeptValues<Values> {
  /** Distinguishes the forms of one page. */
  name?: string;
  /** The same form on every page: a dialog, named with its record. */
  everywhere?: boolean;
  values: Values;
  restore: (values: Values) => void;
  /** Of the edited record: what was typed for another version does not come back. */
  version?: number | undefined;
  /** Fields that are never stored: passwords. */
  secret?: readonly string[];
}

const without = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Partial<Values>;

/** The name under which this tab keeps what is typed in a form, once it is known. */
function useClaim(form: string | undefined): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (form === undefined) return undefined;
    const claiming = claimForm(form);
    let isGone = false;
    void claiming.then((claim) => (isGone ? undefined : setName(claim.name)));
    return () => {
      isGone = true;
      void claiming.then(({ release }) => release());
    };
  }, [form]);
  return name;
}

/**
 * Keeps what is typed in a form while it is not saved, and brings it back when the form opens again.
 * @param kept absent: nothing is kept
 * @returns a function that throws it away
 */
export function useKeptTyping<Values extends object>(
  isDirty: boolean,
  kept: KeptValues<Values> | undefined,
): () => void {
  const { user } = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [form] = useState(kept && `${kept.everywhere ? '' : pathname}#${kept.name ?? ''}`);
  const name = useClaim(form);
  const isEnded = useRef(false);
  const wasDirty = useRef(false);

  const bringBack = useEffectEvent((): boolean => {
    const typed = kept && name !== undefined && typedIn(user.id, name, kept.version);
    if (!typed) return false;
    const known = Object.entries(typed).filter(([field]) => field in kept.values);
    kept.restore({ ...kept.values, ...(Object.fromEntries(known) as Partial<Values>) });
    toastNote('Saisie reprise', 'Ce que vous aviez saisi ici sans l’enregistrer est revenu.');
    return true;
  });
  const store = useEffectEvent(() => {
    if (!kept || name === undefined || isEnded.current) return;
    const { version, secret = [] } = kept;
    if (isDirty) keepTyping(user.id, name, { version, valeurs: without(kept.values, secret) });
    else if (wasDirty.current) forgetTyping(user.id, name);
    wasDirty.current = isDirty;
  });
  useEffect(() => {
    if (!bringBack()) store();
  }, [name]);
  const values = kept?.values;
  useEffect(() => store(), [values, isDirty]);

  return useCallback(() => {
    isEnded.current = true;
    if (name !== undefined) forgetTyping(user.id, name);
  }, [user.id, name]);
}
