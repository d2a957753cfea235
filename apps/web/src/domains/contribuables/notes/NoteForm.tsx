import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { MAX_NOTE } from '@octroi/contract/contribuables/notes/limits';
import type { Day } from '@octroi/contract/platform/values/period';
import { call } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { useCallKey } from '#src/ui/use-call-key.ts';
import { useAct } from '#src/ui/use-act.ts';
import { useNotesRefresh } from './use-tache.ts';
import classes from './Notes.module.css';

/** Writes a note; with a day it is a task. */
export function NoteForm({ contribuable }: { contribuable: number }) {
  const { user } = useSession();
  const choosesPeople = useMay('users', 'Lister');
  const [texte, setTexte] = useState('');
  const [jour, setJour] = useState<Day | null>(null);
  const [pour, setPour] = useState<string | null>(String(user.id));
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct();
  const refresh = useNotesRefresh();
  const keys = useCallKey();
  useLeaveGuard(texte.trim() !== '', {
    name: 'note',
    // with the call: a note whose answer was lost is not written again
    values: { texte, jour, pour, sent: keys.last() },
    restore: (typed) => {
      setTexte(typed.texte);
      setJour(typed.jour);
      setPour(typed.pour);
      keys.restore(typed.sent);
    },
  });
  const add = async (): Promise<void> => {
    if (texte.trim() === '') return setFault('Veuillez écrire la note');
    setFault(undefined);
    await perform(async () => {
      const body = { texte, ...(jour ? { jour, pour: Number(pour ?? user.id) } : {}) };
      await call('POST /contribuables/{id}/notes', {
        params: { id: contribuable },
        body,
        idempotencyKey: keys.keyFor(body),
      });
      keys.forget();
      // the next note may already be typed
      setTexte((now) => (now === texte ? '' : now));
      setJour((now) => (now === jour ? null : now));
      setPour(String(user.id));
      await refresh(contribuable);
    });
    return undefined;
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Textarea
        aria-label="Nouvelle note"
        placeholder="Écrire une note"
        autosize
        minRows={2}
        maxLength={MAX_NOTE}
        value={texte}
        error={fault}
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
      />
      <div className={classes.row}>
        <DayInput label="À faire le" value={jour} onChange={setJour} />
        {jour && choosesPeople ? (
          <ReferenceSelect
            label="Par"
            path="users"
            enabledOnly
            value={pour}
            valueLabel={pour === String(user.id) ? `${user.prenom} ${user.nom}` : undefined}
            onChange={setPour}
          />
        ) : null}
        <Button type="submit" variant="default" loading={busy}>
          Ajouter
        </Button>
      </div>
    </form>
  );
}
