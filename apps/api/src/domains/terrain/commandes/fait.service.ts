/** One command, done for itself: a part of its transaction that is undone where it is refused. */
import {
  type Commande,
  CORPS,
  corpsPaiementIncomplet,
  faultSentence,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { z } from 'zod';
import { inTransaction } from '#src/platform/database/database.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import { joindre } from '../photos/photos-terrain.service.ts';
import { ACTES } from './actes.service.ts';
import { checkConstraints } from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { bookIncomplete } from './paiement.service.ts';

/** A body that its type does not know is refused like any other, but for money of which one knows how much. @throws AppError 400 */
function act(contexte: Contexte, { type, corps }: Pick<Commande, 'type' | 'corps'>): Promise<Fait> {
  const parsed = CORPS[type].safeParse(corps);
  if (!parsed.success) {
    const fault = refusalOf(parsed.error);
    const money = type === 'paiement' ? corpsPaiementIncomplet.safeParse(corps) : undefined;
    if (!money?.success) throw fault;
    return bookIncomplete(contexte, money.data, fault);
  }
  const acte = ACTES[type] as (contexte: Contexte, corps: unknown) => Promise<Fait>;
  return acte(contexte, parsed.data);
}

function refusalOf(error: z.ZodError): AppError {
  const errors = error.issues.map(({ path, message }) => {
    const field = path.join('.');
    return { field, message: faultSentence(field, message) };
  });
  return new AppError('requete.invalide', errors[0]?.message ?? TERRAIN_MESSAGES.corps, errors);
}

/** As a person's refusal; undefined for what another attempt, or somebody at the machine, must settle. */
export function refusal(error: unknown): AppError | undefined {
  if (error instanceof z.ZodError) return refusalOf(error);
  const known = toAppError(error);
  return known && known.status < 500 ? known : undefined;
}

/** What it did, or why it did nothing; that the server failed on it before is told as a fault. */
export async function outcomeOf(
  contexte: Contexte,
  commande: Pick<Commande, 'type' | 'corps'>,
): Promise<Fait | AppError> {
  if (contexte.panne && commande.type !== 'paiement')
    return new AppError('serveur.erreur', TERRAIN_MESSAGES.panne(contexte.requestId));
  try {
    return await inTransaction(contexte.trx, async (part) => {
      const done = await act(contexte, commande);
      const { contribuable = null, photo } = done;
      if (photo) {
        const sujet = { contribuable, versement: done.resultat.versement ?? null };
        await joindre(part, contexte.appareil.entiteId, photo, { sujet, requestId: contexte.requestId });
      }
      // what is checked at the end of a transaction refuses this command alone
      await checkConstraints(part);
      return done;
    });
  } catch (error) {
    const known = refusal(error);
    if (!known) throw error;
    return known;
  }
}
