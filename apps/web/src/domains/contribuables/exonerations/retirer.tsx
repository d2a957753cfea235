import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { sendWithDocument } from '#src/platform/documents.ts';
import { queryClient } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';
import { DocumentInput, documentFault } from '#src/ui/form/DocumentInput.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { EffetNote, retraitText } from './EffetNote.tsx';
import classes from './Exonerations.module.css';

interface Exoneration {
  id: number;
  du: number;
  fin: number;
  nom: string;
}

/** Asks from which year an exonération is withdrawn. */
export function askRetrait(exoneration: Exoneration): void {
  const id = modals.open({
    title: `Retirer l’exonération de ${exoneration.nom}`,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <RetraitForm exoneration={exoneration} onEnd={() => modals.close(id)} />,
  });
}

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
  const [fault, setFault] = useState<string>();
  const [documentError, setDocumentError] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const request = { params: { id: String(id) }, body: { depuis } };
  const preparation = useQuery({
    ...queryFor('POST /exonerations/{id}/retrait/preparation', request),
    retry: false,
  });

  const save = async (): Promise<void> => {
    const missing = documentFault(file, true);
    setDocumentError(missing);
    setFault(undefined);
    if (missing || !file) return;
    await perform(async () => {
      await sendWithDocument(() => call('POST /exonerations/{id}/retrait', request), file);
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
        error={documentError}
      />
      <EffetNote query={preparation} text={retraitText} />
      {fault ? <p role="alert">{fault}</p> : null}
      <DialogActs confirm="Demander le retrait" busy={busy} onCancel={onEnd} />
    </form>
  );
}
