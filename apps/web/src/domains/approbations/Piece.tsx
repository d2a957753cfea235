import { Button, FileButton } from '@mantine/core';
import type { Approbation } from '@octroi/contract/approbations/approbations';
import { call, linkTo } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { useAct } from '#src/ui/use-act.ts';

/** The supporting file: attached by the requester while it waits, viewed by the decider. */
export function Piece({ approbation: { id, piece, statut, demandeur } }: { approbation: Approbation }) {
  const { user } = useSession();
  const lays = piece === null && statut === 'attente' && demandeur.id === user.id;
  if (piece === null && !lays) return null;
  return (
    <Card title="Pièce jointe" actions={lays ? <Lay id={id} /> : undefined}>
      <CardNote>
        {piece === null ? (
          'Une photo ou un PDF de 5 Mo au plus, que verra la personne qui décide.'
        ) : (
          <a
            href={linkTo('GET /approbations/{id}/piece', { params: { id } })}
            target="_blank"
            rel="noreferrer"
          >
            {piece === 'pdf' ? 'Télécharger le PDF' : 'Voir la photo'}
          </a>
        )}
      </CardNote>
    </Card>
  );
}

function Lay({ id }: { id: number }) {
  const { busy, perform } = useAct();
  const send = async (file: File): Promise<void> => {
    const form = new FormData();
    form.append('piece', file);
    await perform(async () => {
      await call('POST /approbations/{id}/piece', { params: { id }, form });
      toastSuccess('Pièce jointe');
    });
    await queryClient.invalidateQueries();
  };
  return (
    <FileButton
      accept="image/jpeg,image/png,image/webp,application/pdf"
      onChange={(file) => void (file && send(file))}
    >
      {(props) => (
        <Button {...props} variant="default" loading={busy}>
          Joindre une pièce
        </Button>
      )}
    </FileButton>
  );
}
