/** « Point du mois »: by a button, and by mail on the first of the month to the addresses that were named. */
import { buffer } from 'node:stream/consumers';
import {
  type EnvoiPoint,
  type EnvoiPointBody,
  mayAll,
  MEDIA_TYPES,
  moisDuPoint,
  moisText,
  type PointBody,
  type Right,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { Attachment, SendMail } from '#src/platform/mail/mail.ts';
import { findAbsent, withoutSession } from '#src/platform/session/session.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { lockPapier } from '../papiers/papiers.repository.ts';
import { findEnvoi, listEnvois, returnEnvoi, saveEnvoi, takeEnvoi } from './envois.repository.ts';
import { demandPoint, journalPoint, type PointOptions, pointMaking, RESSOURCE } from './making.ts';

/** The rights that mailing it requires of the account that named the addresses. */
const MAILED: readonly Right[] = [
  ['papiers', 'Modifier'],
  ['rythme', 'Exporter'],
];

/** The account that named the addresses, with its present rights; undefined if it may not send any more. */
async function sender(db: Database, utilisateurId: number, entiteId: number): Promise<Person | undefined> {
  const absent = await findAbsent(db, utilisateurId);
  if (!absent || !mayAll(absent.grants, MAILED)) return undefined;
  const person = withoutSession(absent);
  const scope = scopeOf(person);
  const sees = scope.kind === 'all' || (scope.kind === 'entites' && scope.entites.includes(entiteId));
  return sees ? person : undefined;
}

/** @returns the addresses whose mail was handed over */
async function mail(to: readonly string[], mois: string, attached: Attachment, sendMail: SendMail) {
  const month = moisText(mois);
  const given: string[] = [];
  for (const address of to) {
    const isGiven = await sendMail({
      to: { name: address, address },
      subject: `Octroi : point du mois de ${month}`,
      text: `Bonjour,\n\nVoici le point du mois de ${month}, sur une page.\n\nVous le recevez parce que votre adresse a été donnée pour cela. Pour ne plus le recevoir, répondez à votre collectivité.\n\nOctroi\n`,
      attachments: [attached],
    });
    if (isGiven) given.push(address);
  }
  return given;
}

export type PointService = ReturnType<typeof pointService>;

export function pointService(db: Database, options: PointOptions) {
  const { today } = options;
  const make = pointMaking(db, options);

  function demandSettings(person: Person, entiteId: number): void {
    demand(person, 'papiers', 'Modifier');
    demandPoint(person, entiteId);
  }

  async function envoi(person: Person, entiteId: number): Promise<EnvoiPoint> {
    demandSettings(person, entiteId);
    const found = await findEnvoi(db, entiteId);
    if (!found) return { version: 0, adresses: [], par: null, possible: true };
    const { version, adresses, utilisateurId, par } = found;
    const possible = adresses.length === 0 || (await sender(db, utilisateurId, entiteId)) !== undefined;
    return { version, adresses, par: { id: utilisateurId, nom: par }, possible };
  }

  /** The month before the present one: the last that is not sent when addresses are named today. */
  const lastMonth = (): string => `${moisDuPoint(`${today().slice(0, 7)}-01`)}-01`;

  /**
   * Mails the last complete month to the named addresses; each month once, however often it is called. The journal
   * names the addresses whose mail was handed over; a month that could be mailed to none is tried again.
   */
  async function send(sendMail: SendMail): Promise<void> {
    const first = lastMonth();
    const mois = first.slice(0, 7);
    for (const { entiteId, adresses, utilisateurId } of await listEnvois(db, first)) {
      const person = await sender(db, utilisateurId, entiteId);
      // its screen says why nothing is sent; it is sent once the rights are back
      if (!person) continue;
      const { name, content } = await make(person, entiteId, mois);
      const attached = { name, type: MEDIA_TYPES.pdf, content: await buffer(content) };
      if (!(await db.transaction().execute((trx) => takeEnvoi(trx, entiteId, first)))) continue;
      const given = await mail(adresses, mois, attached, sendMail);
      await db
        .transaction()
        .execute((trx) =>
          given.length > 0
            ? journalPoint(trx, person, { entiteId, mois, adresses: given })
            : returnEnvoi(trx, entiteId, first),
        );
    }
  }

  return {
    /** @param body read after the right is checked */
    async file(person: Person, entiteId: number, body: PointBody, requestId: string) {
      demandPoint(person, entiteId);
      const mois = body.mois ?? moisDuPoint(today());
      const made = await make(person, entiteId, mois);
      await db.transaction().execute((trx) => journalPoint(trx, person, { entiteId, mois, requestId }));
      return made;
    },

    envoi,

    /** @throws AppError 403, 404; 412 where somebody saved others since */
    async saveEnvoi(
      person: Person,
      entiteId: number,
      body: EnvoiPointBody,
      { version, requestId }: { version: number | null; requestId: string },
    ) {
      demandSettings(person, entiteId);
      const { adresses } = body;
      await db.transaction().execute(async (trx) => {
        await lockPapier(trx, entiteId);
        const avant = await findEnvoi(trx, entiteId);
        demandVersion(version, { version: avant?.version ?? 0 });
        await saveEnvoi(trx, { entiteId, adresses, utilisateurId: person.id }, lastMonth());
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'modifier',
          domaine: 'impressions',
          ressource: RESSOURCE,
          id: entiteId,
          avant: { adresses: avant?.adresses ?? [] },
          apres: { adresses },
          requestId,
        });
      });
      return envoi(person, entiteId);
    },

    send,
  };
}
