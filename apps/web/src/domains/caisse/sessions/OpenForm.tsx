import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import type { MaCaisse } from '@octroi/contract/caisse/caisse';
import { CAISSE_MESSAGES } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { useKeptTyping } from '#src/ui/form/use-kept-typing.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { CountFields, countOf, type Typed } from './CountFields.tsx';
import { CashForm } from '../CashForm.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';
import { useAct } from '#src/ui/use-act.ts';

/** Opens a till with its float, and with a count where the régie asks for one. */
export function OpenForm({ regies }: Pick<MaCaisse, 'regies'>) {
  const [regie, setRegie] = useState(String(regies[0]?.id ?? ''));
  const [fonds, setFonds] = useState<Whole>('');
  const [typed, setTyped] = useState<Typed>({});
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct();
  const throwAway = useKeptTyping(fonds !== '' || Object.keys(typed).length > 0, {
    name: 'ouverture',
    values: { regie, fonds, typed },
    restore: (kept) => {
      if (regies.some(({ id }) => String(id) === kept.regie)) setRegie(kept.regie);
      setFonds(kept.fonds);
      setTyped(kept.typed);
    },
  });
  const counts = regies.some(({ id, comptageOuverture }) => String(id) === regie && comptageOuverture);
  const open = async (): Promise<void> => {
    if (Number.isNaN(fonds)) return;
    const billets = counts ? countOf(typed) : undefined;
    // an empty form is a mistake, not a count of zero
    const empty = !billets || Object.keys(billets).length === 0;
    setFault(counts && empty ? CAISSE_MESSAGES.rienCompte : undefined);
    if (counts && empty) return;
    await perform(async () => {
      const { ouverture } = await call('POST /sessions_caisse', {
        body: { regie: Number(regie), fonds: Number(fonds), ...(billets ? { billets } : {}) },
      });
      throwAway();
      const gap = ouverture ? ouverture.compte - ouverture.attendu : 0;
      toastSuccess(
        'Caisse ouverte',
        gap === 0 ? undefined : `Écart de la nuit : ${formatFrancs(gap)}. Expliquez-le sur la session.`,
      );
      await refreshCaisse();
    });
  };
  return (
    <CashForm>
      <NativeSelect
        label="Régie"
        data={regies.map(({ id, nom }) => ({ value: String(id), label: nom }))}
        value={regie}
        onChange={(event) => setRegie(event.currentTarget.value)}
      />
      <AmountInput
        label="Fonds de caisse remis aujourd’hui"
        description="Ce que vous détenez déjà reste en caisse : ne le comptez pas ici."
        value={fonds}
        onChange={setFonds}
      />
      {counts ? (
        <>
          <p className={classes.hint}>
            Comptez tout ce qui est en caisse, avec le fonds remis. Une différence est un écart de la nuit.
          </p>
          <CountFields typed={typed} onType={setTyped} />
        </>
      ) : null}
      {fault ? <p role="alert">{fault}</p> : null}
      <div className={classes.acts}>
        <Button loading={busy} onClick={() => void open()}>
          Ouvrir ma caisse
        </Button>
      </div>
    </CashForm>
  );
}
