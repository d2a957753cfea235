import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, queryFor } from '#src/platform/call.ts';
import { sendWithDocument } from '#src/platform/documents.ts';
import { queryClient, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { QueryNote } from '#src/ui/dialog/QueryNote.tsx';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DocumentInput, documentFault } from '#src/ui/form/DocumentInput.tsx';
import { retraitText } from './effet-text.ts';

interface Exoneration {
  id: number;
  du: number;
  fin: number;
  nom: string;
}

/** Asks from which year an exonération is withdrawn. */
export const askRetrait = (exoneration: Exoneration): void =>
  openDialog(`Retirer l’exonération de ${exoneration.nom}`, (close) => (
    <RetraitForm exoneration={exoneration} onEnd={close} />
  ));

function RetraitForm({
  exoneration: { id, du, fin },
  onEnd,
}: {
  exoneration: Exoneration;
  onEnd: () => void;
}) {
  const year = Number(useSession().today.slice(0, 4));
  const [depuis, setDepuis] = useState(Math.min(Math.max(du, year), fin));
  const [file, setFile] = useState<File | null>(null);
  const { send, ...state } = useDialogForm([], {
    name: `retrait de l’exonération ${id}`,
    values: { depuis },
    restore: (kept) => setDepuis(kept.depuis),
  });
  const request = { params: { id: String(id) }, body: { depuis } };
  const preparation = useQuery({
    ...queryFor('POST /exonerations/{id}/retrait/preparation', request),
    ...typedRead,
  });

  const save = () =>
    send(
      { document: documentFault(file, true) },
      () => sendWithDocument(() => call('POST /exonerations/{id}/retrait', request), file),
      async () => {
        onEnd();
        await queryClient.invalidateQueries();
      },
    );

  return (
    <DialogForm state={state} confirm="Demander le retrait" onSubmit={save} onCancel={onEnd}>
      <NativeSelect
        label="De nouveau due dès l’année"
        data={Array.from({ length: fin - du + 1 }, (_, rank) => String(du + rank))}
        value={String(depuis)}
        onChange={(event) => setDepuis(Number(event.currentTarget.value))}
      />
      <DocumentInput
        required
        note="la personne qui approuve le voit"
        value={file}
        onChange={setFile}
        error={state.faults['document']}
      />
      <QueryNote query={preparation} text={retraitText} />
    </DialogForm>
  );
}
