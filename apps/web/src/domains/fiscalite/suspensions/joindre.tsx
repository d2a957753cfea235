import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import type { SuspensionRow } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { documentForm } from '#src/platform/documents.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';
import { documentFault, DocumentInput } from '#src/ui/form/DocumentInput.tsx';
import { useAct } from '#src/ui/use-act.ts';
import classes from './Suspensions.module.css';

type Suspension = Pick<SuspensionRow, 'id' | 'motif'>;

export const attachDocument = (id: number, file: File) =>
  call('POST /suspensions/{id}/document', { params: { id: String(id) }, form: documentForm(file) });

/** Asks for the decision of a suspension or a moratoire. */
export function askDocument(suspension: Suspension): void {
  const id = modals.open({
    title: `Joindre le document de « ${suspension.motif} »`,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <DocumentForm suspension={suspension} onEnd={() => modals.close(id)} />,
  });
}

function DocumentForm({ suspension, onEnd }: { suspension: Suspension; onEnd: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const save = async (): Promise<void> => {
    setFault(documentFault(file, true));
    if (file === null || documentFault(file, true)) return;
    await perform(async () => {
      await attachDocument(suspension.id, file);
      toastSuccess(MESSAGES.modifie);
      onEnd();
      await queryClient.invalidateQueries();
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DocumentInput
        required
        note="la délibération ou l’arrêté ; il ne se remplace pas"
        value={file}
        onChange={setFile}
        error={fault}
      />
      <DialogActs confirm="Joindre" busy={busy} onCancel={onEnd} />
    </form>
  );
}
