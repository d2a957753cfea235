import { derniereCloture, TITRES_CAISSE } from '@octroi/contract/impressions/pieces-caisse';
import type { Day } from '@octroi/contract/platform/values/period';
import { useState } from 'react';
import { callFile } from '#src/platform/call.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { saveFile } from '#src/ui/file/save-file.ts';

/** Asks for the day of a régie's printed statement: the end of last year by default. */
export const askSituation = (regie: { id: number; nom: string }, today: Day): void =>
  openDialog(`${TITRES_CAISSE.situation}, ${regie.nom}`, (close) => (
    <SituationForm regie={regie.id} today={today} onEnd={close} />
  ));

function SituationForm({ regie, today, onEnd }: { regie: number; today: Day; onEnd: () => void }) {
  const [jour, setJour] = useState<Day | null>(derniereCloture(today));
  const { send, ...state } = useDialogForm(['jour']);
  const print = () =>
    send(
      { jour: jour ? undefined : 'Veuillez choisir le jour.' },
      async () => {
        const body = { jour: jour as Day };
        saveFile(await callFile('POST /regies/{id}/situation', { params: { id: regie }, body }));
      },
      onEnd,
    );
  return (
    <DialogForm state={state} confirm="Imprimer" onSubmit={print} onCancel={onEnd}>
      <p>
        {jour === today
          ? 'Espèces et chèques détenus à cette heure, par détenteur : le procès-verbal dit l’heure.'
          : 'Espèces et chèques détenus à la fin de ce jour, par détenteur.'}
      </p>
      <DayInput
        label="Situation au"
        required
        value={jour}
        onChange={setJour}
        max={today}
        error={state.faults['jour']}
      />
    </DialogForm>
  );
}
