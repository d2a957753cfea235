import { useState } from 'react';
import { MESSAGES } from '@octroi/contract/messages';
import type { SuspensionRow } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { call } from '#src/platform/call.ts';
import { documentForm } from '#src/platform/documents.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { documentFault, DocumentInput } from '#src/ui/form/DocumentInput.tsx';

type Suspension = Pick<SuspensionRow, 'id' | 'motif'>;

export const attachDocument = (id: number, file: File) =>
  call('POST /suspensions/{id}/document', { params: { id: String(id) }, form: documentForm(file) });

/** Asks for the decision of a suspension or a moratoire. */
export const askDocument = ({ id, motif }: Suspension): void =>
  openDialog(`Joindre le document de « ${motif} »`, (close) => <DocumentForm id={id} onEnd={close} />);

function DocumentForm({ id, onEnd }: { id: number; onEnd: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const { send, ...state } = useDialogForm();
  const save = () =>
    send(
      { document: documentFault(file, true) },
      () => attachDocument(id, file as File),
      async () => {
        toastSuccess(MESSAGES.modifie);
        onEnd();
        await queryClient.invalidateQueries();
      },
    );
  return (
    <DialogForm state={state} confirm="Joindre" onSubmit={save} onCancel={onEnd}>
      <DocumentInput
        required
        note="la délibération ou l’arrêté ; il ne se remplace pas"
        value={file}
        onChange={setFile}
        error={state.faults['document']}
      />
    </DialogForm>
  );
}
