/** What waits on a phone, handed over by whoever holds it: opened, then done as if the device had sent it (ADR 0052). */
import {
  type Commande,
  commandeSchema,
  type CommandeScellee,
  type EtatRemise,
  type RemisesBody,
  type RemisesReply,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { forgiveAttempts, takeAttempts } from '#src/domains/administration/index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import type { CommandeRequest, commandeService, SignedBody } from '../commandes/commandes.service.ts';
import { isStorable } from '../commandes/empreinte.ts';
import { privatesOf } from './cles.service.ts';
import { openSeal } from './sceau.ts';

/** Hand-overs in a quarter of an hour that fail: of one device from one address, and from one address in all. */
const FAILURES = { appareil: 10, adresse: 60 };

/** What the sealed text says, where it is the command that it is said to be. */
function commandeIn(text: string, sequence: number): Commande | undefined {
  try {
    const parsed = commandeSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.sequence === sequence && isStorable(parsed.data)
      ? parsed.data
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function remiseService(
  db: Database,
  commandes: Pick<ReturnType<typeof commandeService>, 'through'>,
  secrets: SecretBox,
) {
  /** In their order, up to the first that does not open: nothing after it can be done. */
  async function openAll(appareil: number, sealed: readonly CommandeScellee[]): Promise<Commande[]> {
    const keys = await privatesOf(db, secrets, [...new Set(sealed.map(({ cle }) => cle))]);
    const opened = await Promise.all(
      sealed.map(async ({ sequence, cle, scelle }) => {
        const privee = keys.get(cle);
        const bytes = Buffer.from(scelle, 'base64url');
        const text = privee && (await openSeal({ nom: cle, privee }, bytes, { appareil, sequence }));
        return text === undefined ? undefined : commandeIn(text, sequence);
      }),
    );
    const closed = opened.indexOf(undefined);
    return opened.slice(0, closed < 0 ? undefined : closed) as Commande[];
  }

  return {
    /**
     * @param signed the bytes that came, and their signature
     * @throws AppError 401 where they are not the device's, 429 where too many failed, 503 where too many send at once
     */
    async receive(
      body: () => RemisesBody,
      signed: SignedBody,
      { address, request }: { address: string; request: CommandeRequest },
    ): Promise<RemisesReply> {
      const { commandes: sent, ...rest } = { ...body() };
      const attempts = await takeAttempts(db, {
        [`remise:${rest.appareil}:${address}`]: FAILURES.appareil,
        [`remise:${address}`]: FAILURES.adresse,
      });
      if (!attempts) throw new AppError('demandes.trop', TERRAIN_MESSAGES.tropDeRemises);
      const scellees = sent.toSorted((a, b) => a.sequence - b.sequence);
      let closed: CommandeScellee | undefined;
      const reply = await commandes
        .through(rest.appareil, signed, async (answer) => {
          const opened = await openAll(rest.appareil, scellees);
          closed = scellees[opened.length];
          const enAttente = rest.enAttente + scellees.length - opened.length;
          return answer({ ...rest, enAttente, commandes: opened }, { request, remise: true });
        })
        .catch(async (error: unknown) => {
          if (!(error instanceof AppError && error.code === 'signature.refusee'))
            await db.transaction().execute((trx) => forgiveAttempts(trx, attempts));
          throw error;
        });
      if (!closed) await db.transaction().execute((trx) => forgiveAttempts(trx, attempts));
      const data = reply.data.map(({ sequence, code }) => ({ sequence, etat: etatOf(code) }));
      const stopped = data.some(({ etat }) => etat !== 'remise');
      if (closed && !stopped) data.push({ sequence: closed.sequence, etat: 'illisible' });
      return { heure: reply.heure, appareil: reply.appareil, data };
    },
  };
}

function etatOf(code: string | undefined): EtatRemise {
  switch (code) {
    case 'terrain.sequence_manquante':
      return 'manquante';
    case 'terrain.sequence_autre':
      return 'autre';
    default:
      return 'remise';
  }
}
