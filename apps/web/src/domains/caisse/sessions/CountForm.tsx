import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { type Billets, CAISSE_MESSAGES } from '@octroi/contract/caisse/rules';
import { reasonOf } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askCount } from './ask-count.tsx';
import { CashForm } from '../CashForm.tsx';
import { countOf, CountFields, type Typed } from './CountFields.tsx';
import classes from '../Caisse.module.css';
import { useKeptTyping } from '#src/ui/form/use-kept-typing.ts';
import { useAct } from '#src/ui/use-act.ts';
import { useCallKey } from '#src/ui/use-call-key.ts';

interface CountFormProps<Stored> {
  /** The act and its till: what is typed comes back for them alone. */
  name: string;
  confirm: string;
  /** The confirmation that repeats the count. */
  question: { title: string; message: string; confirm: string };
  /** With a procès-verbal, because somebody other than the holder counts. */
  procesVerbal?: boolean;
  /** @param keyFor the idempotency key of what is sent */
  save: (billets: Billets, procesVerbal: string, keyFor: (body: unknown) => string) => Promise<Stored>;
  /** Once the count is stored. */
  onSaved: (stored: Stored) => Promise<void>;
}

/** A blind count: the expected amount is shown only after it is saved. */
export function CountForm<Stored>(props: CountFormProps<Stored>) {
  const { name, confirm, question, procesVerbal = false, save, onSaved } = props;
  const [typed, setTyped] = useState<Typed>({});
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => {
    setFault(reasonOf(error));
    toastFailure(error);
  });
  const keys = useCallKey();
  const throwAway = useKeptTyping(Object.keys(typed).length > 0 || text !== '', {
    name,
    values: { typed, text, sent: keys.last() },
    restore: (kept) => {
      setTyped(kept.typed);
      setText(kept.text);
      keys.restore(kept.sent);
    },
  });
  const submit = async (): Promise<void> => {
    const billets = countOf(typed);
    if (!billets) return setFault('Corrigez les nombres qui ne sont pas valables.');
    // an empty form is a mistake, not a count of zero
    if (Object.keys(billets).length === 0) return setFault(CAISSE_MESSAGES.rienCompte);
    if (procesVerbal && !text.trim()) return setFault('Veuillez écrire le procès-verbal.');
    setFault(undefined);
    if (!(await askCount(billets, question))) return undefined;
    await perform(async () => {
      const stored = await save(billets, text.trim(), keys.keyFor);
      throwAway();
      await onSaved(stored);
    });
    return undefined;
  };
  return (
    <CashForm>
      <CountFields typed={typed} onType={setTyped} />
      {procesVerbal ? (
        <Textarea
          label="Procès-verbal"
          description="Pourquoi, devant qui, ce qui a été constaté"
          required
          autosize
          minRows={3}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      {fault ? <p role="alert">{fault}</p> : null}
      <div className={classes.acts}>
        <Button loading={busy} onClick={() => void submit()}>
          {confirm}
        </Button>
      </div>
    </CashForm>
  );
}
