import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { toastNote } from '#src/platform/toasts.ts';
import { forgetTyping, keepTyping, typedIn } from '#src/platform/kept/typing.ts';

export interface KeptValues<Values> {
  /** Distinguishes the forms of one page. */
  name?: string;
  values: Values;
  restore: (values: Values) => void;
  /** Of the edited record: what was typed for another version does not come back. */
  version?: number | undefined;
  /** Fields that are never stored: passwords. */
  secret?: readonly string[];
}

const without = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Partial<Values>;

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
  const [formulaire] = useState(`${pathname}#${kept?.name ?? ''}`);
  const isEnded = useRef(false);
  const wasDirty = useRef(false);

  const bringBack = useEffectEvent(() => {
    const typed = kept && typedIn(user.id, formulaire, kept.version);
    if (!typed) return;
    const known = Object.entries(typed).filter(([name]) => name in kept.values);
    kept.restore({ ...kept.values, ...(Object.fromEntries(known) as Partial<Values>) });
    toastNote('Saisie reprise', 'Ce que vous aviez saisi ici sans l’enregistrer est revenu.');
  });
  useEffect(() => bringBack(), []);

  const values = kept?.values;
  const store = useEffectEvent(() => {
    if (!kept || isEnded.current) return;
    const { version, secret = [] } = kept;
    if (isDirty) keepTyping(user.id, formulaire, { version, valeurs: without(kept.values, secret) });
    else if (wasDirty.current) forgetTyping(user.id, formulaire);
    wasDirty.current = isDirty;
  });
  useEffect(() => store(), [values, isDirty]);

  return useCallback(() => {
    isEnded.current = true;
    forgetTyping(user.id, formulaire);
  }, [user.id, formulaire]);
}
