import { modals } from '@mantine/modals';
import { derniereCloture, TITRES_CAISSE } from '@octroi/contract/impressions/pieces-caisse';
import type { Day } from '@octroi/contract/platform/values/period';
import { useState } from 'react';
import { reasonOf } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { saveFile } from '#src/ui/file/save-file.ts';
import classes from './Caisse.module.css';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

/** Asks for the day of a régie's printed statement: the end of last year by default. */
export function askSituation(regie: { id: number; nom: string }, today: Day): void {
  const id = modals.open({
    title: `${TITRES_CAISSE.situation}, ${regie.nom}`,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <SituationForm regie={regie.id} today={today} onEnd={() => modals.close(id)} />,
  });
}

function SituationForm({ regie, today, onEnd }: { regie: number; today: Day; onEnd: () => void }) {
  const [jour, setJour] = useState<Day | null>(derniereCloture(today));
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const print = async (): Promise<void> => {
    if (!jour) return setFault('Veuillez choisir le jour.');
    setFault(undefined);
    await perform(async () => {
      saveFile(await callFile('POST /regies/{id}/situation', { params: { id: regie }, body: { jour } }));
      onEnd();
    });
    return undefined;
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void print();
      }}
    >
      <p className={classes.hint}>
        {jour === today
          ? 'Espèces et chèques détenus à cette heure, par détenteur : le procès-verbal dit l’heure.'
          : 'Espèces et chèques détenus à la fin de ce jour, par détenteur.'}
      </p>
      <DayInput label="Situation au" required value={jour} onChange={setJour} max={today} error={fault} />
      <DialogActs confirm="Imprimer" busy={busy} onCancel={onEnd} />
    </form>
  );
}
