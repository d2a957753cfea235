/** Carries out one command in a savepoint, which is rolled back if the command is refused. */
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

/** A command with an invalid body is refused, except a payment whose amount can be read. @throws AppError 400 */
function act(contexte: Contexte, { type, corps }: Pick<Commande, 'type' | 'corps'>): Promise<Fait> {
  const parsed = CORPS[type].safeParse(corps);
  if (!parsed.success) {
    const fault = refusalOf(parsed.error);
    const payment = type === 'paiement' ? corpsPaiementIncomplet.safeParse(corps) : undefined;
    if (!payment?.success) throw fault;
    return bookIncomplete(contexte, payment.data, fault);
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

/** The error as a refusal of the command; undefined for a server error, after which it is tried again. */
export function refusal(error: unknown): AppError | undefined {
  if (error instanceof z.ZodError) return refusalOf(error);
  const known = toAppError(error);
  return known && known.status < 500 ? known : undefined;
}

/** The result of a command, or why it is refused. @throws a server error */
export async function outcomeOf(
  contexte: Contexte,
  commande: Pick<Commande, 'type' | 'corps'>,
): Promise<Fait | AppError> {
  if (contexte.panne && commande.type !== 'paiement')
    return new AppError('serveur.erreur', TERRAIN_MESSAGES.panne(contexte.requestId));
  try {
    return await inTransaction(contexte.trx, async (part) => {
      const fait = await act(contexte, commande);
      const { contribuable = null, photo } = fait;
      if (photo) {
        const { versement = null, remise = null } = fait.resultat;
        const sujet = { contribuable: remise === null ? contribuable : null, versement, remise };
        await joindre(part, contexte.appareil.entiteId, photo, { sujet, requestId: contexte.requestId });
      }
      // deferred constraints are checked here, so that they refuse this command alone
      await checkConstraints(part);
      return fait;
    });
  } catch (error) {
    const known = refusal(error);
    if (!known) throw error;
    return known;
  }
}
