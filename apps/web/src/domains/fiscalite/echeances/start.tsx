import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { call, type RequestOf, resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { GenerationCard } from './GenerationCard.tsx';
import { generationTitle } from './generation-prompt.tsx';

/** The year is required here: without it the server would use the current year, which may not be the one on screen. */
type GenerationBody = RequestOf<'POST /echeances/generation'>['body'] & { annee: number };

/** Starts a generation: one job per collectivité. */
export async function start(body: GenerationBody): Promise<Travail[]> {
  const { data } = await call('POST /echeances/generation', { body });
  await queryClient.invalidateQueries({ queryKey: resourceKey('GET /travaux') });
  return data;
}

/** Starts a generation and shows its progress in a dialog; closing the dialog does not stop it. */
export async function startAndShow(body: GenerationBody): Promise<void> {
  const travaux = await start(body);
  openDialog(
    generationTitle(body.annee),
    () => (
      <>
        {travaux.map((travail) => (
          <GenerationCard key={travail.id} travail={travail} />
        ))}
        <p>Le travail continue si vous fermez cette fenêtre ; la page Échéances le montre.</p>
      </>
    ),
    { size: 'lg' },
  );
}
