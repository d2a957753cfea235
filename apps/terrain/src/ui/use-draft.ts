/**
 * The draft of a form, stored encrypted at each change and restored after a crash or a restart: the system closes the
 * page of a cheap phone when the camera opens. An act that is stored deletes its draft in the same transaction.
 */
import { useEffect, useRef, useState } from 'react';
import { useTerrain } from './context.ts';

export interface Drafting<Value> {
  draft: Value;
  change: (part: Partial<Value>) => void;
  /** Throws away what was typed. */
  drop: () => Promise<void>;
  /** Whether the draft is being stored. */
  saving: boolean;
  /** Whether what is shown was typed before the page was closed. */
  restored: boolean;
  /** Whether the last change could not be stored, because there is no room. */
  unsaved: boolean;
  /** Waits until it is stored, trying again if the last time failed. @throws {NoRoom} */
  whenSaved: () => Promise<void>;
  /**
   * Runs an act that ends the draft. Nothing typed is stored any more once it has begun: a late write would bring the
   * draft back.
   * @param act gets the draft's name, to delete it with what it stores
   */
  save: <Result>(act: (draft: string) => Promise<Result>) => Promise<Result>;
}

/** Sequential writes: the last typed value is stored last. */
function inTurn() {
  let last = Promise.resolve();
  return {
    add: (work: () => Promise<void>) => (last = last.then(work, work)),
    done: () => last,
  };
}

/**
 * @param nom of the draft, within those of the app
 * @param empty the form when nothing was typed
 * @param isStale whether a stored draft is no longer to be restored
 * @returns undefined until the stored draft is read
 */
export function useDraft<Value extends object>(
  nom: string,
  empty: () => Value,
  isStale: (stored: Value) => boolean = () => false,
): Drafting<Value> | undefined {
  const { terrain } = useTerrain();
  const name = `brouillon/${nom}`;
  const [draft, setDraft] = useState<Value>();
  // `change` reads this instead of `draft`: position callbacks are older than the last edits
  const latest = useRef<Value>(undefined);
  const ended = useRef(false);
  const [restored, setRestored] = useState(false);
  const [writes, setWrites] = useState(0);
  const [unsaved, setUnsaved] = useState(false);
  const [turn] = useState(inTurn);
  const show = (next: Value) => {
    latest.current = next;
    setDraft(next);
  };
  useEffect(() => {
    let gone = false;
    terrain
      .draft<Value>(name)
      .then((stored) => {
        if (gone) return;
        const kept = stored && !isStale(stored) ? stored : undefined;
        setRestored(kept !== undefined);
        show({ ...empty(), ...kept });
      })
      .catch(terrain.tellUnreadable);
    return () => {
      gone = true;
    };
    // what makes an empty form is made anew each time; the draft is read once
    // oxlint-disable-next-line react/exhaustive-deps
  }, [terrain, name]);
  if (!draft) return undefined;
  const keep = (value: Value): Promise<void> => {
    setWrites((count) => count + 1);
    const done = (failed: boolean) => {
      setWrites((count) => count - 1);
      setUnsaved(failed);
    };
    const writing = turn.add(() => terrain.keepDraft(name, value));
    writing.then(
      () => done(false),
      () => done(true),
    );
    return writing;
  };
  const change = (part: Partial<Value>) => {
    if (!latest.current || ended.current) return;
    const next = { ...latest.current, ...part };
    show(next);
    void keep(next).catch(() => undefined);
  };
  const whenSaved = () => turn.done().catch(() => keep(latest.current ?? draft));
  const drop = async () => {
    await turn.add(() => terrain.dropDraft(name));
    setRestored(false);
    setUnsaved(false);
    show(empty());
  };
  const save = async <Result>(act: (draft: string) => Promise<Result>): Promise<Result> => {
    ended.current = true;
    try {
      // a draft that could not be stored does not stop its act, which says itself that there is no room
      await turn.done().catch(() => undefined);
      return await act(name);
    } catch (error) {
      ended.current = false;
      throw error;
    }
  };
  return { draft, change, drop, saving: writes > 0, restored, unsaved, whenSaved, save };
}
