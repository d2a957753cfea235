/** Sends what waits, one message after the other; a payment never waits for it, nor hangs on it (ADR 0050). */
import { segmentsSms, SMS_CAUSES, smsDeRecu } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { type CountryCode, readNumber } from '#src/platform/sms/numero.ts';
import type { SmsGateway } from '#src/platform/sms/sms.ts';
import { endAttempt, giveUp, inMinutes, sentNow, type Taken, takeOne } from './sms.repository.ts';

/** Minutes before each further attempt; then it is given up. */
const PAUSES = [1, 5, 15, 60, 240, 720];
/** An attempt that took so long ended with its server. */
const LOST_AFTER = 5;
/** Of one turn: another server, or the next turn, goes on. */
const MOST = 500;

export interface Envoi {
  sms: SmsGateway;
  publicUrl: string;
  /** Where numbers are that do not say. */
  pays: CountryCode;
}

async function sendTaken(db: Database, taken: Taken, { sms, publicUrl, pays }: Envoi): Promise<void> {
  const { collectivite, montant, numeroRecu, code, essais } = taken;
  const to = readNumber(taken.telephone ?? '', pays);
  if (to === undefined) {
    const cause = taken.telephone?.trim() ? SMS_CAUSES.illisible : SMS_CAUSES.sansTelephone;
    await db.transaction().execute((trx) => endAttempt(trx, taken, { etat: 'refusé', cause }));
    return;
  }
  const adresse = code === null ? undefined : `${publicUrl}/verifier/${code}`;
  const text = smsDeRecu({ collectivite, montant, numeroRecu, adresse });
  const said = { telephone: to, texte: text, segments: segmentsSms(text), passerelle: sms.nom };
  const sent = await sms.send({ to, text });
  if (sent.state === 'sent') {
    const { reference } = sent;
    await db
      .transaction()
      .execute((trx) =>
        endAttempt(trx, taken, { ...said, etat: 'envoyé', cause: null, reference, envoye_le: sentNow }),
      );
    return;
  }
  const pause = PAUSES[essais - 1];
  if (sent.state === 'later' && pause !== undefined)
    await db
      .transaction()
      .execute((trx) =>
        endAttempt(trx, taken, { ...said, cause: sent.cause, prochain_le: inMinutes(pause) }),
      );
  else {
    const cause = sent.state === 'later' ? SMS_CAUSES.epuise(sent.cause) : sent.cause;
    await db.transaction().execute((trx) => endAttempt(trx, taken, { ...said, etat: 'refusé', cause }));
  }
}

/** One turn: all that waits now. */
export async function sendWaiting(db: Database, envoi: Envoi): Promise<void> {
  await db.transaction().execute((trx) => giveUp(trx, LOST_AFTER));
  for (let sent = 0; sent < MOST; sent++) {
    // one at a time, so that what a server that ends leaves unknown is one message
    const taken = await db.transaction().execute((trx) => takeOne(trx));
    if (!taken) return;
    await sendTaken(db, taken, envoi);
  }
}
