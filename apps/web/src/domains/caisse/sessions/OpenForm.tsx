import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { CashForm } from '../CashForm.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';
import { useAct } from '#src/ui/use-act.ts';

/** Opens a till with its float. */
export function OpenForm({ regies }: { regies: readonly Nested[] }) {
  const [regie, setRegie] = useState(String(regies[0]?.id ?? ''));
  const [fonds, setFonds] = useState<Whole>('');
  const { busy, perform } = useAct();
  const open = async (): Promise<void> => {
    if (Number.isNaN(fonds)) return;
    await perform(async () => {
      await call('POST /sessions_caisse', { body: { regie: Number(regie), fonds: Number(fonds) } });
      toastSuccess('Caisse ouverte');
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
      <div className={classes.acts}>
        <Button loading={busy} onClick={() => void open()}>
          Ouvrir ma caisse
        </Button>
      </div>
    </CashForm>
  );
}
