import { Button, FileButton } from '@mantine/core';
import type { VersementRow } from '@octroi/contract/caisse/caisse';
import { call, linkTo } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { refreshCaisse } from '../refresh.ts';
import { useAct } from '#src/ui/use-act.ts';

/** Attaches the photo of the deposit slip, or shows the attached one. */
export function SlipButton({ versement: { id, bordereau } }: { versement: VersementRow }) {
  const { busy, perform } = useAct();
  if (bordereau)
    return (
      <a href={linkTo('GET /versements/{id}/bordereau', { params: { id } })}>Voir la photo du bordereau</a>
    );
  const send = async (file: File): Promise<void> => {
    const form = new FormData();
    form.append('photo', file);
    await perform(async () => {
      await call('POST /versements/{id}/bordereau', { params: { id }, form });
      toastSuccess('Bordereau joint');
      await refreshCaisse();
    });
  };
  return (
    <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void (file && send(file))}>
      {(props) => (
        <Button {...props} size="compact-sm" variant="default" loading={busy}>
          Joindre la photo du bordereau
        </Button>
      )}
    </FileButton>
  );
}
