import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { call, callFile, type Reply } from '#src/platform/call.ts';
import { toastError, toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import type { SelectionBody } from '#src/ui/list/acts/acts.ts';
import { saveResult } from '#src/ui/file/take-file.ts';

type AvisReply = Reply<'POST /contribuables/avis'>;
type Comptes = Extract<AvisReply, { sansDette: number }>;

const contribuables = (count: number): string => `${formatNumber(count)} contribuable${count > 1 ? 's' : ''}`;

function leftOut({ sansDette }: Comptes): string {
  if (sansDette === 0) return '';
  const verb = sansDette > 1 ? 'ne doivent rien et n’en ont' : 'ne doit rien et n’en a';
  return ` ${contribuables(sansDette)} ${verb} pas.`;
}

/** Prints the notices of chosen taxpayers, after a confirmation with their number and the number without a notice. */
export async function printAvisDe(body: SelectionBody, annee: number): Promise<void> {
  try {
    const reply = await call('POST /contribuables/avis', { body: { ...body, annee } });
    if (!('sansDette' in reply)) return;
    if (reply.avis === 0)
      return toastError(
        MESSAGES.echec,
        `Aucun avis à imprimer : ${contribuables(reply.choisis)} sans dette, toutes années confondues.`,
      );
    const yes = await askConfirm({
      title: `Avis d’imposition ${annee}`,
      message: `${formatNumber(reply.avis)} avis à imprimer en un fichier, rangés par lieu.${leftOut(reply)}`,
      confirm: 'Imprimer',
    });
    if (yes)
      saveResult(await callFile('POST /contribuables/avis', { body: { ...body, annee, generate: true } }));
  } catch (error) {
    toastFailure(error);
  }
}
