/** What is decided of a device once it is made: a code, blocked, wiped (ADR 0039). */
import { randomInt } from 'node:crypto';
import {
  ALPHABET_CODE,
  type AppareilCode,
  type AppareilRow,
  codeAppareil,
  HEURES_CODE,
  lienInscription,
  LONGUEUR_CODE,
  type StatutAppareilBody,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { toString } from 'qrcode';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import {
  CODE_EXPIRY,
  findAppareil,
  LAST_KEY,
  type StoredAppareil,
  updateAppareil,
} from './appareils.repository.ts';
import { holdSeen, readAppareil } from './appareil-seen.service.ts';
import { hashOf, journal } from './inscription.service.ts';

const newCode = (): string =>
  Array.from({ length: LONGUEUR_CODE }, () => ALPHABET_CODE[randomInt(ALPHABET_CODE.length)]).join('');

/** A code as it is told, this once. */
export async function told(code: string, publicUrl: string): Promise<Omit<AppareilCode, 'appareil'>> {
  const lien = lienInscription(publicUrl, code);
  return {
    code,
    lien,
    qr: await toString(lien, { type: 'svg', margin: 2 }),
    expireLe: new Date(Date.now() + HEURES_CODE * 3_600_000).toISOString(),
  };
}

/** Whether what a device still holds stands in the way of another key or another agent. @throws AppError 409 */
export function demandEmpty({ enAttente }: StoredAppareil): void {
  if (enAttente > 0) throw new AppError('conflit.regle', TERRAIN_MESSAGES.enAttente(enAttente));
}

/** Gives a device a code. The key that it had signs nothing any more, until its phone is enrolled again. */
export async function giveCode(trx: OpenTransaction, id: number): Promise<string> {
  const code = newCode();
  await updateAppareil(trx, id, {
    statut: 'attendu',
    cle_publique: null,
    cle_precedente: LAST_KEY,
    code_hash: hashOf(code),
    code_expire_le: CODE_EXPIRY,
  });
  return code;
}

/** @property version that the person saw; null: any */
interface Act {
  version: number | null;
  requestId: string;
}

export function appareilActs(db: Database, publicUrl: string) {
  return {
    /** @throws AppError 409 while something waits on the device that was enrolled; 412 */
    async code(person: Person, id: number, { version, requestId }: Act): Promise<AppareilCode> {
      demand(person, 'terrain', 'Modifier');
      return db.transaction().execute(async (trx) => {
        const before = await holdSeen(trx, person, id);
        demandVersion(version, before);
        demandEmpty(before);
        const code = await giveCode(trx, id);
        await journal(trx, person, before, 'modifier', {
          avant: { statut: before.statut },
          apres: { statut: 'attendu' },
          requestId,
        });
        return { appareil: await readAppareil(trx, person, id), ...(await told(code, publicUrl)) };
      });
    },

    /** @throws AppError 404; 409 where it was never enrolled, or enrols anew; 412 */
    async decide(
      person: Person,
      id: number,
      decided: () => StatutAppareilBody,
      { version, requestId }: Act,
    ): Promise<AppareilRow> {
      demand(person, 'terrain', 'Modifier');
      const body = { ...decided() };
      const { statut, motif, procesVerbal } = body;
      const recusDeclares = procesVerbal ? (body.recusDeclares ?? null) : null;
      await db.transaction().execute(async (trx) => {
        const before = await holdSeen(trx, person, id);
        demandVersion(version, before);
        const { remplaceParId } = before;
        const successor =
          statut === 'actif' && remplaceParId !== null ? await findAppareil(trx, remplaceParId) : undefined;
        if (successor)
          throw new AppError('conflit.regle', TERRAIN_MESSAGES.plusDeReprise(codeAppareil(successor.numero)));
        if (statut === 'actif' && !before.clePublique)
          throw new AppError('conflit.regle', 'Cet appareil n’est pas inscrit : donnez-lui un code.');
        await updateAppareil(trx, id, {
          statut,
          motif,
          proces_verbal: procesVerbal || null,
          recus_declares: recusDeclares,
          code_hash: null,
          code_expire_le: null,
          // what a lost device holds is declared, and waited for no more
          ...(procesVerbal ? { en_attente: 0 } : {}),
        });
        await journal(trx, person, before, 'modifier', {
          avant: { statut: before.statut },
          apres: { statut, motif, procesVerbal: procesVerbal || null, recusDeclares },
          requestId,
        });
      });
      return readAppareil(db, person, id);
    },
  };
}
