import { modals } from '@mantine/modals';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { call, type Given, resourceKey } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { GenerationCard } from './GenerationCard.tsx';
import { generationTitle } from './generation-prompt.tsx';

/** The server takes the present year where none is named: a screen always names the one that the person sees. */
type GenerationBody = Given<'POST /echeances/generation'>['body'] & { annee: number };

/** Starts a generation: one work for each collectivité concerned. */
export async function start(body: GenerationBody): Promise<Travail[]> {
  const { data } = await call('POST /echeances/generation', { body });
  await queryClient.invalidateQueries({ queryKey: resourceKey('GET /travaux') });
  return data;
}

/** Starts it from another screen: what it does is shown over that screen, and goes on when it is closed. */
export async function startAndShow(body: GenerationBody): Promise<void> {
  const travaux = await start(body);
  modals.open({
    title: generationTitle(body.annee),
    size: 'lg',
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: (
      <>
        {travaux.map((travail) => (
          <GenerationCard key={travail.id} travail={travail} />
        ))}
        <p>Le travail continue si vous fermez cette fenêtre ; la page Échéances le montre.</p>
      </>
    ),
  });
}
